import type { SiteRecord } from "#model/site-records.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { isTick, isUnticked } from "#core/explore/forms/box-groups.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { offeredBy, PLACEHOLDER, takenFor } from "#core/explore/forms/form-data.ts";
import type { FurtherControl } from "./item-actions.ts";
import { isLingering } from "./lingering.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { noteHeld } from "#core/explore/forms/lost-values.ts";
import type { Made } from "./own-item.ts";
import { rowWith } from "./own-item.ts";
import { isScripted } from "#core/explore/posts/post-evidence.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import { isForm, isSameField, refusalOf } from "#core/explore/forms/refusal.ts";
import type { Refusal } from "#core/explore/forms/refusal.ts";
import { putSamples } from "#core/explore/forms/samples.ts";
import { isSaidToWait } from "#core/explore/pages/waits.ts";
import { goWithout } from "#core/explore/forms/taken.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { beginStep, here } from "#core/explore/pages/walk.ts";
import type { Way } from "./ways.ts";

/** An item of another list that was made for a select to choose it, and what its row said before that. */
export type Referred = { field: SurveyField; item: SiteRecord; name: string; cells: string[] };

/** How an item is to be made; `refusal` is what the app has said against it. */
export type Trial = {
  tag: string;
  tail: string;
  varied: boolean;
  without?: string[];
  refusal?: Refusal | null;
  /** What else is offered for the item. */
  further?: FurtherControl[];
  /** What was made, where it was not removed again. */
  left?: Made;
  /** What was made for selects to choose it. */
  referred?: Referred[];
};

/** What a script says in the place of a value that it does not have. */
export const NONSENSE = /(?<![\p{L}\d-])(?:undefined|NaN|\[object \w+\])(?![\p{L}\d-])/u;

/** All that the page says, what covers it included. */
export const wholeText = async ({ session }: Walk): Promise<string> => {
  const read = await session.page.read({ css: "body" }, "text", { timeoutMs: 1_000 });
  return read.ok ? read.value : "";
};

/**
 * Chooses the first of what a select offers now, where what was chosen before it has left it others than it began with, and
 * notes that for the next time; false where it offers nothing.
 */
const putOffered = async (walk: Walk, entry: Entry, values: Map<string, string>): Promise<boolean> => {
  if (entry.kind !== "select") return false;
  const { field } = entry;
  const now = (await look(walk))?.forms
    .flatMap(({ fields }) => fields)
    .find((each) => isSameField(each, field));
  const [option] = offeredBy(now?.options ?? []).filter((text) => fold(text) !== "");
  if (option === undefined || option === entry.option) return false;
  if (!(await put(walk, { ...entry, option }, ""))) return false;
  field.taken = { value: option, fixtures: {} };
  values.set(field.name, option);
  return true;
};

/** Selects that offer nothing yet are among the rest, in the order of the form: what they offer may depend on what is chosen before. */
const withWaiting = ({ fields }: SurveyForm, entries: Entry[]): Entry[] => {
  const isWaiting = ({ type, target, value, options, disabled, unsent, taken }: SurveyField): boolean =>
    type === "select" &&
    target !== null &&
    !disabled &&
    !unsent &&
    !taken &&
    PLACEHOLDER.test(value.trim()) &&
    offeredBy(options).length === 0;
  const waiting = fields.filter(isWaiting).map((field): Entry => ({ kind: "select", field, option: "" }));
  const placeOf = ({ field }: Entry): number => fields.findIndex((each) => isSameField(each, field));
  return waiting.length === 0
    ? entries
    : [...entries, ...waiting].toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** A select that asks anew as soon as one has chosen, such as what to add another line for, is no part of the item. */
const leaveAside = (ready: PageSurvey | null, entries: Entry[], values: Map<string, string>): Entry[] => {
  const now = ready?.forms.flatMap(({ fields }) => fields) ?? [];
  const asking = entries.filter(({ field, kind }) => {
    const there = now.find((each) => isSameField(each, field));
    return kind === "select" && !field.required && there && PLACEHOLDER.test(there.value.trim());
  });
  for (const entry of asking) {
    goWithout(entry.field);
    values.delete(entry.field.name);
    entries.splice(entries.indexOf(entry), 1);
  }
  return asking;
};

/** Makes what the selects of a form are to choose; null where the app takes one of them not. */
const makeReferred = async (
  walk: Walk,
  entries: Entry[],
  trial: Trial,
): Promise<Map<Entry, { name: string; tag: string }> | null> => {
  const found = new Map<Entry, { name: string; tag: string }>();
  for (const [at, entry] of entries.entries()) {
    const item = entry.field.refers?.item;
    if (!item || entry.kind !== "select" || !entry.of) continue;
    const tag = `${trial.tag}r${at}`;
    const made = await make(walk, { ...item, page: item }, entry.of, {
      tag,
      tail: "",
      varied: item.varied,
    });
    if (!made) return null;
    found.set(entry, { name: made.name, tag });
    if (!trial.referred) continue;
    const there = await open(walk, item.path);
    const row = there.ok ? rowWith(there.survey, item, made.name) : null;
    trial.referred.push({
      field: entry.field,
      item,
      name: made.name,
      cells: row?.item.cells.map(fold) ?? [],
    });
  }
  return found;
};

const LEAST_TOLD = 3;

/** What an option says beside the name, with variables for what was typed into other fields of the item. */
const asTyped = (text: string, of: Entry[], tag: string): string =>
  of
    .flatMap((entry) =>
      entry.kind === "fill" ? [{ given: entry.value, value: fold(putSamples(entry.value, tag)) }] : [],
    )
    .filter(({ given, value }) => value.length >= LEAST_TOLD && value !== given)
    .toSorted((a, b) => b.value.length - a.value.length)
    .reduce(
      (told, { given, value }) => (told.includes("${") ? told : told.replace(value, () => given)),
      text,
    );

/** Chooses the option that bears the name, and notes what else such options say; null where there is none. */
const putReferred = async (
  walk: Walk,
  entry: Entry,
  { name, tag }: { name: string; tag: string },
): Promise<string | null> => {
  const there = (await look(walk))?.forms
    .flatMap(({ fields }) => fields)
    .find((each) => isSameField(each, entry.field));
  const option = there?.options.find((text) => text.includes(name));
  const { refers } = entry.field;
  if (option === undefined || !refers || entry.kind !== "select" || !entry.of) return null;
  const of = entry.of;
  const [before = "", after = ""] = option.split(name).map((text) => asTyped(text, of, tag));
  Object.assign(refers, { before, after });
  return (await put(walk, { ...entry, option }, "")) ? option : null;
};

/** What of a way is needed to make an item. */
type Maker = Pick<Way, "form" | "opener" | "nameField"> & { page: { path: string } };

/** Fills the form in and sends it; null where the app does not take what was typed. */
export const make = async (walk: Walk, way: Maker, entries: Entry[], trial: Trial): Promise<Made | null> => {
  const { tag, tail } = trial;
  const { page, form, opener, nameField } = way;
  const submit = form.submit?.target ?? null;
  const referred = await makeReferred(walk, entries, trial);
  if (!referred) return null;
  const opened = await open(walk, page.path);
  const listAt = here(walk);
  const listed = await wholeText(walk);
  if (submit === null || !opened.ok || (opener && !(await click(walk, opener.target)))) return null;
  const formAt = here(walk);
  const values = new Map<string, string>();
  let name = "";
  for (const entry of withWaiting(form, entries)) {
    const chosen = referred.get(entry);
    if (chosen !== undefined) {
      const option = await putReferred(walk, entry, chosen);
      if (option === null) return null;
      values.set(entry.field.name, option);
      if (entry.field.name === nameField.name) name = chosen.name;
      continue;
    }
    const isWaiting = entry.kind === "select" && entry.option === "";
    const value = entry.kind === "fill" ? putSamples(entry.value, tag) : "";
    if (!isWaiting && entry.kind !== "upload")
      values.set(entry.field.name, entry.kind === "fill" ? value : takenFor(entry));
    if (entry.field.name === nameField.name) name = fold(value.replace(tail, ""));
    const isPut = (!isWaiting && (await put(walk, entry, value))) || (await putOffered(walk, entry, values));
    if (!isPut && (entry.field.required || isTick(entry))) return null;
    // What cannot be given a file is left without one later, too.
    if (!isPut && entry.kind === "upload") goWithout(entry.field);
  }
  const ready = await look(walk);
  if (ready && isUnticked(ready, entries)) return null;
  const aside = leaveAside(ready, entries, values);
  const before = ready?.text ?? "";
  const shownBefore = await wholeText(walk);
  const mark = beginStep(walk);
  const after = await click(walk, submit);
  if (!after) forgoFiles(entries);
  if (!after || name === "") return null;
  trial.refusal = refusalOf(walk, mark, form, ready, after);
  noteHeld(form, entries, trial.refusal);
  // What was refused may be just that it was left aside: another choice may have emptied it.
  if (trial.refusal) for (const { field } of aside) delete field.taken;
  if (trial.refusal) return null;
  const stays = here(walk) === formAt && after.forms.some((each) => isForm(each, form));
  const lingers = stays && opener !== null && (await isLingering(walk, mark, ready, form, nameField));
  // The form stays where the app refuses our data: then nothing can be said of its items.
  if (stays && !lingers && (opener !== null || !after.text.includes(name))) return null;
  const asked = evidenceSince(walk.session.evidence, mark).requests.some(({ resource_type: type }) =>
    /^(?:document|fetch|xhr|ping|websocket)$/.test(type),
  );
  const said = await wholeText(walk);
  const nonsense = NONSENSE.exec(said)?.[0];
  const at = here(walk);
  return {
    name,
    values,
    ...(referred.size > 0 && { referred: [...referred.values()].map((each) => each.name) }),
    returns: at === listAt,
    local: !asked,
    ...(isScripted(walk, mark) && { scripted: true as const }),
    shown: after.text.includes(name),
    ...(lingers && { lingers: true as const }),
    ...(isSaidToWait(stays ? shownBefore : listed, said) && { waits: true as const }),
    before,
    opened: opened.survey,
    after,
    landed: at === listAt || at === formAt ? null : at,
    nonsense: nonsense !== undefined && !shownBefore.includes(nonsense) ? nonsense : "",
  };
};

/** What a chosen file has brought up, such as to cut a picture, may lie over the form: it goes without one from then on, where it can. */
const forgoFiles = (entries: readonly Entry[]): void => {
  for (const { kind, field } of entries) if (kind === "upload" && !field.required) goWithout(field);
};

/** It is about a day that is another one each time. */
export const isOnFreeDay = (entry: Entry): boolean =>
  entry.kind === "fill" && /\$\{(?:free_day|coming_day)(?:_\w+)?\}/.test(entry.value);

/** Asks for what can be had but once: a number of its own, or a time of a day. */
export const isHadOnce = (entry: Entry): boolean =>
  isOnFreeDay(entry) || (entry.kind === "fill" && /\$\{(?:isbn|ean)\}/.test(entry.value));

/** Whether the form is empty once the app has refused another item with what the first one has already. */
export const isEmptied = async (walk: Walk, way: Way, entries: Entry[], trial: Trial): Promise<boolean> => {
  const second: Trial = { ...trial, refusal: null };
  const others = entries.map((entry) =>
    entry.kind === "fill" && entry.field.name === way.nameField.name
      ? { ...entry, value: `${entry.value} later` }
      : entry,
  );
  await make(walk, way, others, second);
  return second.refusal?.emptied === true;
};
