import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const bikes = ["Red racer", "Blue tandem", "Green cruiser", "Silver folder"];

const page = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><nav><a href="/">Bikes</a> <a href="/booking">Booking</a>
  <a href="/help">Help</a> <a href="/orders">Orders</a> <a href="/account">Account</a>
  <a href="/journal">Journal</a></nav><main><h1>${title}</h1>${main}</main>`;

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

const login = (
  next: string,
): string => `<form method=post action="/login?next=${encodeURIComponent(next)}"><label>User <input name=user></label>
  <label>Password <input type=password name=password></label><button>Log in</button></form>`;

const orders = `<table><thead><tr><th>Number<th>Bike</tr></thead><tbody><tr><td>A-7<td>Red racer</tr><tr><td>A-8<td>Blue tandem</tr></tbody></table>`;

/** Logging out is in a menu. */
const account = `<p>You are Ann. <b>Password</b> last changed in May.</p>
  <button id=me aria-haspopup=menu aria-expanded=false onclick="menu.hidden = !menu.hidden; me.ariaExpanded = !menu.hidden">Settings</button>
  <div role=menu id=menu hidden><button role=menuitem onclick="fetch('/bye', { method: 'POST' }).then(() => location.assign('/'))">Log out</button></div>`;

/** An app that does all as it has to, beside what only looks wrong; or one that does the same things wrongly. */
const answer = async (sound: boolean, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
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
    const sent = new URLSearchParams(await textOf(request));
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
  const next = searchParams.get("next") ?? "/";
  if (pathname === "/login" && request.method === "POST") {
    const sent = new URLSearchParams(await textOf(request));
    const right = sent.get("user") === "ann" && sent.get("password") === "secret-word";
    return right
      ? goTo(sound ? next : "/", { "set-cookie": "user=ann; Path=/" })
      : send(401, page("Log in", `<p role=alert>That is not right.</p>${login(next)}`));
  }
  if (pathname === "/login") return send(200, page("Log in", login(next)));
  const isPrivate = pathname === "/account" || (pathname === "/orders" && sound);
  // Of the orders the form's address does not speak, so that it leads to the start.
  if (isPrivate && !known) return goTo(pathname === "/orders" ? "/login" : `/login?next=${pathname}`);
  if (pathname === "/orders") return send(200, page("Orders", orders));
  // Whoever opens it, the name of the club stands above; strangers are asked to log in at the same address.
  if (pathname === "/journal")
    return send(200, page("Bike club", known ? "<h2>Journal</h2><p>A ride to the sea</p>" : login("/")));
  if (pathname === "/account") return send(200, page("Account", account));
  if (pathname === "/bye") {
    response.setHeader("set-cookie", sound ? "user=; Path=/; Max-Age=0" : "theme=; Path=/");
    return void response.writeHead(204).end();
  }
  return send(404, page("Nothing here", ""));
};

const suiteOf = (sound: boolean): Promise<SuiteForApp> =>
  suiteForApp(browser, (request, response) => void answer(sound, request, response), {
    auth: { username: "ann", password: "secret-word", secretName: "APP", loginPath: "/login" },
  });

it("a suite for a sound app has no finding, whatever looks like a fault", { timeout: 480_000 }, async () => {
  const { told, dropped, cases, generated } = await suiteOf(true);
  expect([told, dropped]).toEqual([[], []]);
  expect(cases).toContain("logout");
  // The search and the booking.
  expect(generated.coverage?.forms).toEqual({ seen: 2, covered: 2 });
});

it("a suite for an app that does the same wrongly finds each fault", { timeout: 480_000 }, async () => {
  const { found } = await suiteOf(false);
  expect(found).toEqual([
    "booking-bounds",
    "booking-hard-text",
    "guarded-orders",
    "login-returns",
    "logout",
    "page-help",
    "search-home-markup",
    "unknown-addresses",
    "wording",
  ]);
});
