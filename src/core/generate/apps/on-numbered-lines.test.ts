import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A form with so many lines, of which a button removes the one at `at`. */
const page = (
  lines: number,
  at: string,
): string => `<h1>New recipe</h1><form method=post><p><label>Title <input name=title required></label></p>
  <fieldset><legend>Ingredients</legend><div id=lines></div><button type=button id=add>Add ingredient</button></fieldset><button>Save recipe</button></form>
  <script>let lines = Array.from({ length: ${lines} }, () => ({ name: "" }));
  const draw = () => { const all = document.querySelector("#lines"); all.replaceChildren(); lines.forEach((line, k) => { const div = document.createElement("div");
    div.innerHTML = '<label for="name-' + k + '">Ingredient ' + (k + 1) + '</label> <input id="name-' + k + '" required> <button type=button aria-label="Remove ingredient ' + (k + 1) + '">✕</button>';
    const input = div.querySelector("input"); input.value = line.name; input.oninput = () => { line.name = input.value; };
    div.querySelector("button").onclick = () => { lines.splice(${at}, 1); draw(); }; all.append(div); }); };
  document.querySelector("#add").onclick = () => { lines.push({ name: "" }); draw(); }; draw();</script>`;

const tried = (lines: number, at: string): Promise<{ failing: string[]; yaml: string }> =>
  tryPages(browser, page(lines, at), { actions: 300, only: /^lines-/ });

it.each([1, 2])("of %i numbered lines, the one that is removed has to go", async (lines) => {
  const sound = await tried(lines, "k");
  expect(sound.yaml).toContain("lines-home-ingredient");
  expect(sound.failing).toEqual([]);
  expect((await tried(lines, "lines.length - 1")).failing).toEqual(["lines-home-ingredient"]);
});
