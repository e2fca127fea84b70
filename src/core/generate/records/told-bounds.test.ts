import { expect, test } from "vitest";
import { mostLengthIn } from "#core/explore/forms/field-hints.ts";
import type { SurveyField } from "#model/survey.ts";
import { form, page, survey } from "#test/support/site-model.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { toldBounds } from "./told-bounds.ts";
import { outOfBounds } from "./record-bounds.ts";
import type { Plan } from "./record-plan.ts";
import { deniedDays } from "./told-days.ts";
import { wrongIfShown } from "./wrong-values.ts";

const told = (name: string, hint?: string, beside: SurveyField[] = []): string | null => {
  const field = surveyField(name, { type: "number", ...(hint !== undefined && { hint }) });
  const found = toldBounds(field, [field, ...beside]);
  if (!found) return null;
  const { low, high, must } = found;
  const left = low ? `${low.open ? ">" : ">="}${low.at}` : "";
  const right = high ? `${high.open ? "<" : "<="}${high.at}` : "";
  return [left, right, must ? "must" : ""].filter((part) => part !== "").join(" ");
};

test.each([
  ["Daily rate", "Must be greater than 0.", ">0 must"],
  ["Daily rate (€)", "12.50 Must be greater than 0", ">0 must"],
  ["Daily rate", "The daily rate must be greater than zero.", ">0 must"],
  ["Daily rate", "Euros per day. Greater than 0.", ">0 must"],
  ["Daily rate", "Greater than 0, e.g. 12.50. A change applies to new hires only.", ">0 must"],
  ["Seats", "At least 1 (for example 12)", ">=1 must"],
  ["Seats", "At least 5, e.g. 1 500", ">=5 must"],
  ["Tagessatz", "Muss größer als 0 sein, z. B. 12,50", ">0 must"],
  ["Longest hire", "Between 1 and 90 days.", ">=1 <=90"],
  ["Longest hire", "1 to 90 days", ">=1 <=90"],
  ["Longest hire", "Must be between 1 and 90 days", ">=1 <=90 must"],
  ["Longest hire (days)", "A whole number from 1 to 90", ">=1 <=90"],
  ["Seats", "At least 1.", ">=1 must"],
  ["Seats", "At least 1, at most 12 seats", ">=1 <=12 must"],
  ["Seats", "No more than 12", "<=12 must"],
  ["Seats", "Cannot be more than 12.", "<=12 must"],
  ["Deposit", "Cannot be negative.", ">=0 must"],
  ["Deposit", "Must not exceed 500 EUR", "<=500 must"],
  ["Credits", "Maximum 500", "<=500"],
  ["Posts per page", "Between 1 and 100", ">=1 <=100"],
  ["Posts per page", "Up to 100", "<=100"],
  ["Bonus", "Over 100", ">100"],
  ["Age", "Under 30", "<30"],
  ["Age", "Must be under 30", "<30 must"],
  ["Seats", "At least 1, maximum 12", ">=1 <=12"],
  ["Daily rate", "Must be at least 0.005", ">=0.005 must"],
  ["Daily rate", "At least 0,125", ">=0.125 must"],
  ["Population", "At least 1,125", ">=1125 must"],
  ["Duration (hours)", "At least 2 hours", ">=2 must"],
  ["Duration (min)", "At least 30 minutes", ">=30 must"],
  ["Price per night", "At least 5 EUR", ">=5 must"],
  ["Rating (1–5)", undefined, ">=1 <=5"],
  ["Tagessatz", "Muss größer als 0 sein.", ">0 must"],
  ["Leihdauer", "Höchstens 90 Tage", "<=90 must"],
  ["Tagessatz", "Darf nicht negativ sein", ">=0 must"],
  ["Prix", "Ne doit pas être négatif", ">=0 must"],
  ["Prix", "Doit être supérieur à 0", ">0 must"],
  ["Precio", "No puede ser negativo", ">=0 must"],
  ["Durée", "Doit être entre 1 et 90 jours", ">=1 <=90 must"],
])('the bounds of a number: "%s", "%s"', (name, hint, expected) => {
  expect(told(name, hint)).toBe(expected);
});

test.each([
  ["Tagline", "Up to 60 characters"],
  ["Longest hire", "Ideally between 1 and 14 days."],
  ["Longest hire", "Usually between 1 and 14 days."],
  ["Longest hire", "Between 1 and 14 days is best."],
  ["Daily rate", "Tools above 100 need a deposit."],
  ["Daily rate", "The deposit must be at least 50."],
  ["Daily rate", "Minimum 3 nights"],
  ["Guests", "At least 3 nights"],
  ["Guests (at least 3 nights)", undefined],
  ["Price per night", "At least 3 nights"],
  ["Duration (hours)", "At least 30 minutes"],
  ["Deadline (days)", "At least 2 hours"],
  ["Weight (kg)", "At least 500 g"],
  ["Minutes", "At most 2 hours"],
  ["Seats", "At most 12. 0 means unlimited."],
  ["Seats", "At least 1 unless it is a stand-by"],
  ["Seats", "2 to 12 people need one guide each"],
  ["Delivery", "Within 3 to 5 days for most addresses"],
  ["Budget", "Orders over 100 ship for free"],
  ["Credits", "You have 40 left"],
  ["Sales (2024–2025)", undefined],
])('no bounds of a number: "%s", "%s"', (name, hint) => {
  expect(told(name, hint)).toBe(null);
});

const units = surveyField("Unit", { type: "select", options: ["Minutes", "Hours", "Days"] });
const colours = surveyField("Colour", { type: "select", options: ["Red", "Mint"] });
test.each([
  ["Duration", "At least 30 minutes", units, null],
  ["Duration", "At least 30", units, null],
  ["Duration", "Must be greater than 0, at most 90", units, ">0 must"],
  ["Duration (hours)", "At least 2", units, ">=2 must"],
  ["Duration", "At least 30 minutes", colours, ">=30 must"],
  ["Discount", "At most 100", surveyField("Kind", { type: "select", options: ["%", "Fixed"] }), null],
])('a number of a chosen unit: "%s", "%s"', (name, hint, beside, expected) => {
  expect(told(name, hint, [beside])).toBe(expected);
});

test.each([
  ["At least 10 characters, maximum 500", null],
  ["Min 20 characters, max 500", null],
  ["Must be at least 20 characters, max. 300", null],
  ["Mindestens 10 Zeichen, maximal 500", null],
  ["At least 10 characters, maximum 500 characters", 500],
  ["40 characters at most", 40],
  ["Up to 60 characters", 60],
  ["60 characters max.", 60],
  ["60 characters maximum", 60],
  ["At most 1,000 characters", 1000],
])('how long a text may be at most: "%s"', (hint, expected) => {
  expect(mostLengthIn(hint)).toBe(expected);
});

test.each([
  ["Mar 12, 2026. Booking no. 12, a12bcd", false],
  ["#7919", false],
  ["a7919bcd", false],
  ["7919b", false],
  ["No. 7919-3", false],
  ["12.7919", false],
  ["7,919 guests", true],
  ["7919", true],
  ["€7919.00", true],
])('what shows the number above a bound: "%s"', (text, expected) => {
  const fields = [surveyField("Guests (max 5)", { type: "number" })];
  const [above] = wrongIfShown(form(fields), [], "", []).filter(({ side }) => side === "above");
  expect(above?.value).toBe("7919");
  expect(new RegExp(above?.pattern ?? "", "u").test(text)).toBe(expected);
});

test("a number above the bound is none that some page shows, and above it", () => {
  const fields = [surveyField("Guests (max 8000)", { type: "number" })];
  const pages = [page("list", { survey: survey({ text: "We had 8,237 guests." }) })];
  const values = wrongIfShown(form(fields), [], "", pages).map(({ value }) => value);
  expect(values).toContain("9241");
});

test("each item that is made with a number out of bounds has a name of its own, is looked at in its cell, and is removed", () => {
  const name = surveyField("Name");
  const fields = [
    name,
    ...["Seats (max 5)", "Rooms (max 9)"].map((each) => surveyField(each, { type: "number" })),
  ];
  const plan = {
    record: {
      form: form(fields),
      nameField: name,
      columns: ["Name", "Seats", "Rooms"],
      list: { role: "table" },
      rowRole: "row",
      listed: "in_sight",
      path: "/",
      at: null,
      opener: null,
      search: null,
      detail: null,
      remove: { name: "Remove", role: "button", itself: false, confirm: null, refuse: null },
    },
    page: null,
    id: "hall",
    called: "Add hall",
    name: "Hall ${word}",
    changed: "",
    referred: [],
    entries: [{ kind: "fill", field: name, value: "Hall ${word}", fixtures: { word: "word" } }],
  } as unknown as Plan;
  const [draft] = outOfBounds(plan, []);
  const steps = JSON.stringify(draft?.steps);
  expect(Object.keys(draft?.fixtures ?? {})).toEqual(["word_beyond", "word_above1", "word_above2"]);
  expect(steps.match(/"when":\{"visible":\{"role":"row","name":"Hall \$\{\w+\}"/g)?.length).toBe(4);
  expect(steps).toContain('"css":"tr > :nth-child(3)","within"');
});

test.each([
  ["Bought on", "Cannot be in the future.", "future"],
  ["Bought on", "The date must not be in the future", "future"],
  ["Bought on", "The warranty must not be in the past", null],
  ["First day", "The first day must be in the future.", "past"],
  ["First day", "Today or later.", "past"],
  ["First day", "Darf nicht in der Vergangenheit liegen.", "past"],
  ["First day", "Bookings in the past are shown below.", null],
  ["First day", "Can be in the past.", null],
])('which days a field says that it does not take: "%s", "%s"', (name, hint, expected) => {
  expect(deniedDays(surveyField(name, { type: "date", hint }))).toBe(expected);
});
