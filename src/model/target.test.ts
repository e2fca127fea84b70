import { expect, it } from "vitest";
import { describeTarget } from "./target.ts";

it("calls the rows and cells of a table so, and other selectors by themselves", () => {
  const rows = "tbody > tr:has(> td)";
  const within = "Products";
  expect(describeTarget({ css: rows, within })).toBe(`rows in "Products"`);
  expect(describeTarget({ css: rows, within, nth: 0 })).toBe(`row #1 in "Products"`);
  expect(describeTarget({ css: `${rows} > :nth-child(3)`, within })).toBe(`cells of column 3 in "Products"`);
  expect(describeTarget({ css: `${rows}:not(.sum) > :nth-child(3)` })).toBe(
    `${rows}:not(.sum) > :nth-child(3)`,
  );
  expect(describeTarget({ css: `${rows} > td` })).toBe(`${rows} > td`);
});
