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
const club = (wide: string[]): Record<string, string> => ({
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

it.each([
  ["all fit", [], []],
  ["one table does not fit", ["Members"], ["phone-members"]],
  ["no table fits", ["Members", "Trainers", "Guests"], []],
] as const)("as wide as a phone, %s", { timeout: 240_000 }, async (what, wide, expected) => {
  const { failing, yaml } = await tryPages(browser, club([...wide]), { pages: 12, actions: 300 });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: phone-pages")).toBe(what !== "no table fits");
});
