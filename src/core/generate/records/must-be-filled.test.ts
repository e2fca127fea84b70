import { expect, it } from "vitest";
import { form } from "#test/support/site-model.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { mayBeNeeded, mustBeFilled } from "./must-be-filled.ts";

const email = surveyField("Email", { type: "email" });
const needed = (name: string) => surveyField(name, { required: true });

it.each([
  ["others bear a mark, and it does not", [needed("Name *"), needed("Phone *"), email], false],
  ["others are required by the browser alone", [needed("Name"), needed("Phone"), email], true],
  ["nothing is required", [surveyField("Phone"), email], false],
])("an e-mail address has to be given where %s: %s", (_, fields, expected) => {
  expect(mustBeFilled(email, form(fields))).toBe(expected);
});

it("nobody promises that a form does without an address that bears no mark", () => {
  expect(mayBeNeeded(email, form([needed("Name *"), email]))).toBe(true);
});
