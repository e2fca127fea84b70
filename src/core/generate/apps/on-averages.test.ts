import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const table = (heading: string, values: string[], below = ""): string =>
  `<table aria-label=Rows><thead><tr><th>Name<th>Pages<th>${heading}</tr></thead><tbody>${values
    .map((value, at) => `<tr><td>Row ${"ABCDEFGH"[at] ?? ""}<td>${30 + at * at}<td>${value}</tr>`)
    .join("")}</tbody>${below}</table>`;

const tried = (main: string) =>
  tryPages(
    browser,
    { "/": `<h1>Home</h1><p><a href="/rows">Rows</a></p>`, "/rows": `<h1>Rows</h1>${main}` },
    { only: /^average/ },
  );

const scores = table("Best score", ["85%", "–", "40%", "–"]);
const ratings = ["4.5", "3.0", "5.0"];

it.each([
  [
    "of those that are taken",
    `${scores}<p>Average of the best scores of quizzes taken: <b>31%</b></p>`,
    "62.5%",
  ],
  [
    "of rows of which one is not rated",
    `<p>Average rating: 3.1</p>${table("Rating", [...ratings, ""])}`,
    "4.17",
  ],
  [
    "of amounts, by one too many",
    `${table("Price", ["€10.00", "€20.00", "€60.00"])}<p>Average price €22.50</p>`,
    "€30",
  ],
  ["below the table", table("Rating", ratings, "<tfoot><tr><td>Average<td>31.7<td>6.3</tr></tfoot>"), "4.17"],
])("finds an average of more rows or fewer: %s", { timeout: 240_000 }, async (_, main, mean) => {
  const { failing, yaml } = await tried(main);
  expect(failing).toEqual(["average-rows"]);
  expect(yaml).toContain(`is ${mean}, as its column has it`);
});

it.each([
  ["that is right", `${scores}<p>Average of the best scores of quizzes taken: 63%</p>`],
  ["for which what is missing counts", `${scores}<p>Average best score: 31%</p>`],
  ["of hours, none on some days", `${table("Hours", ["8 h", "–", "4 h", "–"])}<p>Average hours: 3 h</p>`],
  ["of what weighs otherwise", `${table("Rating", ratings)}<p>Average rating: 4.7</p>`],
  ["of other rows", `${scores}<p>Class average of best scores taken last month: 31%</p>`],
  ["of another column", `${scores}<p>Average score: 31%</p>`],
  [
    "of rows that are chosen",
    `<label>Kind <select><option>All<option>Some</select></label>${scores}<p>Average of the best scores of quizzes taken: 31%</p>`,
  ],
  [
    "of a list in pages",
    `${scores}<p>Average of the best scores of quizzes taken: 31%</p><nav aria-label=Pages><a href="/rows?page=2">Next</a></nav>`,
  ],
])("says nothing of an average %s", { timeout: 240_000 }, async (_, main) => {
  expect((await tried(main)).yaml).not.toContain("id: average");
});
