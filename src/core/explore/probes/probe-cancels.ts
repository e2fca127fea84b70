import type { SiteCancel } from "#model/site-cancels.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage, SiteReveal } from "#model/site-pages.ts";
import type { PageSurvey, SurveyControl, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { readAmount, timesSaid } from "#core/explore/lists/amounts.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { newButtons } from "#core/explore/controls/dialogs.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { fold, rowsOf } from "#core/explore/lists/lists.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { CANCEL, isInRow } from "#core/explore/items/rehearse-controls.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { formKey } from "#core/explore/pages/state-of.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { here, isThorough } from "#core/explore/pages/walk.ts";
import { CLOSES, EDIT, isDangerous } from "#core/explore/words.ts";

const MOST = { thorough: 4, quick: 2 };
/** So much of a page's text is read. */
const MOST_TEXT = 6_000;
const LEAST_ROOM = 20;
const LEAST_WORD = 2;
const FURTHEST = 20;

/** Texts that are different by the time that one looks again. */
const PASSING = /\bago\b|just now|\bvor \d+|\d{1,2}:\d{2}:\d{2}/i;

/** What one logs in with, and what others are let in with, stays as it is whatever the app does. */
const LEAVE = /e-?mail|user ?name|login|pass|token|key|secret|url|host|port|domain/i;

/** Numbers beside the one that is stored, within the bounds of the field; null where there are none. */
const numbersBeside = ({ value, min, max }: SurveyField): SiteCancel["numbers"] => {
  const stored = readAmount(value);
  if (!stored) return null;
  const { whole, decimals } = stored;
  const [least, most] = [min, max].map((bound) => (bound === null || bound === "" ? null : Number(bound)));
  const part = Number(`0.${decimals.slice(1)}`);
  const above = Math.floor(Math.min(whole + FURTHEST, (most ?? Number.POSITIVE_INFINITY) - part));
  if (above > whole) return { least: whole + 1, most: above, decimals };
  const below = Math.ceil(Math.max(whole - FURTHEST, least ?? 0, 0));
  return below < whole ? { least: below, most: whole - 1, decimals } : null;
};

/** Many a number is typed into a field for words. */
const isNumber = (field: SurveyField): boolean =>
  field.type === "number" || (isWordy(field) && readAmount(field.value) !== null);

const isFree = ({ target, read_only: fixed, disabled, name }: SurveyField): boolean =>
  target !== null && !fixed && !disabled && !LEAVE.test(name) && isSteadyTarget(target);

/** A field for words or a number that holds something, and can hold something else. */
const isOpen = (field: SurveyField): boolean => {
  const { value, max_length: most, pattern } = field;
  if (!isFree(field) || pattern) return false;
  if (isNumber(field)) {
    const numbers = numbersBeside(field);
    return (
      numbers !== null && (most === null || most <= 0 || `${numbers.most}${numbers.decimals}`.length <= most)
    );
  }
  return (
    isWordy(field) && value.trim().length >= LEAST_WORD && (most === null || most <= 0 || most >= LEAST_ROOM)
  );
};

/** How often a text has what a field holds, or is to hold; numbers may be spelled otherwise there. */
const timesIn = (text: string, field: SurveyField, value: string): number => {
  const number = isNumber(field) ? readAmount(value) : null;
  return number ? timesSaid(text, number) : fold(text).split(fold(value)).length - 1;
};

/** The page says what the field holds. */
const isSaid = ({ text }: PageSurvey, field: SurveyField): boolean => timesIn(text, field, field.value) > 0;

const brings = ({ effect, problems, control }: SiteReveal): boolean =>
  (effect === "dialog" || effect === "content") &&
  problems.length === 0 &&
  control.target !== null &&
  isSteadyTarget(control.target) &&
  !isDangerous(control.name);

/** The field to type into: one that the page shows the value of, else any where the form is there to change something. */
const fieldOf = (
  survey: PageSurvey,
  { control, forms }: SiteReveal,
): { form: SurveyForm; field: SurveyField } | null => {
  for (const form of forms) {
    const fields = form.purpose === "other" ? form.fields.filter(isOpen) : [];
    const field =
      fields.find((each) => isSaid(survey, each)) ?? (EDIT.test(control.name) ? fields[0] : undefined);
    if (field) return { form, field };
  }
  return null;
};

/** The control by the place of its row: what the row says may be what is typed over. Null where that is not to be told. */
const placed = ({ collections }: PageSurvey, { name, target }: SiteReveal["control"]): Target | null => {
  if (target === null || !isInRow(target)) return target;
  const within = typeof target === "object" ? target.within : undefined;
  const row = typeof within === "object" ? fold(within.name ?? "") : "";
  for (const list of collections) {
    const at = list.items.findIndex(({ text, buttons }) => {
      return row !== "" && fold(text).includes(row) && buttons.filter((each) => each === name).length === 1;
    });
    const rows = at < 0 ? null : rowsOf(list);
    if (rows) return { role: "button", name, exact: true, within: { ...rows, nth: at } };
  }
  return null;
};

/** Gives up what was typed, and nothing that is stored. */
const isCancel = ({ name, disabled }: SurveyControl): boolean =>
  !disabled && CANCEL.test(name.trim()) && !isDangerous(name);

type Given = { after: PageSurvey; field: SurveyField; cancel: Target };

/** Brings the form up, types into it, and gives it up. Null where that cannot be done. */
const giveUp = async (
  walk: Walk,
  before: PageSurvey,
  opener: Target,
  found: { form: SurveyForm; field: SurveyField },
  textFor: (field: SurveyField) => string | null,
): Promise<Given | null> => {
  const shown = await click(walk, opener);
  const form = shown?.forms.find((each) => sameForm(each, found.form));
  const field = form?.fields.find(({ name, type }) => name === found.field.name && type === found.field.type);
  const text = field ? textFor(field) : null;
  if (!shown || !field || text === null) return null;
  const fresh = newButtons(before, shown);
  const [cancel, ...others] = fresh.filter(isCancel);
  if (!cancel?.target || others.length > 0 || !isSteadyTarget(cancel.target)) return null;
  // A lone "Cancel" may be about what the page shows: beside it stands what keeps it.
  if (fresh.every(({ name }) => CLOSES.test(name.trim()))) return null;
  if (!(await put(walk, { kind: "fill", field, value: text, fixtures: {} }, text))) return null;
  const after = await click(walk, cancel.target);
  return after && { after, field, cancel: cancel.target };
};

/** Opens the form, types something else, gives it up, and looks what the page says then. Null where that is no way to give it up. */
const probe = async (
  walk: Walk,
  page: SitePage,
  { control }: SiteReveal,
  found: { form: SurveyForm; field: SurveyField },
  tag: string,
): Promise<SiteCancel | null> => {
  const first = await open(walk, page.path);
  const second = first.ok ? await open(walk, page.path) : first;
  if (!first.ok || !second.ok) return null;
  const before = second.survey;
  // What differs from visit to visit tells nothing.
  if (first.survey.text !== before.text || before.text.length >= MOST_TEXT || PASSING.test(before.text))
    return null;
  const from = here(walk);
  const opener = placed(before, control);
  if (opener === null) return null;
  const typedInto = (field: SurveyField): string | null => {
    if (!isOpen(field)) return null;
    const numbers = isNumber(field) ? numbersBeside(field) : null;
    return numbers ? `${numbers.least}${numbers.decimals}` : `Tracewright ${tag}`;
  };
  const given = await giveUp(walk, before, opener, found, typedInto);
  if (!given) return null;
  const { after, field, cancel } = given;
  const isAside =
    here(walk) === from &&
    after.dialogs.length <= before.dialogs.length &&
    after.buttons.length <= before.buttons.length &&
    !after.forms.some((each) => sameForm(each, found.form));
  // Where giving up keeps what was typed, it keeps what was there as well.
  const again = await open(walk, page.path);
  if (again.ok && again.survey.text !== before.text)
    await giveUp(walk, again.survey, opener, found, () => field.value);
  if (!isAside) return null;
  const typed = typedInto(field) ?? "";
  return {
    pageId: page.id,
    path: page.path,
    opener: { name: control.name, target: opener },
    field,
    numbers: isNumber(field) ? numbersBeside(field) : null,
    cancel,
    // What comes up besides, such as a message, is not what was typed.
    atOnce:
      after.text === before.text || timesIn(after.text, field, typed) > timesIn(before.text, field, typed),
  };
};

/** Tries forms that hold what is stored: typed into, and then given up. Those of items that the suite makes have cases of their own. */
export const probeCancels = async (
  walk: Walk,
  pages: SitePage[],
  records: readonly SiteRecord[],
  tag: string,
): Promise<SiteCancel[]> => {
  const found: SiteCancel[] = [];
  const tried = new Set<string>();
  const most = isThorough(walk) ? MOST.thorough : MOST.quick;
  const isOfItems = (form: SurveyForm): boolean =>
    records.some(
      ({ edit, form: making }) =>
        edit?.form && edit.cancel !== null && (sameForm(making, form) || sameForm(edit.form.form, form)),
    );
  for (const page of pages.filter(isByAddress)) {
    for (const reveal of page.reveals.filter(brings)) {
      const what = fieldOf(page.survey, reveal);
      if (!what || isOfItems(what.form)) continue;
      const key = formKey({ ...what.form, name: "" });
      if (walk.over() || tried.size >= most) return found;
      if (tried.has(key)) continue;
      tried.add(key);
      walk.progress(`giving up what is typed into "${reveal.control.name}" on ${page.path}`);
      const cancel = await probe(walk, page, reveal, what, tag);
      if (cancel) found.push(cancel);
    }
  }
  return found;
};
