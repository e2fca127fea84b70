import type { SurveyField } from "#model/survey.ts";

/** A text field of a form, with what is said about it put in. */
export const surveyField = (name: string, part: Partial<SurveyField> = {}): SurveyField => ({
  name,
  type: "text",
  required: false,
  read_only: false,
  disabled: false,
  value: "",
  options: [],
  min: null,
  max: null,
  max_length: null,
  pattern: null,
  autocomplete: null,
  target: name,
  ...part,
});
