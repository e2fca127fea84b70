import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** What becomes of a number below zero: it is taken, refused, or nothing is put in its place. */
type Way = "taken" | "refused" | "raised";

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Rooms</a> <a href="/costs">Expenses</a> <a href="/adjust">Adjust</a> <a href="/settings">Settings</a></nav><main><h1>${title}</h1>${main}</main>`;

const alert = (said: string): string => (said === "" ? "" : `<p role=alert>${said}</p>`);

/** Rooms with a price and a height above the sea, expenses, corrections of a stock, and settings; no field states its bounds. */
const app = (way: Way): RequestListener => {
  const rooms = [
    { name: "Attic", price: "12.50", height: "35" },
    { name: "Cellar", price: "9.00", height: "-3" },
  ];
  let [desk, hours] = ["Front", "38"];
  const taken = (typed: string): string | null =>
    !(Number(typed) < 0) || way === "taken" ? typed : way === "raised" ? "0" : null;
  return (request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? "/", "http://app");
      const sent = request.method === "POST" ? new URLSearchParams(await textOf(request)) : null;
      const of = (name: string): string => (sent?.get(name) ?? "").trim();
      const show = (title: string, main: string): void =>
        void response.writeHead(200, { "content-type": "text/html" }).end(shell(title, main));
      let said = "";
      if (pathname === "/") {
        const price = taken(of("price"));
        if (sent && (price === null || of("name") === ""))
          said = `${escapeHtml(of("name"))} at ${of("price")}: please fill in proper numbers.`;
        else if (sent) rooms.push({ name: of("name"), price: price ?? "", height: of("height") });
        if (sent && said === "") return void response.writeHead(303, { location: "/" }).end();
        return show(
          "Rooms",
          `${alert(said)}<table><thead><tr><th>Name<th>Price<th>Height</thead><tbody>${rooms
            .map((room) => `<tr><td>${escapeHtml(room.name)}<td>${room.price}<td>${room.height}`)
            .join("")}</tbody></table><form method=post><label>Name <input name=name required></label>
          <label>Price per night <input name=price type=number step=0.01 required></label> <label>Height <input name=height type=number required></label> <button>Add room</button></form>`,
        );
      }
      if (pathname === "/costs") {
        const amount = taken(of("amount"));
        if (sent && (amount === null || of("to") === "")) said = `${of("amount")} cannot be paid back.`;
        else if (sent)
          return show("Recorded", `<p>You will get back € ${amount} for ${escapeHtml(of("to"))}.</p>`);
        return show(
          "Expenses",
          `${alert(said)}<form method=post><label>Purpose <input name=to required></label> <label>Amount <input name=amount required></label> <button>Record expense</button></form>`,
        );
      }
      if (pathname === "/adjust")
        return sent
          ? show("Adjusted", `<p>The stock is ${of("quantity")} now, as ${escapeHtml(of("why"))}.</p>`)
          : show(
              "Stock adjustment",
              `<form method=post><label>Reason <input name=why required></label> <label>Count <input name=quantity required></label> <button>Adjust stock</button></form>`,
            );
      if (sent && pathname === "/settings") [desk, hours] = [of("desk"), taken(of("hours")) ?? hours];
      return show(
        "Settings",
        `<form method=post><label>Desk <input name=desk value="${escapeHtml(desk)}"></label> <label>Weekly hours <input name=hours value="${hours}"></label> <button>Save changes</button></form>`,
      );
    })();
  };
};

it.each<[Way, string[]]>([
  ["refused", []],
  ["raised", []],
  ["taken", ["costs-bounds", "create-room-within-bounds", "settings-settings-bounds"]],
])("numbers below zero that are %s", { timeout: 300_000 }, async (way, expected) => {
  const { failing, yaml } = await tryPages(browser, app(way), { pages: 6, actions: 120 });
  expect(failing.toSorted()).toEqual(expected);
  for (const id of ["create-room-within-bounds", "settings-settings-bounds", "costs-bounds"])
    expect(yaml).toContain(`id: ${id}\n`);
  expect(yaml).not.toContain("id: adjust-bounds");
  expect(yaml).not.toMatch(/Height: "?-/);
});
