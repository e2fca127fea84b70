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

const COLUMNS = ["Name", "Town", "Telephone", "Joined"];

const table = (name: string, isInBox: boolean): string => {
  const cells = (tag: string, texts: string[]): string =>
    texts.map((text) => `<${tag} style="min-width:160px">${text}`).join("");
  const rows = ["Ada", "Ben", "Cleo"].map((who) => `<tr>${cells("td", [who, "Kiel", "0431 555", "May"])}`);
  const whole = `<table aria-label="${name}"><thead><tr>${cells("th", COLUMNS)}</thead><tbody>${rows.join("")}</table>`;
  return `<h1>${name}</h1>${isInBox ? `<div style="overflow-x:auto">${whole}</div>` : whole}`;
};

/** Pages of a club of which only the tables of `wide` are in no box of their own. */
const pagesOf = (wide: string[]): Record<string, string> => ({
  "/": `<h1>Our club</h1><p>${["rules", "history", "halls", "members", "trainers", "guests"].map((to) => `<a href="/${to}">Our ${to}</a>`).join(" ")}</p><p>Come and see us on any evening that you like, we are all here.</p>`,
  "/rules": `<h1>Rules</h1><p>Be kind to whoever you meet.</p>`,
  "/history": `<h1>History</h1><p>It began on a boat.</p>`,
  "/halls": `<h1>Halls</h1><p>There are two of them.</p>`,
  ...Object.fromEntries(
    ["Members", "Trainers", "Guests"].map((name) => [
      `/${name.toLowerCase()}`,
      table(name, !wide.includes(name)),
    ]),
  ),
});

/** The days of a week, which stay beside each other or stand below each other. */
const week = (isBeside: boolean): string =>
  `<h1>Halls</h1><div style="display:flex;${isBeside ? "" : "flex-wrap:wrap"}">${["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((day) => `<section style="width:120px;flex-shrink:0"><h2>${day}</h2><p>Open</p></section>`).join("")}</div>`;

const club =
  (wide: string[], isForPhones: boolean, halls?: string): RequestListener =>
  (request, response) => {
    const page =
      (halls !== undefined && request.url === "/halls" ? halls : null) ?? pagesOf(wide)[request.url ?? "/"];
    const meta = isForPhones ? `<meta name=viewport content="width=device-width">` : "";
    response.writeHead(page ? 200 : 404, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en>${meta}<title>Club</title><link rel=icon href="data:,"><main>${page ?? "<h1>Not found</h1>"}</main>`,
    );
  };

it.each([
  ["all fit", [], true, []],
  ["one table does not fit", ["Members"], true, ["phone-members"]],
  ["no table fits", ["Members", "Trainers", "Guests"], true, []],
  ["a page that is not made for phones does not fit", ["Members"], false, []],
] as const)("as wide as a phone, %s", { timeout: 240_000 }, async (_, wide, isForPhones, expected) => {
  const { failing } = await tryPages(browser, club([...wide], isForPhones), { pages: 12, actions: 300 });
  expect(failing).toEqual(expected);
});

it.each([
  ["stay beside each other", week(true), [], ["phone-halls"]],
  ["stand below each other", week(false), [], []],
  ["are one long word", `<h1>Halls</h1><p>${"Sportwettkampfvorbereitungshalle".repeat(3)}</p>`, [], []],
  ["are not all that sticks out", week(true), ["Members", "Trainers"], []],
] as const)(
  "as wide as a phone, parts of a page %s",
  { timeout: 240_000 },
  async (_, halls, wide, expected) => {
    const { failing } = await tryPages(browser, club([...wide], true, halls), { pages: 12, actions: 300 });
    expect(failing).toEqual(expected);
  },
);
