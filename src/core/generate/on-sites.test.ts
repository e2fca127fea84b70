import { afterAll, beforeAll, expect, it } from "vitest";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { createGenerateFromApp } from "#features/generation/generate-from-app.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const bikes = ["Red racer", "Blue tandem", "Green cruiser", "Silver folder"];

const page = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><nav><a href="/">Bikes</a> <a href="/booking">Booking</a>
  <a href="/help">Help</a> <a href="/orders">Orders</a> <a href="/account">Account</a></nav><main><h1>${title}</h1>${main}</main>`;

const list = (
  sound: boolean,
): string => `<label>Search <input type=search></label><ul aria-label=Bikes>${bikes
  .map((name, at) => `<li><a href="/bikes/${at + 1}">${name}</a> with lights</li>`)
  .join("")}</ul><script>
  document.querySelector("input").addEventListener("input", ({ target }) => {
    const wanted = ${sound} ? target.value.toLowerCase() : new RegExp(target.value, "i");
    for (const row of document.querySelectorAll("li")) {
      const text = row.textContent;
      row.hidden = !(${sound} ? text.toLowerCase().includes(wanted) : wanted.test(text));
    }
  });</script>`;

const booking = (problem: string): string => `<p role=status>${problem}</p><form method=post novalidate>
  <label>Name <input name=name required></label> <label>Seats <input type=number name=seats min=1 max=4 value=1></label>
  <label>From <input type=date name=from value=2030-06-01></label> <label>To <input type=date name=to value=2030-06-02></label>
  <button>Book</button></form>`;

const login = `<form method=post action=/login><label>User <input name=user></label>
  <label>Password <input type=password name=password></label><button>Log in</button></form>`;

const orders = `<table><thead><tr><th>Number<th>Bike</tr></thead><tbody><tr><td>A-7<td>Red racer</tr><tr><td>A-8<td>Blue tandem</tr></tbody></table>`;

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};

/** An app that does all as it has to, beside what only looks wrong; or one that does the same things wrongly. */
const answer = async (sound: boolean, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname } = new URL(request.url ?? "/", "http://app");
  const known = (request.headers.cookie ?? "").includes("user=ann");
  const send = (status: number, html: string): void =>
    void response.writeHead(status, { "content-type": "text/html" }).end(html);
  const goTo = (location: string, headers = {}): void =>
    void response.writeHead(303, { location, ...headers }).end();
  if (pathname === "/") return send(200, page("Bikes", list(sound)));
  if (pathname === "/help") {
    return send(
      200,
      sound
        ? page(
            "Help",
            "<h2>Node.js</h2><h2>package.json</h2><p>Write <code>price: undefined</code> there</p>",
          )
        : page("Help", "<h2>help.contact.title</h2><p>Price: €NaN</p>"),
    );
  }
  const [, id] = /^\/bikes\/(.+)$/.exec(pathname) ?? [];
  if (id !== undefined) {
    const name = bikes[Number(id) - 1];
    if (name !== undefined) return send(200, page(name, "<p>It has lights</p>"));
    return sound ? send(404, page("No such bike", "")) : send(500, page("Oops", ""));
  }
  if (pathname === "/booking" && request.method === "POST") {
    const sent = await bodyOf(request);
    const [name = "", seats = "", from = "", to = ""] = ["name", "seats", "from", "to"].map(
      (key) => sent.get(key) ?? "",
    );
    if (!sound && name.includes("'")) return send(500, page("Oops", ""));
    const fits = Number(seats) >= 1 && Number(seats) <= 4 && from <= to && name.length <= 100;
    if (name === "" || (sound && !fits)) return send(422, page("Booking", booking("Look again")));
    return goTo("/booked");
  }
  if (pathname === "/booking") return send(200, page("Booking", booking("")));
  if (pathname === "/booked") return send(200, page("Booked", "<p>See you</p>"));
  if (pathname === "/login" && request.method === "POST") {
    const sent = await bodyOf(request);
    const right = sent.get("user") === "ann" && sent.get("password") === "secret-word";
    return right ? goTo("/", { "set-cookie": "user=ann; Path=/" }) : send(401, page("Log in", login));
  }
  if (pathname === "/login") return send(200, page("Log in", login));
  const isPrivate = pathname === "/account" || (pathname === "/orders" && sound);
  if (isPrivate && !known) return goTo("/login");
  if (pathname === "/orders") return send(200, page("Orders", orders));
  if (pathname === "/account") return send(200, page("Account", "<p>You are Ann</p>"));
  return send(404, page("Nothing here", ""));
};

const findings = async (sound: boolean): Promise<{ found: string[]; dropped: string[] }> => {
  const server: Server = createServer((request, response) => void answer(sound, request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const generated = await createGenerateFromApp({ browser: async () => browser })({
    url,
    auth: { username: "ann", password: "secret-word", secretName: "APP", loginPath: "/login" },
    exhaustive: true,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  server.closeAllConnections();
  server.close();
  return {
    found: generated.findings.map(({ case_id: id }) => id),
    dropped: generated.dropped.map(({ case_id: id, reason }) => `${id}: ${reason}`),
  };
};

it("a suite for a sound app has no finding, whatever looks like a fault", { timeout: 480_000 }, async () => {
  expect(await findings(true)).toEqual({ found: [], dropped: [] });
});

it("a suite for an app that does the same wrongly finds each fault", { timeout: 480_000 }, async () => {
  const { found } = await findings(false);
  expect(found.toSorted()).toEqual([
    "booking-bounds",
    "booking-hard-text",
    "guarded-orders",
    "page-help",
    "search-home-markup",
    "unknown-addresses",
    "wording",
  ]);
});
