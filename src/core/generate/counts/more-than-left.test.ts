import { expect, it } from "vitest";
import { asForm } from "#core/explore/wizards/wizard-data.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { fewerThanNone, someLeft, tooMany } from "./more-than-left.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";

const fieldOf = (name: string, options: string[] = []): SurveyField =>
  surveyField(name, { type: options.length > 0 ? "select" : "number", options });
const formOf = (...fields: SurveyField[]): SurveyForm => asForm(fields);

it.each([
  ["Yoga 2 seats left Book", "Seats", [], "3"],
  ["Places left: 12", "Number of people", [], "13"],
  ["Only 3 in stock", "Quantity", [], "4"],
  ["5 available", "Quantity", [], "6"],
  ["Noch 4 Plätze frei", "Anzahl Personen", [], "5"],
  ["4 places restantes", "Nombre de places", [], "5"],
  ["2 seats left", "Seats", ["1", "2", "4", "8"], "4"],
])("of %j, %s %j may not be %s", (text, name, options, value) => {
  expect(tooMany(text, formOf(fieldOf("Your name"), fieldOf(name, options)))?.value).toBe(value);
});

it.each([
  ["3 rooms left", "Guests", []],
  ["3 available", "Guests", []],
  ["3 available colours", "Quantity", []],
  ["2 seats left, then there is a waiting list", "Seats", []],
  ["0 seats left", "Seats", []],
  ["2 seats left", "Age", []],
  ["8 seats left", "Seats", ["1", "2"]],
])("says nothing of %j and %s %j", (text, name, options) => {
  expect(tooMany(text, formOf(fieldOf(name, options)))).toBeNull();
});

it("knows how many are left", () => {
  const many = tooMany("23 seats left", formOf(fieldOf("Seats")));
  if (!many) throw new Error("none");
  const [some, fewer] = [new RegExp(someLeft(many)), new RegExp(fewerThanNone(many))];
  const fits = (pattern: RegExp): number[] =>
    [-12, -1, 0, 1, 9, 10, 19, 20, 23, 24, 30, 120].filter((each) => pattern.test(`Now ${each} seats left`));
  expect(fits(some)).toEqual([1, 9, 10, 19, 20, 23]);
  expect(fits(fewer)).toEqual([-12, -1]);
  expect(some.test("1 seat left")).toBe(true);
});
