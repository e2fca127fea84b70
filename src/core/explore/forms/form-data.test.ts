import { describe, expect, it } from "vitest";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { surveyField } from "#test/support/survey-field.ts";
import type { Entry } from "./form-data.ts";
import { dataFor, targetOf } from "./form-data.ts";
import { itemData } from "#core/explore/items/item-data.ts";
import { forget, giveOther } from "./other-data.ts";
import type { Refusal } from "./refusal.ts";
import { putSamples } from "./samples.ts";

const form = (fields: SurveyField[]): SurveyForm => ({
  name: "New",
  action: "/",
  method: "post",
  purpose: "other",
  fields,
  submit: null,
});

const shown = (entry: Entry): string =>
  entry.kind === "fill"
    ? putSamples(entry.value, "abc")
    : entry.kind === "select"
      ? entry.option
      : JSON.stringify(targetOf(entry));

const valuesOf = (made: SurveyForm): Record<string, string> =>
  Object.fromEntries((dataFor(made) ?? []).map((entry) => [entry.field.name, shown(entry)]));

const valueOf = (name: string, part: Partial<SurveyField> = {}): string =>
  valuesOf(form([surveyField(name, part)]))[name] ?? "";

describe("what is made up for a field", () => {
  it.each<[string, Partial<SurveyField>, RegExp]>([
    ["ISBN", {}, /^978\d{10}$/],
    [
      "SKU",
      {
        hint: "Two letters, a hyphen and 3 to 6 digits, such as CO-1007.",
        pattern: "[A-Za-z]{2}-[0-9]{3,6}",
      },
      /^CO-\d{4}$/,
    ],
    // Likely to be like no other.
    ["SKU", { pattern: "[A-Za-z]{2}-[0-9]{3,6}" }, /^AB-\d{6}$/],
    ["Code", { hint: "Letters and digits, 3 to 6 characters" }, /^\w{3,6}$/],
    ["IBAN", {}, /^DE\d{2}37040044\d{10}$/],
    ["Weight", { type: "number", step: "0.5", min: "0" }, /^12\.5$/],
    ["Price", { type: "number", step: "0.01", min: "0.01", max: "9" }, /^4\.35$/],
    ["Price", { type: "number", step: "5", min: "0" }, /^12$/],
    ["Number of copies", { hint: "From 5 to 20" }, /^5$/],
    [
      "Message",
      { type: "textarea", hint: "Between 20 and 2,000 characters" },
      /^Tracewright wrote this abc$/,
    ],
    ["Text", { type: "textarea", hint: "Between 20 and 1,500 words" }, /^Tracewright (?:\S+ ){20}abc$/],
    ["Answer", { type: "textarea", hint: "At least 12 words" }, /^Tracewright (?:\S+ ){12}abc$/],
    ["Seats", { hint: "5 to 20" }, /^5$/],
    ["Nights", { type: "number", hint: "5 to 20" }, /^5$/],
    ["User name", { hint: "3 to 20 letters, digits or dots" }, /^tw\d{6}$/],
    ["User", {}, /^tw\d{6}$/],
    ["Groups", {}, /^tw\d{6}$/],
    ["Cover URL", { hint: "For example /covers/sea.svg, or leave it empty" }, /^\/covers\/sea\.svg$/],
    ["Budget", { hint: "At least 1,200 €" }, /^1200$/],
    ["Mileage", { hint: "Must not be below the last reading (58,120 km)" }, /^58120$/],
    ["Rate", { type: "number", hint: "Not more than 2" }, /^2$/],
    ["Reorder at", { keys: "numeric" }, /^3$/],
    ["Amount used", { keys: "numeric" }, /^17$/],
    ["Amount", { keys: "decimal" }, /^17\.83$/],
    ["Score", { keys: "numeric", hint: "5 to 20" }, /^5$/],
    ["Member number", { keys: "numeric" }, /^\d{6}$/],
    ["Motto", { hint: "At least 3 characters" }, /^Tracewright abc$/],
    ["Number plate", { hint: "Such as HL-NW 101" }, /^B-TW \d{4}$/],
    ["Website", { hint: "https://" }, /^https:\/\/example\.com\/$/],
    ["Barcode", { hint: "Barcode, for example C1012" }, /^C\d{4}$/],
    ["Member", { hint: "8 digits" }, /^[1-9]\d{7}$/],
    ["Delivery", { hint: "DD.MM.YYYY" }, /^14\.06\.2030$/],
    ["Date of birth", { type: "date" }, /^1990-05-17$/],
    ["Nickname", { hint: "At most 12 characters" }, /^\S{1,12}$/],
    ["Key", { hint: "Two to four letters" }, /^[a-z]{4}$/],
    ["Note", { hint: "What should we know?" }, /^Tracewright abc$/],
  ])("%s %j is %s", (name, part, value) => {
    expect(valueOf(name, part)).toMatch(value);
  });

  it("ends behind where it begins", () => {
    const pair = (names: [string, string], part: Partial<SurveyField> = {}): Record<string, string> =>
      valuesOf(form(names.map((name) => surveyField(name, part))));
    const mileage = pair(["Count at start", "Count at end"], { type: "number" });
    expect(mileage).toEqual({ "Count at start": "3", "Count at end": "10" });
    const booked = pair(["From", "To"], { type: "datetime-local" });
    expect(booked).toEqual({ From: "2030-06-14T15:30", To: "2030-06-14T17:30" });
    expect(pair(["Opens", "Closes"], { type: "time" })).toEqual({ Opens: "15:30", Closes: "17:30" });
    expect(pair(["From", "To"])).toEqual({ From: "Tracewright abc", To: "Tracewright abc" });
    expect(pair(["Adults", "Children"], { type: "number" })).toEqual({ Adults: "3", Children: "3" });
  });

  it("is a stay from today, or of an item on days that stay the same, where it fits the bounds", () => {
    const today = new Date().toISOString().slice(0, 10);
    const stay = (max: string | null) =>
      ["Arrival", "Departure"].map((name) => surveyField(name, { type: "date", min: today, max }));
    expect(valuesOf(form(stay(null)))).toEqual({ Arrival: today, Departure: "2030-06-14" });
    const guest = surveyField("Guest", { required: true });
    const ofItem = (max: string | null): string[] =>
      (itemData(form([guest, ...stay(max)]), guest, "") ?? []).slice(1).map(shown);
    expect(ofItem(null)).toEqual(["2030-06-14", "2030-06-18"]);
    expect(ofItem("2029-01-01")).toEqual([today, "2030-06-14"]);
  });

  it("is a choice where none is made, and a day far ahead for what is had at one time of a day", () => {
    const slots = ["Please choose", "08:00", "08:30"];
    const made = form([
      surveyField("Stars", { type: "radio", options: ["1 star", "2 stars", "3 stars"] }),
      surveyField("Day", { type: "date", value: "2026-01-02" }),
      surveyField("Slot", { type: "select", options: slots, value: "Please choose" }),
    ]);
    const { Day: day, ...others } = valuesOf(made);
    expect(day).toMatch(/^203\d-/);
    expect(others).toEqual({ Stars: JSON.stringify({ label: "2 stars", exact: true }), Slot: "08:00" });
  });

  it("gives few rights, where there is a choice", () => {
    expect(valueOf("Role", { type: "select", options: ["Admin", "Editor", "Viewer: reads"] })).toBe(
      "Viewer: reads",
    );
    expect(valueOf("Root role", { type: "select", options: ["Owner", "Agent"] })).toBe("Owner");
    expect(valueOf("Assignee", { type: "select", options: ["", "<< me >>", "Nora Lind"] })).toBe("Nora Lind");
    expect(valueOf("Rolled in", { type: "select", options: ["Paper", "Guest towel"] })).toBe("Paper");
  });
});

describe("what is given instead of what was refused", () => {
  const refusal = (words: string, fields: Record<string, string> = {}): Refusal => ({
    words,
    fields: new Map(Object.entries(fields)),
    emptied: false,
    kept: [],
    lost: [],
  });
  const next = (made: SurveyForm, said: Refusal, tried = new Map()): Record<string, string> => {
    giveOther(made, dataFor(made) ?? [], said, new Map([["Code", ["AB-1234"]]]), tried);
    return valuesOf(made);
  };

  it("is what the message asks for, nothing where it need not be filled in, or what others have", () => {
    const copies = form([surveyField("Many"), surveyField("Title", { required: true })]);
    expect(next(copies, refusal("", { Many: "From 10 to 20, please." }))).toMatchObject({ Many: "11" });
    const mileage = form([surveyField("Mileage", { type: "number" })]);
    const tooLow = refusal("", { Mileage: "The mileage must be at least 84,210 km." });
    expect(next(mileage, tooLow)).toEqual({ Mileage: "84211" });
    const key = form([surveyField("Key", { required: true })]);
    const four = refusal("", { Key: "The key has two to four letters." });
    expect(next(key, four)["Key"]).toMatch(/^[a-z]{4}$/);
    const born = form([surveyField("Day", { type: "date" })]);
    expect(next(born, refusal("", { Day: "The day is in the future." }))).toEqual({ Day: "2020-05-18" });
    const phone = form([surveyField("Phone"), surveyField("Name", { required: true })]);
    expect(next(phone, refusal("", { Phone: "This is no phone number." }))).not.toHaveProperty("Phone");
    const code = form([surveyField("Code", { required: true })]);
    expect(next(code, refusal("", { Code: "There is no such code." }))["Code"]).toMatch(/^AB-\d{4}$/);
  });

  it("is the next choice where something is taken, and nothing is given twice", () => {
    const slot = form([
      surveyField("Slot", { type: "select", required: true, options: ["", "08:00", "08:30"], value: "" }),
    ]);
    const tried = new Map();
    const taken = refusal("08:00 is already taken. Please choose another slot.");
    expect(next(slot, taken, tried)).toEqual({ Slot: "08:30" });
    expect(giveOther(slot, dataFor(slot) ?? [], taken, new Map(), tried)).toBe(false);
    forget(slot);
    expect(valuesOf(slot)).toEqual({ Slot: "08:00" });
  });
});
