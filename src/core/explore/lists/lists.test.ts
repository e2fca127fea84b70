import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { LaunchedBrowser } from "#adapters/playwright/launch.ts";
import { long, openPage } from "#adapters/playwright/test-pages.ts";
import { bareLabel, cellsOf } from "./lists.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

test("cells are those of their column's heading, and of its place where the heading does not tell it", async () => {
  await using opened = await openPage(
    browser,
    `<main><table aria-label=People><thead><tr><td><input type=checkbox aria-label=All><th>Name ▲<th>Since 2024<th>Note<th>Note</tr></thead>
    <tbody>${["Ann", "Bob", "Cid"].map((name) => `<tr><td><input type=checkbox aria-label=${name}><td>${name}<td>3<td>a<td>b</tr>`).join("")}</tbody></table></main>`,
  );
  const answer = await opened.page.survey(long);
  const list = answer.ok ? answer.survey.collections[0] : undefined;
  const cells = list && list.columns.map((_, index) => cellsOf(list, index));
  const byPlace = (place: number) => ({
    css: `tbody > tr:has(> td) > :nth-child(${place})`,
    within: "People",
  });
  expect(cells).toEqual([
    byPlace(1),
    { column: "Name", within: "People" },
    byPlace(3),
    byPlace(4),
    byPlace(5),
  ]);
  const [, names] = cells ?? [];
  const read = names && (await opened.page.read({ ...names, nth: 1 }, "text", long));
  expect(read).toMatchObject({ ok: true, value: "Bob" });
});

test.each([
  ["Duration (required)", "Duration"],
  ["Street (optional): *", "Street"],
  ["Name * (Pflichtfeld)", "Name"],
  ["Amount (EUR) *", "Amount (EUR)"],
  ["Required", "Required"],
])("the field %s is called %s", (label, name) => {
  expect(bareLabel(label)).toBe(name);
});
