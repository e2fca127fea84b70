import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** The page that is open is marked, but for the one that is `lost`. */
const nav = (
  lost = "",
): string => `<nav><a href="/">Prices</a> <a href="/rents">Rents</a> <a href="/bills">Bills</a> <a href="/crew">Crew</a></nav>
  <script>const here = location.pathname === "${lost}" ? "/rents" : location.pathname;
    for (const link of document.querySelectorAll("nav a")) if (new URL(link.href).pathname === here) link.ariaCurrent = "page";</script>`;

const table = (title: string, columns: string[], rows: string[][]): string =>
  `<h1>${title}</h1><table aria-label=${title}><thead><tr>${columns.map((name) => `<th>${name}`).join("")}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}`).join("")}</tr>`)
    .join("")}</tbody></table>`;

const prices = (odd: string): string =>
  table(
    "Prices",
    ["Ware", "Price"],
    [
      ["Rope", "€12.00"],
      ["Sail", "€1,290.00"],
      ["Anchor", odd],
      ["Oar", "€80.25"],
    ],
  );

const rents = (until: string): string =>
  table(
    "Rents",
    ["Boat", "From", "To"],
    [
      ["Swift", "2030-05-01", "2030-05-04"],
      ["Ann", "2030-05-09", until],
      ["Moon", "2030-06-02", "2030-06-03"],
    ],
  );

const bills = (last: string[]): string =>
  table(
    "Bills",
    ["No.", "Guest", "Boat"],
    [["71", "Lee", "Ann"], ["72", "Fox", "Moon"], ["73", "Kay", "Ann"], last],
  );

/** Sorted by its heads, of which that of the names says in which order; ranks are sorted by what they are worth. */
const crew = (
  says: string[],
): string => `<h1>Crew</h1><table aria-label=Crew><thead><tr>${["Name", "Rank", "Joined"].map((name) => `<th aria-sort=none><button>${name}</button></th>`).join("")}</tr></thead>
  <tbody></tbody></table><script>const ranks = ["Master", "Bosun", "Hand", "Boy"]; const says = ${JSON.stringify(says)}; let last = 0, turn = -1;
    const all = [["Moe", "Hand", "Fri 27 Nov 2026"], ["Ada", "Boy", "Thu 29 Feb 2024"], ["Zoe", "Bosun", "Mon 9 Nov 2026"],
      ["Kim", "Hand", "Wed 1 Apr 2026"], ["Bea", "Master", "Sun 3 May 2020"], ["Lou", "Bosun", "Tue 2 Jun 2026"]];
    const keys = [(one) => one[0], (one) => ranks.indexOf(one[1]), (one) => new Date(one[2]).toISOString()];
    const draw = () => { document.querySelector("tbody").innerHTML = all.map((one) => "<tr><td>" + one.join("<td>") + "</tr>").join(""); };
    document.querySelectorAll("th").forEach((head, at, heads) => { head.firstChild.onclick = () => { turn = last === at ? turn + 1 : 0; last = at;
      const key = keys[at]; all.sort((a, b) => key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0); if (turn % 2) all.reverse();
      for (const other of heads) other.ariaSort = "none"; if (at === 0) head.ariaSort = says[turn % 2]; draw(); }; });
    draw();</script>`;

const withNav = (pages: Record<string, string>, lost?: string): Record<string, string> =>
  Object.fromEntries(Object.entries(pages).map(([path, main]) => [path, nav(lost) + main]));

it("finds rows, and marks of the page, that make no sense", { timeout: 240_000 }, async () => {
  const pages = {
    "/": prices("€39.5"),
    "/rents": rents("2030-04-30"),
    "/bills": bills(["72", "Fox", "Moon"]),
    "/crew": crew(["descending", "ascending"]),
  };
  const { failing } = await tryPages(browser, withNav(pages, "/bills"), { pages: 6 });
  expect(failing.toSorted()).toEqual([
    "amounts-home",
    "dates-rents",
    "nav-current-bills",
    "sort-crew-name",
    "twice-bills",
  ]);
});

it("lets rows, and marks of the page, be that only look so", { timeout: 240_000 }, async () => {
  const pages = {
    "/": `${prices("€39")}<p>€1.5M a year, €0.5 per mile, €0.00025 / call, about €2.5k</p>`,
    "/rents": rents(""),
    // Two guests on one bill.
    "/bills": bills(["72", "Fox", "Ann"]),
    "/crew": crew(["ascending", "descending"]),
  };
  const { failing, yaml } = await tryPages(browser, withNav(pages), { pages: 6 });
  expect(failing).toEqual([]);
  expect(yaml).toContain("id: sort-crew-name");
  expect(yaml).toMatch(/sorted: \{target: \{column: Joined,.* by: date/);
  expect(yaml).not.toContain("sorted: {target: {column: Rank");
});
