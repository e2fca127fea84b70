import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageSurvey } from "#model/survey.ts";
import type { Page } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const surveyOf = async (page: Page): Promise<PageSurvey> => {
  const answer = await page.survey(long);
  if (!answer.ok) throw new Error(answer.message);
  return answer.survey;
};

test("headings in a table of their own are those of the rows that scroll below them", async () => {
  const rows = [
    ["Mug", "€ 12.00"],
    ["Jug", "€ 8.50"],
  ].map(([name, price]) => `<tr><td><div>${name}</div><td>${price}</tr>`);
  await using opened = await openPage(
    browser,
    `<h2>Prices</h2><div><div><table><thead><tr><th>Name<th><button>Price</button></tr></thead></table></div>
     <div><div><table><tbody>${rows.join("")}</tbody></table></div></div></div>
     <h2>Others</h2><table><thead><tr><th>Name<th>Price</tr></thead><tbody><tr><td>Cup<td>€ 3.00</tr></tbody></table>`,
  );
  const { collections } = await surveyOf(opened.page);
  const told = collections.map(({ kind, name, rows: count, columns }) => {
    return [kind, name, count, columns.map((column) => column.name).join()];
  });
  expect(told).toEqual([
    ["table", "Prices", 2, "Name,Price"],
    ["table", "Others", 1, "Name,Price"],
  ]);
  const within = collections[0]?.target ?? "";
  const cells = await opened.page.readAll({ column: "Price", within }, { timeoutMs: 60_000, most: 9 });
  expect(cells).toEqual({ ok: true, texts: ["€ 12.00", "€ 8.50"] });
});

test("what turns the pages of rows that scroll is found through all that is wrapped around them", async () => {
  await using opened = await openPage(
    browser,
    `<main><h1>Bookings</h1><input aria-label="Search bookings">
     <div><div><table><thead><tr><th>Day<th>Guest</tr></thead></table></div>
     <div><div><div><div><table><tbody><tr><td>Monday<td>Ann</tr><tr><td>Friday<td>Bob</tr></tbody></table></div></div></div></div></div>
     <div>Total 3 <button type=button aria-label="Go to previous page" disabled></button>
     <ul><li tabindex=0 aria-label="page 1">1<li tabindex=0 aria-label="page 2">2</ul>
     <button type=button aria-label="Go to next page"></button></div></main>`,
  );
  const { collections, forms } = await surveyOf(opened.page);
  expect(collections.map(({ kind, paging }) => [kind, paging?.next])).toEqual([["table", "Go to next page"]]);
  // What turns pages does not send the search.
  expect(forms.map(({ submit }) => submit)).toEqual([null]);
});

test("rows below headings of their own are told from these", async () => {
  await using opened = await openPage(
    browser,
    `<main><div><table><thead><tr><th>Name<th>Price</tr></thead></table></div>
     <div><table><tbody><tr><td>Mug<td>€ 12.00</tr></tbody></table></div></main>`,
  );
  const { collections } = await surveyOf(opened.page);
  expect(collections.map(({ target }) => target)).toEqual([{ role: "table", nth: 1 }]);
});

test("a table tells its totals, its pictures and the fields in its rows; the page tells its text and its alerts", async () => {
  await using opened = await openPage(
    browser,
    `<header>Shop</header><main><p role=alert>Could not load</p><table aria-label=Cart>
    <thead><tr><th>Item<th>Price<th>Quantity<th>Sum</tr></thead>
    <tbody><tr><td><img src="/mug.png" alt="">Mug<td>€2.00<td><input type=number value=3><td>€6.00</tr></tbody>
    <tfoot><tr><th colspan=3>Total<td>€6.00</tr></tfoot></table></main>`,
  );
  const survey = await surveyOf(opened.page);
  const [cart] = survey.collections;
  expect(cart?.footers).toEqual([
    {
      label: "Total",
      cells: [
        { column: 0, text: "Total", css: "tfoot > tr:nth-child(1) > :nth-child(1)" },
        { column: 3, text: "€6.00", css: "tfoot > tr:nth-child(1) > :nth-child(2)" },
      ],
    },
  ]);
  expect(cart?.items[0]).toMatchObject({
    images: [`${opened.site.origin}/mug.png`],
    fields: [{ cell: 2, type: "number", value: "3" }],
  });
  expect(survey.text).toContain("Could not load");
  expect(survey.text).not.toContain("Shop");
  expect(survey.alerts).toEqual(["Could not load"]);
});

test("a table without a name is told by its role where it is the only one, and by what it is in where it is not", async () => {
  const table =
    "<table><thead><tr><th>Name</tr></thead><tbody><tr><td>Ann</tr><tr><td>Ben</tr></tbody></table>";
  await using alone = await openPage(browser, `<main>${table}</main>`);
  expect((await surveyOf(alone.page)).collections.map(({ target }) => target)).toEqual([{ role: "table" }]);
  await using beside = await openPage(browser, `<main>${table}</main><aside>${table}</aside>`);
  expect((await surveyOf(beside.page)).collections.map(({ target }) => target)).toContainEqual(
    expect.objectContaining({ role: "table", within: { role: "main" } }),
  );
});
