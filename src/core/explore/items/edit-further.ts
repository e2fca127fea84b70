import type { SiteEditForm } from "#model/site-records.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { tryEmptying } from "./edit-emptied.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { offeredBy } from "#core/explore/forms/form-data.ts";
import { choicesOf } from "./item-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import { refusalOf } from "#core/explore/forms/refusal.ts";
import { SETS_GOING, isUnticked } from "#core/explore/forms/box-groups.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look } from "#core/explore/pages/open-page.ts";
import { beginStep } from "#core/explore/pages/walk.ts";

const MOST = 3;
const CHOSEN = /^(?:select|combobox|radio)$/;

type Choice = { field: SurveyField; option: string };
/** What came of it: `broke` at an error of the server; `stuck` where it could not be put in or sent. */
type Answer = "taken" | "refused" | "broke" | "stuck";

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

/** Another choice for one that was made with the item, the one that a case would take; not that which the list's page is called after. */
const changedChoices = (
  { form, kept }: SiteEditForm,
  made: SurveyForm,
  typed: ReadonlyMap<string, string>,
  headings: readonly string[],
): Choice[] =>
  form.fields
    .filter(({ name, type, target, disabled, read_only: fixed, unsent }) => {
      const isOpen = target !== null && !disabled && !fixed && !unsent;
      // What it refers to is its own: another one is somebody's.
      const isOwn = made.fields.some((field) => field.name === name && field.refers);
      return isOpen && !isOwn && CHOSEN.test(type) && kept.includes(name);
    })
    .flatMap((field) => {
      const now = typed.get(field.name);
      const option = offeredBy(field.options).find((text) => text !== now && text.trim() !== "");
      const isOfPage = headings.some((text) => fold(text) === fold(now ?? ""));
      return now === undefined || option === undefined || isOfPage ? [] : [{ field, option }];
    });

/** Puts the choices into the form, which is open, and sends it. */
const send = async (walk: Walk, form: SurveyForm, choices: Choice[]): Promise<Answer> => {
  const submit = form.submit?.target;
  if (!submit) return "stuck";
  for (const { field, option } of choices)
    if (!(await put(walk, furtherEntry(field, option), ""))) return "stuck";
  const ready = await look(walk);
  if (
    ready &&
    isUnticked(
      ready,
      choices.map(({ field, option }) => furtherEntry(field, option)),
    )
  )
    return "stuck";
  const mark = beginStep(walk);
  const after = await click(walk, submit);
  if (!after) return "stuck";
  if (refusalOf(walk, mark, form, ready, after)) return "refused";
  const { requests } = evidenceSince(walk.session.evidence, mark);
  return requests.some(({ status }) => (status ?? 0) >= 500) ? "broke" : "taken";
};

type Tried = Pick<SiteEditForm, "further" | "fixed">;

/** As `tryEditing` says; `before`: the choices that are to be put back. */
const tryChoices = async (
  walk: Walk,
  edit: SiteEditForm,
  made: SurveyForm,
  { values, headings }: Typed,
  again: () => Promise<unknown>,
): Promise<Tried & { before: Choice[] }> => {
  const { form } = edit;
  const known = new Set(made.fields.map(({ name, type }) => `${name} ${type}`));
  const others = form.fields
    .filter(({ name, type }) => !values.has(name) && known.has(`${name} ${type}`))
    .flatMap((field) => {
      const option = otherChoice(field);
      return option === null ? [] : [{ field, option }];
    })
    .slice(0, MOST);
  const further = others.map(({ field, option }) => ({ field: field.name, option }));
  const changed = changedChoices(edit, made, values, headings);
  if (others.length + changed.length === 0) return { further: [], fixed: [], before: [] };
  const answer = await send(walk, form, [...others, ...changed]);
  if (changed.length === 0) return { further: answer === "taken" ? further : [], fixed: [], before: [] };
  if (answer === "broke") return { further: [], fixed: [], before: [] };
  if (answer === "taken") {
    const before = changed.map(({ field }) => ({ field, option: values.get(field.name) ?? "" }));
    return { further, fixed: [], before };
  }
  await again();
  const fixed = changed.map(({ field }) => field.name);
  const alone = others.length > 0 && (await send(walk, form, others)) === "taken";
  return { further: alone ? further : [], fixed, before: [] };
};

/** What was typed as the item was made, by name of the field, and the headings of the page that lists it. */
type Typed = { values: ReadonlyMap<string, string>; headings: readonly string[] };

/**
 * Changes choices in the form for changing an item, which is open, empties a text meanwhile, and puts those choices back that
 * the item was made with; `again` opens the form once more. `further`: those of what nothing was put into when the item was
 * made, as the app took them, whether it keeps them or not. `fixed`: names of fields whose choice it refused to have changed.
 */
export const tryEditing = async (
  walk: Walk,
  edit: SiteEditForm,
  made: SurveyForm,
  typed: Typed,
  again: () => Promise<PageSurvey | null>,
): Promise<Tried & Pick<SiteEditForm, "emptied">> => {
  const { before, ...tried } = await tryChoices(walk, edit, made, typed, again);
  // As the case does, with the other choices: some ask for a text that others do not.
  const emptied = await tryEmptying(walk, edit, typed.values, again);
  if (before.length > 0) {
    await again();
    await send(walk, edit.form, before);
  }
  return { ...tried, ...(emptied !== null && { emptied }) };
};
