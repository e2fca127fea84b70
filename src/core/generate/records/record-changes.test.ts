import { expect, it } from "vitest";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { changeOf } from "./record-changes.ts";

it.each([
  ["text", "Tracewright ${tag}", "Changed ${tag}"],
  ["text", "${street}", "${street} two"],
  ["text", "01067", "01069"],
  ["email", "${email}", "changed+${email}"],
])("a %s of %s is changed to what its field has room for", (type, value, expected) => {
  const field = surveyField("Unit", { type });
  const entry: Entry = { kind: "fill", field, value, fixtures: {} };
  expect(changeOf(field, entry)).toMatchObject({ value: expected });
});

it.each([
  ["Duration (minutes)", { min: "15", step: "15" }, "15", "30"],
  ["Duration (minutes)", { min: "15", max: "15", step: "15" }, "15", null],
  ["Rating (1–5)", {}, "3", "4"],
  ["Guests", { hint: "At most 6" }, "3", "4"],
  ["Price", { step: "0.01" }, "17.83", "21.83"],
])("a number of %s, %o, is changed to one that it takes", (name, part, value, expected) => {
  const field = surveyField(name, { type: "number", ...part });
  const changed = changeOf(field, { kind: "fill", field, value, fixtures: {} });
  expect(changed?.kind === "fill" ? changed.value : null).toBe(expected);
});

it.each([
  ["${last_name}", 40, "${last_name} two"],
  ["${street}", 40, null],
  ["${last_name}", 20, null],
])("a field for %s of %i letters at most", (value, most, expected) => {
  const field = surveyField("Name", { max_length: most });
  const changed = changeOf(field, { kind: "fill", field, value, fixtures: {} });
  expect(changed?.kind === "fill" ? changed.value : null).toBe(expected);
});

it.each([
  [{}, true],
  [{ max_length: 500 }, true],
  [{ max_length: 120 }, false],
  [{ hint: "At most 140 characters" }, false],
  [{ hint: "0 / 160" }, false],
  [{ hint: "160 left" }, false],
  [{ hint: "Up to 1,000 characters" }, true],
  [{ hint: "At least 10 characters" }, true],
])("a text of a field with %o is changed at length: %s", (part, isLong) => {
  const field = surveyField("Note", { type: "textarea", ...part });
  const changed = changeOf(field, { kind: "fill", field, value: "Tracewright ${tag}", fixtures: {} });
  const value = changed?.kind === "fill" ? changed.value : "";
  expect(value).toMatch(/^Tracewright \$\{tag\} .*<x-note>two<\/x-note>$/);
  expect(value.length > 150).toBe(isLong);
});
