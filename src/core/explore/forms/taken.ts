import type { SurveyField } from "#model/survey.ts";

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
