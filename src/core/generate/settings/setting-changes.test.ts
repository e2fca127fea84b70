import { expect, it } from "vitest";
import { surveyField } from "#test/support/survey-field.ts";
import { form, page, survey } from "#test/support/site-model.ts";
import { changeOf, newText } from "./setting-changes.ts";

it.each([
  ["Phone", "+1 555 123 4567", "+1 555 123 4568"],
  ["Phone", "", null],
  ["Phone", "555 0123 ext. A", null],
])("a %s of %s is given another digit at its end", (name, value, expected) => {
  expect(newText(surveyField(name, { type: "tel", value }))).toBe(expected);
});

it.each([
  ["For example +49 30 1234567", "0151 23456789", "+49 30 1234567"],
  ["e.g. 020 7946 0018.", "020 555 0190", "020 7946 0018"],
  ["For example +49 30 1234567", "+49 30 1234567", "+49 30 1234568"],
  ["For example home or work", "0151 23456789", "0151 23456780"],
  ["For example +49 30 1234567", "", null],
])("the number that a field gives as an example (%s) is one that it takes", (hint, value, expected) => {
  expect(newText(surveyField("Phone", { type: "tel", value, hint }))).toBe(expected);
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
  ["VAT ID", "DE 123 456 789", null],
  ["IBAN", "DE89 3704 0044 0532 0130 00", null],
  ["Payout account", "DE89 **** 3000", null],
  ["EAN", "4006381333931", null],
  ["VAT rate", "7.70", "8.70"],
  ["Steuernummer", "12/345/67890", null],
  ["USt-IdNr.", "DE136695976", null],
  ["Customer number", "44-1002", "44-1001"],
  ["Nickname", "coolcat", "coolcae"],
  ["Gamer tag", "coolcat99", null],
  ["Invoice prefix", "INV-", "TNV-"],
  ["Display name", "ada", "Zoë O'Hara"],
  ["Company name", "ACME", "Zoë O'Brien"],
  ["First name", "Anna-Lena", "Zoë O'Brien"],
  ["Delivery address", "Dock 4, Harbour Road", "Zoë O'Brien"],
  ["Job title", "Head of sales", "Zoë O'Brien"],
  ["Flat or building (optional)", "", "Zoë O'Brien"],
  ["Flat or building", "", null],
  ["Second phone (optional)", "", null],
  ["Reference number (optional)", "", null],
])("what may be refused for %s of %s is not typed", (name, value, expected) => {
  expect(newText(surveyField(name, { value }))).toBe(expected);
});

it.each([
  ["Session timeout (min)", { value: "30", min: "5", step: "5" }, "35"],
  ["Session timeout (min)", { value: "30", max: "30", step: "5" }, "25"],
  ["Reminder", { value: "5", hint: "From 1 to 5 days" }, "4"],
  ["Reminder", { value: "9", hint: "From 1 to 5 days" }, "10"],
  ["Reminder", { value: "2" }, "3"],
])("a number of %s is changed to one that the field takes: %o", (name, part, expected) => {
  expect(newText(surveyField(name, { type: "number", ...part }))).toBe(expected);
});

it.each([
  ["Opens at", ["06:00", "08:30", "09:00"], "08:30", "09:00"],
  ["Closes at", ["17:00", "18:00"], "18:00", "17:00"],
  ["Country", ["Austria", "Germany", "France"], "Germany", "France"],
  ["Default assignee", ["none", "<< me >>", "Nora Lindqvist"], "none", "Nora Lindqvist"],
])("%s of %j is changed from %s to its neighbour", (name, options, value, expected) => {
  const field = surveyField(name, { type: "select", options, value });
  const changed = changeOf(field, page("settings", { survey: survey({ forms: [form([field])] }) }));
  expect(changed?.change).toEqual({ select: { [name]: expected } });
});

it("another country would refuse the postcode that is there", () => {
  const field = surveyField("Country", { type: "select", options: ["Austria", "Germany"], value: "Germany" });
  const fields = [field, surveyField("Postcode", { value: "10119" })];
  expect(changeOf(field, page("profile", { survey: survey({ forms: [form(fields)] }) }))).toBeNull();
});

it("what begins and what ends move the same way, also at the end of what they offer", () => {
  const options = ["16:00", "17:00", "18:00", "19:00"];
  const [opens, closes] = [
    surveyField("Opens at", { type: "select", options, value: "18:00" }),
    surveyField("Closes at", { type: "select", options, value: "19:00" }),
  ];
  const settings = page("settings", { survey: survey({ forms: [form([opens, closes])] }) });
  expect([opens, closes].map((field) => changeOf(field, settings)?.change)).toEqual([
    { select: { "Opens at": "17:00" } },
    { select: { "Closes at": "18:00" } },
  ]);
});

it.each([
  ["E-mail summary", ["Never", "Once a day", "Once a week"], true],
  ["E-mail", ["ada@acme.com", "it@acme.com"], false],
])("a choice of %s is changed, unless an address is chosen", (name, options, isChanged) => {
  const field = surveyField(name, { type: "select", options, value: options[1] ?? "" });
  expect(changeOf(field, page("settings", { survey: survey({ forms: [form([field])] }) })) !== null).toBe(
    isChanged,
  );
});
