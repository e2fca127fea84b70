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
  | "counts those of all pages"
  | "has no name for its box"
  | "leaves its buttons off"
  | "leaves rows out";

const LETTERS = ["Rent rises", "New key", "Water meter", "Garden day"];

/** Letters of which one or all can be chosen, to be deleted then. */
const letters = (way: Way): string =>
  `<h1>Letters</h1><table><thead><tr><th><input type=checkbox id=all${way === "has no name for its box" ? "" : ' aria-label="Select all on this page"'}><th>Subject<th>Pages</thead>
  <tbody>${LETTERS.map((subject, at) => `<tr><td><input type=checkbox class=one aria-label="Select ${subject}"><td>${subject}<td>${at + 2}`).join("")}</tbody></table>
  <p><span id=many role=status>0 selected</span> <button id=away disabled>Delete selected</button> <button disabled>Undo</button></p>
  <script>
    const one = [...document.querySelectorAll(".one")], way = ${JSON.stringify(way)};
    const show = (whole) => {
      const ticked = one.filter((box) => box.checked).length;
      many.textContent = (whole && way === "counts those of all pages" ? 46 : ticked) + " selected";
      away.disabled = ticked === 0;
    };
    all.onchange = () => {
      one.forEach((box, at) => { if (way !== "leaves rows out" || at > 0) box.checked = all.checked; });
      if (way !== "leaves its buttons off") show(all.checked);
    };
    one.forEach((box) => { box.onchange = () => show(false); });
  </script>`;

it.each<[Way, string[]]>([
  ["counts those of all pages", []],
  ["has no name for its box", []],
  ["leaves its buttons off", ["selection-home"]],
  ["leaves rows out", ["selection-home"]],
])("a list whose box for all rows %s", { timeout: 240_000 }, async (way, expected) => {
  const { failing, yaml } = await tryPages(browser, letters(way), { only: /^(?:selection|switches)/ });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: selection-home");
  expect(yaml).toContain("enabled: {role: button, name: Delete selected}");
});

/** Boxes that say something of each row, and one that says it of all. */
const chores = `<h1>Chores</h1><table><thead><tr><th>Done <input type=checkbox id=all aria-label="All"><th>Chore<th>Day</thead>
  <tbody>${LETTERS.map((name, at) => `<tr><td><input type=checkbox class=one aria-label="${name} is done"><td>${name}<td>${at + 2}`).join("")}</tbody></table><p id=done></p>
  <script>document.querySelectorAll(".one").forEach((box) => { box.onchange = () => { done.textContent = "Well done"; }; });</script>`;

it("boxes that choose nothing are let be", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, chores);
  expect(failing).toEqual([]);
  expect(yaml).not.toContain("id: selection-");
});
