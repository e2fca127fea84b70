import { rangeIn, saidOf } from "#core/explore/forms/field-hints.ts";
import type { SurveyField } from "#model/survey.ts";

const stated = (bound: string | null, none: number): number =>
  bound === null || bound === "" ? none : Number(bound);

/** What the field states, and what its name or the page says; not where the value is beyond that, as it is about something else then. */
const boundsOf = (field: SurveyField, value: number): [number, number] => {
  const told = rangeIn(saidOf(field)) ?? rangeIn(field.name);
  const [low, high] = told && told[0] <= value && value <= told[1] ? told : [-Infinity, Infinity];
  return [Math.max(low, stated(field.min, -Infinity)), Math.min(high, stated(field.max, Infinity))];
};

const stepOf = ({ step }: SurveyField): number => Math.max(1, Number(step) || 1);

/** Whether a field that holds a number takes another one: on its steps and within its bounds. */
export const takes = (field: SurveyField, value: number, other: number): boolean => {
  const [least, most] = boundsOf(field, value);
  const steps = (other - value) / stepOf(field);
  return other >= least && other <= most && Math.abs(steps - Math.round(steps)) < 1e-6;
};

/** So much more than a field holds, else one step more or less, as far as it takes that and it is above zero. */
export const otherNumber = (field: SurveyField, value: number, more: number): number | null => {
  const step = stepOf(field);
  const found = [more, step, -step]
    .filter((by) => by !== 0)
    .map((by) => value + by)
    .find((number) => number > 0 && takes(field, value, number));
  return found ?? null;
};
