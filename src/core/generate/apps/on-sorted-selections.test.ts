import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Way =
  | "stays with its row"
  | "is let go"
  | "stays with its row on the next page"
  | "stays at its place"
  | "stays at its place after a while"
  | "marks what is done"
  | "ticks all of its shelf";

const BOXES = [
  ["B-204", "Winter coats", "Loft", 12],
  ["B-117", "Albums", "Cellar", 3],
  ["B-310", "Lamps", "Loft", 7],
  ["B-098", "Tools", "Garage", 21],
  ["B-255", "Records", "Cellar", 9],
];

/** Boxes of a house, of which some can be chosen to be moved; a click on a heading sorts them. */
const boxes = (way: Way): string => `<h1>Boxes</h1><p id=said role=status></p><table>
  <thead><tr><th>Choose<th><button data-by=0>No.</button><th><button data-by=1>What</button><th><button data-by=2>Where</button><th><button data-by=3>Things</button></thead><tbody id=rows></tbody></table>
  <script>
    const BOXES = ${JSON.stringify(BOXES)}, way = ${JSON.stringify(way)};
    const most = way.includes("next page") ? 3 : 5;
    const byPlace = way.includes("place");
    let chosen = [], by = null, up = true, shown = [...BOXES];
    const keyOf = (box, at) => (byPlace ? at : box[0]);
    const show = () => {
      said.innerHTML = chosen.length === 0 ? "" : way === "marks what is done" ? "Well done" : chosen.length + " selected <button>Move</button>";
      rows.innerHTML = shown.slice(0, most).map((box, at) => "<tr><td><input type=checkbox aria-label='Choose " + box[0] + "'" + (chosen.includes(keyOf(box, at)) ? " checked" : "") + ">" + box.map((text) => "<td>" + text).join("")).join("");
      rows.querySelectorAll("input").forEach((input, at) => { input.onchange = () => {
        const keys = way === "ticks all of its shelf" ? BOXES.filter((box) => box[2] === shown[at][2]).map((box) => box[0]) : [keyOf(shown[at], at)];
        chosen = input.checked ? [...chosen, ...keys] : chosen.filter((key) => !keys.includes(key));
        show();
      }; });
    };
    document.querySelectorAll("button[data-by]").forEach((button) => { button.onclick = () => {
      const at = Number(button.dataset.by);
      up = by === at ? !up : true;
      by = at;
      const sort = () => {
        shown = BOXES.toSorted((a, b) => (typeof a[at] === "number" ? a[at] - b[at] : a[at].localeCompare(b[at])) * (up ? 1 : -1));
        if (way === "is let go") chosen = [];
        show();
      };
      if (way.includes("while")) setTimeout(sort, 300);
      else sort();
    }; });
    show();
  </script>`;

const ID = "selection-sorted-home";

it.each<[Way, string[], boolean]>([
  ["stays with its row", [], true],
  ["is let go", [], true],
  ["stays with its row on the next page", [], true],
  ["stays at its place", [ID], true],
  ["stays at its place after a while", [ID], true],
  ["marks what is done", [], false],
  ["ticks all of its shelf", [], false],
])("a box that %s", { timeout: 240_000 }, async (way, expected, isTold) => {
  const { failing, yaml } = await tryPages(browser, boxes(way), { only: /^selection-/ });
  expect(failing).toEqual(expected);
  expect(yaml.includes(`id: ${ID}`)).toBe(isTold);
});
