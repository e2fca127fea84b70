import { rangeIn, saidOf } from "#core/explore/field-hints.ts";
import type { SurveyField } from "#model/survey.ts";

const stated = (bound: string | null, none: number): number =>
  bound === null || bound === "" ? none : Number(bound);

/** What the field states, and what its name or the page says; not where the value is beyond that, as it is about something else then. */
const boundsOf = (field: SurveyField, value: number): [number, number] => {
  const told = rangeIn(saidOf(field)) ?? rangeIn(field.name);
  const [low, high] = told && told[0] <= value && value <= told[1] ? told : [-Infinity, Infinity];
  return [Math.max(low, stated(field.min, -Infinity)), Math.min(high, stated(field.max, Infinity))];
};

/** So much more than a field holds, else one step more or less: on its steps, within its bounds and above zero; null where none is. */
export const otherNumber = (field: SurveyField, value: number, more: number): number | null => {
  const step = Math.max(1, Number(field.step) || 1);
  const [least, most] = boundsOf(field, value);
  const found = [more, step, -step]
    .filter((by) => by !== 0 && by % step === 0)
    .map((by) => value + by)
    .find((number) => number > 0 && number >= least && number <= most);
  return found ?? null;
};
