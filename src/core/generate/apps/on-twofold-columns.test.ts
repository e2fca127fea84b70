import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Companies with how many deals they have and what these come to, of which the first eight are shown, by one of the two. */
const companies = (
  key: "many" | "sum",
): string => `<h1>Companies</h1><table aria-label=Companies><thead><tr><th><button>Name</button><th><button>Open deals</button></tr></thead><tbody></tbody></table>
  <p><button id=next>Next</button></p><script>
    const all = [["Elbe", 1, 31050], ["Adenta", 2, 68880], ["Farn", 1, 33130], ["Brolin", 1, 38730], ["Gamma", 1, 45110], ["Corvin", 3, 51200], ["Hertz", 1, 12400], ["Dalton", 1, 22900], ["Iris", 1, 27750], ["Jolt", 1, 35400], ["Kern", 2, 97300]]
      .map(([name, many, sum]) => ({ name, many, sum }));
    let rows = all, way = -1, from = 0;
    const draw = () => { document.querySelector("tbody").innerHTML = rows.slice(from, from + 8).map(({ name, many, sum }) => "<tr><td>" + name + "<td>" + many + " · €" + sum.toLocaleString("en") + "</tr>").join(""); next.disabled = from > 0; };
    next.onclick = () => { from = 8; draw(); };
    document.querySelectorAll("th button").forEach((head, at) => { head.onclick = () => { way = -way; from = 0;
      const key = at === 0 ? ({ name }) => name : (one) => one.${key};
      rows = all.toSorted((a, b) => (key(a) < key(b) ? -way : key(a) > key(b) ? way : a.name < b.name ? -1 : 1)); draw(); }; });
    draw();</script>`;

it(
  "what an amount puts in order is no order of the numbers in front of it",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, companies("sum"), { only: /^sort/ });
    expect(failing).toEqual([]);
    expect(yaml).toContain('Sorting by "Name" puts');
  },
);
