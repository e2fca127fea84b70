import { expect, it } from "vitest";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { knownOf } from "./drawn-selects.ts";
import type { DrawnSelect } from "./drawn-selects.ts";

const category = { name: "Category", target: "Category" } as SurveyField;
const formOf = (...names: string[]): SurveyForm =>
  ({ fields: [category, ...names.map((name) => ({ name }))] }) as SurveyForm;
const known = (beside: string, ...options: string[]): DrawnSelect => ({
  name: "Category",
  target: '"Category"',
  area: "dishes",
  beside,
  options,
});

it("a form for changing an item offers what the form for a new one does, and not what narrows their list", () => {
  const filter = known("Category|Search", "All categories", "Soups");
  const making = known("Category|Name|Price|Description", "Soups", "Pasta");
  const changing = formOf("Name", "Price", "Description", "Available");
  expect(knownOf([filter, making], "dishes", changing, category)).toBe(making);
  expect(knownOf([filter], "dishes", changing, category)).toBeUndefined();
  expect(knownOf([filter, making], "orders", changing, category)).toBeUndefined();
  expect(knownOf([filter, making], "orders", formOf("Search"), category)).toBe(filter);
});
