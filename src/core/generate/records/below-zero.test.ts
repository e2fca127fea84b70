import { expect, test } from "vitest";
import type { Entry } from "#core/explore/forms/form-data.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { form, page, survey as pageSurvey } from "#test/support/site-model.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { isSaidPositive, neverNegative, takenAs } from "./below-zero.ts";

const isOne = (name: string, type: string, called = "Add room"): boolean => {
  const field = surveyField(name, { type });
  const entry: Entry = { kind: "fill", field, value: "12.50", fixtures: {} };
  return neverNegative(form([field], { name: "Room" }), [entry], called, []).length > 0;
};

test.each([
  "Price",
  "Price (€)",
  "Price per night",
  "Hourly fee",
  "Number of guests",
  "Preis pro Nacht *",
  "Durée",
  "Weight (kg)",
])("a text field for a number of which there cannot be less than none: %s", (name) => {
  expect(isOne(name, "text")).toBe(true);
});

test.each([
  "Price list",
  "Cost center",
  "Age group",
  "Stock symbol",
  "Discount price",
  "Price adjustment",
  "Temperature",
  "Language",
  "Account",
  "Weight",
  "Balance",
])("a text field for another one: %s", (name) => {
  expect(isOne(name, "text")).toBe(false);
});

test("what a form is for decides on amounts, and on what is taken back", () => {
  expect(isOne("Amount", "number", "Record expense")).toBe(true);
  expect(isOne("Amount", "number", "Add line")).toBe(false);
  expect(isOne("Quantity", "number", "Adjust stock")).toBe(false);
  expect(isOne("Unit price", "number", "New invoice")).toBe(false);
});

test.each([
  ["Always a positive number, for example 12.50", true],
  ["Must be greater than zero", true],
  ["A positive or negative number", false],
  ["Greater than 0.5", false],
])('what is said of a number decides on it: "%s"', (hint, expected) => {
  expect(isSaidPositive(surveyField("Amount", { type: "text", hint }))).toBe(expected);
});

const shown = (texts: string[]): SurveyCollection => ({
  kind: "list",
  name: "Items",
  target: { role: "list" },
  rows: texts.length,
  columns: [],
  items: texts.map((text) => ({ text, cells: [], links: [], buttons: [], images: [], fields: [] })),
  footers: [],
  paging: null,
  code: false,
});

test.each([
  [["Apples 400 g", "Milk 1 l", "Salt"], false],
  [["Apples 4", "Milk 1", "Lamps 2"], true],
])("a text field for how many of what is listed as %j", (texts, expected) => {
  const field = surveyField("Quantity (optional)", { type: "text" });
  const entry: Entry = { kind: "fill", field, value: "3", fixtures: {} };
  const shopping = form([field], { name: "Add" });
  const survey = pageSurvey({ forms: [shopping], collections: [shown(texts)] });
  const fields = neverNegative(shopping, [entry], "Add", [page("shopping", { survey })]);
  expect(fields.length > 0).toBe(expected);
});

test("a page that says what it has refused has taken nothing", () => {
  const pattern = new RegExp(takenAs("-47"));
  expect(pattern.test("Recorded\n-47 for lunch")).toBe(true);
  expect(pattern.test("An amount of -47 is not possible")).toBe(false);
});
