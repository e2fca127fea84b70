import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const FIRST = ["Frankenstein", "Paper Boats", "The Long Pier", "Winter Light"];

type Way =
  | "kept, where the first has no way up"
  | "not moved"
  | "kept"
  | "not kept"
  | "moved on the page alone"
  | "without a way back";

/** A list of books that can be moved; `way`: what is made of a move. */
const readingList = (way: Way, titles: string[]): RequestListener => {
  const button = (title: string, to: "up" | "down", off: boolean): string =>
    `<button type=button aria-label="Move ${title} ${to}" data-to=${to === "up" ? -1 : 1}${off ? " disabled" : ""}>${to}</button>`;
  const row = (title: string, at: number, { length }: string[]): string =>
    `<li><h2>${at + 1}. ${title}</h2>${way === "without a way back" ? "" : at === 0 && way.includes("no way up") ? "" : button(title, "up", at === 0)}${button(title, "down", at === length - 1)}</li>`;
  return (request, response) => {
    const move = /^\/move\/(\d)\/(-?1)$/.exec(request.url ?? "");
    if (request.method === "POST" && move) {
      const [from, to] = [Number(move[1]), Number(move[1]) + Number(move[2])];
      if (way !== "not kept") titles.splice(to, 0, ...titles.splice(from, 1));
      return void response.writeHead(204).end();
    }
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Reading list</title><link rel=icon href="data:,"><main><h1>Reading list</h1>
    <ol aria-label="To read">${titles.map(row).join("")}</ol></main>
    <script>const list = document.querySelector("ol");
      list.onclick = async ({ target }) => {
        if (!target.dataset.to || ${way === "not moved"}) return;
        const rows = [...list.children], from = rows.indexOf(target.closest("li")), to = from + Number(target.dataset.to);
        if (${way !== "moved on the page alone"}) await fetch("/move/" + from + "/" + target.dataset.to, { method: "POST" });
        rows.splice(to, 0, ...rows.splice(from, 1));
        if (${way.includes("no way up")}) return location.reload();
        list.replaceChildren(...rows);
        rows.forEach((row, at) => {
          row.querySelector("h2").textContent = row.querySelector("h2").textContent.replace(/^\\d+/, at + 1);
          const off = (to, is) => { const it = row.querySelector("[data-to='" + to + "']"); if (it) it.disabled = is; };
          off(-1, at === 0); off(1, at === rows.length - 1);
        });
      };</script>`);
  };
};

it.each<[Way, string[], boolean]>([
  ["kept", [], true],
  ["not kept", ["moves-home"], true],
  ["kept, where the first has no way up", [], true],
  ["not moved", ["moves-home"], true],
  ["moved on the page alone", [], true],
  ["without a way back", [], false],
])("a row that is moved is %s", { timeout: 240_000 }, async (way, told, has) => {
  const titles = [...FIRST];
  const limits = { only: /^moves-/, pages: 3, actions: 300, depth: 2 };
  const { failing, yaml } = await tryPages(browser, readingList(way, titles), limits);
  expect(yaml.includes("id: moves-home\n")).toBe(has);
  expect(failing).toEqual(told);
  expect(titles).toEqual(FIRST);
});
