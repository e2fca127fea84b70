import type { Fixture } from "#model/suite.ts";
import type { SurveyForm } from "#model/survey.ts";
import type { SiteRecord } from "#model/site-records.ts";
import { isValue } from "#core/suite/order.ts";
import { takenFor } from "#core/explore/forms/form-data.ts";
import { itemData } from "./item-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { goWithout, keepTaken } from "#core/explore/forms/taken.ts";
import type { Way } from "./ways.ts";

/** How many fields are left out by themselves before all of them are. */
const MOST_ALONE = 3;

/** At what a server breaks most likely comes first: numbers, what has a form of its own, then words and choices. */
const likelihood = (entry: Entry): number => {
  if (entry.kind === "upload") return 0;
  if (entry.kind !== "fill") return 3;
  const { type } = entry.field;
  if (type === "number" || /^\d+[.,]\d+$/.test(entry.value)) return 0;
  if (/^(?:date|time|datetime-local|month|week|tel|url|email)$/.test(type)) return 1;
  return type === "textarea" ? 4 : 2;
};

/** What is typed or chosen although the form does not ask for it, but for what the item is known by. */
const spareIn = ({ form, nameField }: Way): Entry[] =>
  (itemData(form, nameField, "", false) ?? [])
    .filter(({ field }) => !field.required && field.name !== nameField.name && !/\*\s*$/.test(field.name))
    .toSorted((a, b) => likelihood(a) - likelihood(b));

export type Spared = SiteRecord["breaksWith"];

/** What could be left out where the app takes no item, a few fields by themselves and then all of them. */
export const waysToSpare = (way: Way): Spared[] => {
  const all = spareIn(way).map((entry) => ({
    name: entry.field.name,
    taken: {
      value: takenFor(entry),
      fixtures: (entry.kind === "fill" ? entry.fixtures : {}) as Record<string, Fixture>,
    },
  }));
  const alone = all.slice(0, MOST_ALONE).map((each) => [each]);
  return all.length > 1 ? [...alone, all] : alone;
};

/** The form with what was left out. */
export const withSpared = (form: SurveyForm, spared: Spared): SurveyForm => ({
  ...form,
  fields: form.fields.map((field) => {
    const given = spared.find(({ name }) => name === field.name)?.taken;
    return given ? { ...field, taken: given } : field;
  }),
});

/** Leaves fields of the form empty from then on; gives what takes that back. */
export const spare = (form: SurveyForm, spared: Spared): (() => void) => {
  const names = new Set(spared.map(({ name }) => name));
  const fields = form.fields.filter(({ name }) => names.has(name));
  const putBack = keepTaken(fields);
  for (const field of fields) goWithout(field);
  return putBack;
};

const OPTIONAL = /\boptional\b|\bfreiwillig\b|\bfacultati[fv]|\bopcional\b|\bfacoltativ/i;

/** Numbers, notes, whatever says so, and choices that begin with none ("Unassigned"), that the form does not ask for, by the names of their fields. */
export const optionalOf = ({ form, nameField }: Way, { nameTail, varied }: SiteRecord): string[] =>
  (itemData(form, nameField, nameTail, varied) ?? []).flatMap(({ kind, field }) =>
    !field.required &&
    field.name !== nameField.name &&
    ((kind === "select" && field.value !== "" && !isValue(field.value)) ||
      (kind === "fill" &&
        (/^(?:number|tel|url|textarea)$/.test(field.type) || OPTIONAL.test(field.name)) &&
        field.value === ""))
      ? [field.name]
      : [],
  );
