import { expect, it } from "vitest";
import type { Entry } from "#core/explore/form-data.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { changeOf } from "./record-changes.ts";

it.each([
  ["text", "Tracewright ${tag}", "Changed ${tag}"],
  ["text", "${street}", "${street} two"],
  ["textarea", "Tracewright ${tag}", "Tracewright ${tag} two <x-note>two</x-note>"],
])("a %s of %s is changed to what its field has room for", (type, value, expected) => {
  const field = surveyField("Unit", { type });
  const entry: Entry = { kind: "fill", field, value, fixtures: {} };
  expect(changeOf(field, entry)).toMatchObject({ value: expected });
});
