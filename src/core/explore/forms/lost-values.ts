import type { Fixture } from "#model/suite.ts";
import type { SurveyForm } from "#model/survey.ts";
import type { Entry } from "./form-data.ts";
import { takenFor } from "./form-data.ts";
import type { Refusal } from "./refusal.ts";

/** Notes with the form what it held of what was typed when it was refused; that it has lost something is kept. */
export const noteHeld = (form: SurveyForm, entries: readonly Entry[], refusal: Refusal | null): void => {
  if (!refusal || refusal.kept.length + refusal.lost.length === 0) return;
  if (form.refused && (form.refused.lost.length > 0 || refusal.lost.length === 0)) return;
  const typed: NonNullable<SurveyForm["refused"]>["typed"] = {};
  for (const entry of entries) {
    const fixtures = (entry.kind === "fill" ? entry.fixtures : {}) as Record<string, Fixture>;
    typed[entry.field.name] = { value: takenFor(entry), fixtures };
  }
  form.refused = {
    typed,
    kept: refusal.kept,
    lost: refusal.lost,
    marked: refusal.fields.size > 0,
  };
};
