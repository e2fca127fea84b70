import { expect, it } from "vitest";
import { surveyField } from "#test/support/survey-field.ts";
import { newText } from "./setting-changes.ts";

it.each([
  ["Phone", "+1 555 123 4567", "+1 555 123 4568"],
  ["Phone", "", null],
  ["Phone", "555 0123 ext. A", null],
])("a %s of %s is given another digit at its end", (name, value, expected) => {
  expect(newText(surveyField(name, { type: "tel", value }))).toBe(expected);
});

it.each([
  ["Slug", "acme-shop", null],
  ["Shop address", "acme-shop", null],
  ["Website", "www.acme.com", "www.acma.com"],
  ["Site", "www.acme.com", null],
  ["Twitter", "@acme", "@acma"],
  ["Chat", "@acme", null],
  ["BIC", "COBADEFFXXX", null],
  ["State", "CA", null],
  ["State", "New York", null],
  ["Country code", "DE", null],
  ["Initials", "JD", null],
  ["Brand colour", "#aabbcc", null],
  ["VAT ID", "DE 123 456 789", "DE 123 456 788"],
  ["Invoice prefix", "INV-", "TNV-"],
  ["Display name", "ada", "Zoë O'Hara"],
  ["Company name", "ACME", "Zoë O'Brien"],
  ["First name", "Anna-Lena", "Zoë O'Brien"],
  ["Delivery address", "Dock 4, Harbour Road", "Zoë O'Brien"],
  ["Job title", "Head of sales", "Zoë O'Brien"],
])("what may be refused for %s of %s is not typed", (name, value, expected) => {
  expect(newText(surveyField(name, { value }))).toBe(expected);
});
