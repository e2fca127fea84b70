import type { SiteEditForm } from "#model/site-records.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { click, put } from "./act.ts";
import type { Entry } from "./form-data.ts";
import { choicesOf } from "./item-data.ts";
import { fold } from "./lists.ts";
import { evidenceSince } from "./problems.ts";
import { refusalOf } from "./refusal.ts";
import { SETS_GOING, isUnticked } from "./box-groups.ts";
import type { Walk } from "./walk.ts";
import { look } from "./open-page.ts";
import { beginStep } from "./walk.ts";

const MOST = 3;

/** Another choice for a field that nothing was put into when the item was made. */
const otherChoice = (field: SurveyField): string | null => {
  if (field.disabled || field.read_only || field.target === null) return null;
  if (field.type === "checkbox")
    return field.value === "false" && !SETS_GOING.test(field.name) ? "true" : null;
  const now = fold(field.value);
  return choicesOf(field).find((option) => fold(option) !== now) ?? null;
};

export const furtherEntry = (field: SurveyField, option: string): Entry =>
  field.type === "checkbox" ? { kind: "check", field } : { kind: "select", field, option };

/**
 * Changes what nothing was put into when the item was made, in the form for changing it, which is open; gives what the app
 * took, whether it keeps it or not.
 */
export const tryFurther = async (
  walk: Walk,
  { form }: SiteEditForm,
  made: SurveyForm,
  typed: ReadonlyMap<string, string>,
): Promise<SiteEditForm["further"]> => {
  const submit = form.submit?.target;
  const known = new Set(made.fields.map(({ name, type }) => `${name} ${type}`));
  const chosen = form.fields
    .filter(({ name, type }) => !typed.has(name) && known.has(`${name} ${type}`))
    .flatMap((field) => {
      const option = otherChoice(field);
      return option === null ? [] : [{ field, option }];
    })
    .slice(0, MOST);
  if (!submit || chosen.length === 0) return [];
  for (const { field, option } of chosen) if (!(await put(walk, furtherEntry(field, option), ""))) return [];
  const ready = await look(walk);
  if (
    ready &&
    isUnticked(
      ready,
      chosen.map(({ field, option }) => furtherEntry(field, option)),
    )
  )
    return [];
  const mark = beginStep(walk);
  const after = await click(walk, submit);
  if (!after || refusalOf(walk, mark, form, ready, after)) return [];
  const broke = evidenceSince(walk.session.evidence, mark).requests.some(
    ({ status }) => (status ?? 0) >= 500,
  );
  return broke ? [] : chosen.map(({ field, option }) => ({ field: field.name, option }));
};
