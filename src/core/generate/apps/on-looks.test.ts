import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault = "breaks" | "hides" | "stays";

/** Jobs of which those that are done are shown on demand, and a chart that shows weeks or months. */
const jobs = (fault?: Fault): string => `<h1>Jobs</h1>
  <label><input type=checkbox id=done> Include done jobs</label> <label><input type=checkbox> Notify me by mail</label> <label><input type=checkbox role=switch> Full names</label>
  <label>Show <select><option>Weeks<option>Months</select></label> <output>Weeks</output>
  <table aria-label=Jobs><thead><tr><th>Job<th>State</tr></thead><tbody></tbody></table>
  <script>const all = [["Roof", "open"], ["Gate", "open"], ["Lamp", "done"], ["Door", "open"]]; const box = document.querySelector("#done");
    const draw = () => { if (box.checked && "${fault}" === "breaks") { document.querySelector("main").replaceChildren(); all.missing.map(String); }
      const shown = all.filter(([, state]) => state === "open" || (box.checked || box.used && "${fault}" === "stays")).slice(box.checked && "${fault}" === "hides" ? 2 : 0);
      box.used = box.checked;
      document.querySelector("tbody").innerHTML = shown.map((row) => "<tr><td>" + row.join("<td>") + "</tr>").join(""); };
    box.onchange = draw; document.querySelector("select").onchange = ({ target }) => { document.querySelector("output").textContent = target.value; };
    draw();</script>`;

it("uses what stands in no form and says what is shown, and puts it back", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, jobs());
  expect(failing).toEqual([]);
  expect(yaml).toContain("id: switches-home");
  expect(yaml).not.toContain("Notify");
  expect(yaml).toContain("Full names");
  for (const fault of ["breaks", "hides", "stays"] as const)
    expect((await tryPages(browser, jobs(fault), { only: /^switches-home$/ })).failing).toEqual([
      "switches-home",
    ]);
});

/** A start page whose tiles are numbered and drawn by a script, and say where they lead. */
const tiles = (broken: boolean): Record<string, string> => {
  const list = (name: string, words: string[]): string =>
    `<h1>${name}</h1><ul aria-label=${name}>${words.map((word) => `<li>${word} of ${name}`).join("")}</ul>`;
  return {
    "/": `<a href="#top">Skip</a><h1>Welcome</h1><ul aria-label=Kinds></ul><p>Read the <a href="/rules">rules of the house</a>.</p>
      <script>const kinds = [["Lamps", 3], ["Tables", 2]]; document.querySelector("ul").innerHTML = kinds.map(([name, number]) =>
        '<li><a href="/list?kind=' + name + '">' + name + " " + number + " offers</a>").join("");
        if (${broken}) for (const tile of document.querySelectorAll("ul a")) tile.onclick = (event) => { event.preventDefault(); kinds.chosen.push(tile); };</script>`,
    "/rules": `<h1>Rules</h1><p>No smoking.</p>`,
    "/list?kind=Lamps": list("Lamps", ["First", "Second", "Third"]),
    "/list?kind=Tables": list("Tables", ["First", "Second"]),
  };
};

it("clicks what it has opened by its address", { timeout: 240_000 }, async () => {
  const sound = await tryPages(browser, tiles(false), { pages: 6 });
  expect(sound.failing).toEqual([]);
  expect(sound.yaml).toContain("click: rules of the house");
  expect((await tryPages(browser, tiles(true), { pages: 6 })).failing).toEqual(["clicks-home"]);
});
