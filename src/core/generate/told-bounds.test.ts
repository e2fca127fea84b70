import { expect, test } from "vitest";
import { surveyField } from "#test/support/survey-field.ts";
import { toldBounds } from "./told-bounds.ts";
import { deniedDays } from "./told-days.ts";

const told = (name: string, hint?: string): string | null => {
  const found = toldBounds(surveyField(name, { type: "number", ...(hint !== undefined && { hint }) }));
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
  ["Longest hire", "Between 1 and 90 days.", ">=1 <=90 must"],
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
  ["Rating (1–5)", undefined, ">=1 <=5"],
  ["Tagessatz", "Muss größer als 0 sein.", ">0 must"],
  ["Leihdauer", "Höchstens 90 Tage", "<=90 must"],
  ["Tagessatz", "Darf nicht negativ sein", ">=0 must"],
  ["Prix", "Ne doit pas être négatif", ">=0 must"],
  ["Prix", "Doit être supérieur à 0", ">0 must"],
  ["Precio", "No puede ser negativo", ">=0 must"],
  ["Durée", "Entre 1 et 90 jours", ">=1 <=90 must"],
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
