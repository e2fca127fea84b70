import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Deals = [many: number, sum: number][];

/** Companies with how many deals they have and what these come to, of which the first eight are shown, by one of the two. */
const companies = (
  deals: Deals,
  key: string,
): string => `<h1>Companies</h1><table aria-label=Companies><thead><tr><th><button>Name</button><th><button>Open deals</button></tr></thead><tbody></tbody></table>
  <p><button id=next>Next</button></p><script>
    const names = ["Elbe", "Adenta", "Farn", "Brolin", "Gamma", "Corvin", "Hertz", "Dalton", "Iris", "Jolt"];
    const all = ${JSON.stringify(deals)}.map(([many, sum], at) => ({ name: names[at], many, sum }));
    let rows = all, way = -1, from = 0;
    const draw = () => { document.querySelector("tbody").innerHTML = rows.slice(from, from + 8).map(({ name, many, sum }) => "<tr><td>" + name + "<td>" + many + " · €" + sum.toLocaleString("en") + "</tr>").join(""); next.disabled = from > 0; };
    next.onclick = () => { from = 8; draw(); };
    document.querySelectorAll("th button").forEach((head, at) => { head.onclick = () => { way = -way; from = 0;
      const key = at === 0 ? ({ name }) => name : ({ many, sum }) => ${key};
      rows = all.toSorted((a, b) => key(a) < key(b) ? -way : key(a) > key(b) ? way : 0); draw(); }; });
    draw();</script>`;

/** The most are one each, so that what they come to puts them in the order of their texts as well. */
const ALIKE: Deals = [31, 68, 33, 38, 45, 51, 12, 22, 27, 97].map((sum) => [sum > 90 ? 2 : 1, sum * 1000]);
const OTHERS: Deals = [31, 68, 33, 38, 45, 51, 12, 22, 27, 97].map((sum, at) => [at + 1, sum * 1000]);

it.each([
  ["what they come to, which goes for how many there are as well", ALIKE, "sum", false],
  ["how many there are", OTHERS, "many", true],
])("companies go by %s", { timeout: 240_000 }, async (_, deals, key, expected) => {
  const { failing, yaml } = await tryPages(browser, companies(deals, key), { only: /^sort/ });
  expect(failing).toEqual([]);
  expect(/Sorting by "Name" and "Open deals" puts/.test(yaml)).toBe(expected);
});
