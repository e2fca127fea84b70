import { describe, expect, it } from "vitest";
import { surveyField } from "#test/support/survey-field.ts";
import type { SurveyField } from "#model/survey.ts";
import type { WizardEntry } from "#model/wizard.ts";
import { saidOf } from "./wizard-shown.ts";
import { totalOf } from "./wizard-total.ts";

const field = (type: string): SurveyField => surveyField("", { type, target: "x" });

const typed = (label: string, value: string, type = "text"): WizardEntry => ({
  kind: "fill",
  label,
  target: label,
  field: field(type),
  value,
  typed: value,
  options: [],
});

const chosen = (label: string, value: string, ...others: string[]): WizardEntry => ({
  kind: "check",
  label,
  target: value,
  field: field("radio"),
  value,
  typed: value,
  options: [value, ...others].map((text) => ({ text, target: text })),
});

const room = chosen("Room", "Garden room ($120.00)", "Attic ($80.00)", "Garden suite ($200.00)");
const guests = typed("Guests", "2", "number");
const day = typed("Arrival", "2030-06-19", "date");
const name = typed("Name", "Ada Lovelace");
const mail = typed("E-mail", "ada@example.com", "email");

describe("what a summary has to say", () => {
  const all = [room, guests, day, name, mail];
  const tries: [text: string, entry: WizardEntry, said: string | null][] = [
    ["Your stay: Garden room, two nights", room, "Garden room"],
    ["Take your room Ada Lovelace", room, "Garden room"],
    ["Take your bed Room Ada Lovelace", room, "Garden room"],
    ["Check the big Room Ada Lovelace", chosen("Big room", "Yes, please", "No, thanks"), null],
    ["Your stay: Attic, two nights", room, "Garden room"],
    // A list of all there is says nothing of the choice.
    ["We also have Attic and Garden suite", room, null],
    ["Your stay: two nights", room, null],
    ["Name Ada Lovelace E-mail ada@example.com", name, "Ada Lovelace"],
    ["Name E-mail ada@example.com", name, "Ada Lovelace"],
    ["Name: – E-mail ada@example.com", name, "Ada Lovelace"],
    ["Name Garden room ($120.00)", name, "Ada Lovelace"],
    ["Name Lovelace, A.", name, null],
    ["E-mail a***@example.com", mail, null],
    ["Thank you", mail, null],
    ["Arrival 19 June 2030", day, "19 June 2030"],
    ["Arrival 06/18/2030", day, "06/19/2030"],
    ["Arrival: next week", day, null],
    ["Open from 09:00", chosen("Time", "10:30", "09:00"), null],
    ["Time 09:00", chosen("Time", "10:30", "09:00"), "10:30"],
    ["Pay by Friday", chosen("Payment", "Cash at the desk", "Pay by bank transfer"), null],
    ["Guests 2", guests, "2(?!\\d)"],
    ["Guests: 1", guests, "2(?!\\d)"],
    ["Guests are welcome", guests, null],
  ];
  it.each(tries)("%s", (text, entry, said) => {
    const found = saidOf(text, entry, all);
    expect(JSON.stringify(found)).toContain(JSON.stringify(said).replace(/^"|"$/g, ""));
  });
});

describe("what a total has to be", () => {
  const breakfast: WizardEntry = { ...chosen("Breakfast", "Breakfast (+$10.00)"), options: [] };
  const tries: [text: string, entries: WizardEntry[], amount: string | null][] = [
    ["Garden room $120.00 Total $120.00", [room], "120"],
    ["Garden room Total $80.00", [room], "120"],
    ["Garden room $120.00 Breakfast $10.00 Total $120.00", [room, breakfast], "130"],
    ["Garden room $120.00 Breakfast $10.00 Total $130.00", [room, breakfast], "130"],
    ["Total $240.00", [room, guests], "240"],
    ["Total $250.00", [room, breakfast, guests], "250"],
    // How many nights there are is not known here.
    ["Total $360.00", [room, guests], null],
    ["Subtotal $120.00 Tax $12.00 Total $132.00", [room], "132"],
    ["Subtotal $120.00 Total with tax $132.00", [room], null],
    ["Total $120.00, deposit due now $30.00", [room], "120"],
    ["Total with city tax $131.00", [room], null],
    ["Total $360.00", [room, chosen("Stay", "3 nights", "2 nights")], "360"],
    ["Total $300.00", [room, chosen("Stay", "3 nights", "2 nights")], null],
    ["Total $300.00", [room, day, typed("Departure", "2030-06-21", "date")], null],
    ["Total $300.00", [chosen("Room", "Attic, $80.00 per night", "Cellar, $40.00 per night")], null],
    ["Price $120.00", [room], "120"],
    ["No price here", [room], null],
    ["Total $99.00", [name], null],
  ];
  it.each(tries)("%s", (text, entries, amount) => {
    const pattern = totalOf(text, entries);
    expect(String(pattern)).toContain(amount === null ? "null" : `{0,20}${amount}(`);
  });
});
