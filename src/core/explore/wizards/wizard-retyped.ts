import type { SurveyField } from "#model/survey.ts";
import type { WizardEntry, WizardStep } from "#model/wizard.ts";
import { DAY_MS, isoDay } from "#core/explore/forms/samples.ts";
import { isDay } from "./wizard-data.ts";

const isWithin = ({ min, max }: SurveyField, number: number): boolean =>
  (!min || number >= Number(min)) && (!max || number <= Number(max));

/** Steps of one, or none that are said. */
const isCounted = ({ step }: SurveyField): boolean => !step || step === "any" || Number(step) <= 1;

const otherAmount = (field: SurveyField, typed: string): string | null => {
  const other = Number(typed) + 11.11;
  return /^\d+\.\d\d$/.test(typed) && isWithin(field, other) ? other.toFixed(2) : null;
};

const otherCount = (field: SurveyField, typed: string): string | null => {
  if (field.type !== "number" || !/^\d+$/.test(typed) || !isCounted(field)) return null;
  const other = [Number(typed) + 1, Number(typed) - 1].find(
    (number) => number > 0 && isWithin(field, number),
  );
  return other === undefined ? null : String(other);
};

const otherDay = (field: SurveyField, typed: string): string | null => {
  const time = Date.parse(`${typed}T00:00:00Z`);
  if (!isDay(field) || Number.isNaN(time)) return null;
  const other = isoDay(time + DAY_MS);
  return !field.max || other <= field.max ? other : null;
};

/** A text of the same kind that neither begins nor goes on as the first. */
const otherText = ({ pattern }: SurveyField, typed: string): string | null =>
  pattern
    ? null
    : typed.startsWith("00TW")
      ? typed.replace(/^00/, "01")
      : /^Tracewright (?=\S)/.test(typed)
        ? typed.replace(/^Tracewright/, "Another")
        : null;

/** What can be typed otherwise at a step: an amount, else a count, a day or a text, the first of its kind. */
export const typedOtherwise = ({ entries }: WizardStep): { entry: number; instead: WizardEntry }[] => {
  for (const other of [otherAmount, otherCount, otherDay, otherText])
    for (const [entry, each] of entries.entries()) {
      const { field, kind, value, typed } = each;
      const [text, shown] =
        field && kind === "fill" ? [other(field, value), other(field, typed)] : [null, null];
      if (text !== null && shown !== null)
        return [{ entry, instead: { ...each, value: text, typed: shown } }];
    }
  return [];
};
