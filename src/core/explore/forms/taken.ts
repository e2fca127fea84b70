import type { SurveyField } from "#model/survey.ts";

/** Of a field that is left empty. */
export const NOTHING = { value: "", fixtures: {} };

/** Leaves the field empty from then on. */
export const goWithout = (field: SurveyField): void => {
  field.taken = NOTHING;
};

/** What brings back what is noted now of what the app was seen to take in these fields. */
export const keepTaken = (fields: readonly SurveyField[]): (() => void) => {
  const before = fields.map((field) => ({ field, taken: field.taken }));
  return () => {
    for (const { field, taken } of before) {
      if (taken) field.taken = taken;
      else delete field.taken;
    }
  };
};
