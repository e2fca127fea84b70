import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const people = ["Ada Stone", "Ben Roth", "Cleo Marsh", "Dan Vogt", "Eve Haas", "Finn Beck", "Gus Petit"];

const shell = (isIn: boolean, title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav>${
    isIn
      ? `<a href="/rooms">Rooms</a> <a href="/guests">Guests</a> <a href="/meals">Meals</a> <a href="/keys">Keys</a>`
      : ""
  } <a href="/questions">Questions</a></nav><main><h1>${title}</h1>${main}</main>`;

const table = (head: string[], rows: string[][]): string =>
  `<table><thead><tr>${head.map((name) => `<th>${name}`).join("")}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}`).join("")}</tr>`)
    .join("")}</tbody></table>`;

/** Seven a page; guests come again, each time with another code. */
const guests = (page: number): string =>
  `<p><a href="/guests/new">New guest</a></p>${table(
    ["Guest", "Code"],
    [...people, ...people]
      .slice(0, 10)
      .flatMap((name, at) => (Math.floor(at / 7) === page - 1 ? [[name, `G${410 + at}`]] : [])),
  )}<nav aria-label=Pages>${page > 1 ? `<a href="/guests?page=1">Previous</a>` : `<a href="/guests?page=2">Next</a>`}</nav>`;

/** `isBroken`: guests are shown to anybody, and quotes break what makes a room. */
const generate = async (isBroken: boolean) => {
  const rooms = ["Garden room", "Attic", "Library"];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const isIn = (request.headers.cookie ?? "").includes("who=clerk");
    const show = (title: string, main: string, status = 200): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(shell(isIn, title, main));
    const goTo = (location: string, headers = {}): void =>
      void response.writeHead(303, { location, ...headers }).end();
    const sent = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const logIn = `<form method=post><label>User name <input name=user autocomplete=username required></label>
      <label>Password <input name=password type=password required></label> <button>Log in</button></form>`;
    if (pathname === "/login") {
      if (request.method !== "POST") return show("Log in", logIn);
      return sent.get("password") === "key"
        ? goTo("/rooms", { "set-cookie": "who=clerk; Path=/" })
        : show("Log in", `<p role=alert>That is not right.</p>${logIn}`, 401);
    }
    if (pathname === "/questions")
      return show(
        "Questions",
        "<ul><li>When is breakfast?</li><li>Where do I park?</li><li>Are there pets?</li></ul>",
      );
    if (!isIn && !(isBroken && pathname === "/guests")) return goTo("/login");
    if (pathname === "/") return goTo("/rooms");
    if (pathname === "/rooms" && request.method === "POST") {
      const name = (sent.get("name") ?? "").trim();
      if (isBroken && name.includes("'")) return show("Error", "", 500);
      if (name !== "") rooms.push(name);
      return goTo("/rooms");
    }
    if (pathname === "/rooms")
      return show(
        "Rooms",
        `${table(
          ["Room", "Beds"],
          rooms.map((name) => [name, "2"]),
        )}
        <form method=post aria-label="New room"><label>Room <input name=name required></label> <button>Add room</button></form>`,
      );
    if (pathname === "/guests") return show("Guests", guests(Number(searchParams.get("page") ?? 1)));
    if (pathname === "/guests/new") return show("New guest", "<p>Ask at the desk.</p>");
    if (pathname === "/meals")
      return show(
        "Meals",
        table(
          ["Meal", "From"],
          [
            ["Breakfast", "7:00"],
            ["Dinner", "18:00"],
          ],
        ),
      );
    if (pathname === "/keys")
      return show(
        "Keys",
        table(
          ["Key", "With"],
          [
            ["12", "Ada"],
            ["14", "Ben"],
          ],
        ),
      );
    return show("Not found", "", 404);
  };
  return suiteForApp(browser, (request, response) => void answer(request, response), {
    auth: { username: "clerk", password: "key", secretName: "HOUSE", loginPath: "/login" },
  });
};

it("what strangers may see, and people who come again, are no findings", { timeout: 480_000 }, async () => {
  const { told, yaml } = await generate(false);
  expect(told).toEqual([]);
  expect(yaml).toContain("- id: paging-guests");
});

it(
  "a list that was forgotten behind the log-in, and a text that breaks its server, are findings",
  { timeout: 480_000 },
  async () => {
    const { told } = await generate(true);
    expect(told.join("\n")).toMatch(/^guarded-guests: /m);
    expect(told.join("\n")).toMatch(/^create-room-hard-text: .* 500/m);
  },
);
