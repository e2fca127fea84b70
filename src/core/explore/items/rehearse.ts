import type { SiteSearch } from "#model/site-lists.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage } from "#model/site-pages.ts";
import { isAmountField } from "#core/explore/forms/amount-items.ts";
import { HARD_TAIL, isReferred, itemData } from "./item-data.ts";
import { learnOnce } from "#core/explore/forms/had-once.ts";
import { isHadOnce, isOnFreeDay, make } from "./make-item.ts";
import type { Referred, Trial } from "./make-item.ts";
import { forget, giveOther, putOnFreeDays, valuesOnPages } from "#core/explore/forms/other-data.ts";
import { brokeSince, pageBrokeSince } from "#core/explore/pages/problems.ts";
import { crowdsOut, mayRefer, waysByReference } from "./referring.ts";
import { removeItem } from "./remove-item.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { optionalOf, spare, waysToSpare } from "./spared.ts";
import { tryActions } from "./try-actions.ts";
import { tryReorder } from "./try-reorder.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";
import type { Way } from "./ways.ts";
import { waysIn } from "./ways.ts";

import { rehearse } from "./rehearse-item.ts";
/** How often other data are tried where an app refuses what was made up. */
const MOST_OTHERS = 5;
/** So many are left at least where the form is filled in otherwise than before. */
const LEAST_OTHERS = 2;

const MOST_RECORDS = { thorough: 6, quick: 4 };
const MOST_REFERRING = 2;
const MOST_TRIED_REFERRING = 4;

/** Makes an item in each list that offers it, looks where it shows and how it is changed, and removes it again. */
export const rehearseRecords = async (
  walk: Walk,
  pages: SitePage[],
  searches: SiteSearch[],
  tag: string,
): Promise<SiteRecord[]> => {
  const records: SiteRecord[] = [];
  const most = isThorough(walk) ? MOST_RECORDS.thorough : MOST_RECORDS.quick;
  const referring: SiteRecord[] = [];
  const tryAll = async (ways: Way[]): Promise<void> => {
    for (const way of ways) {
      if (walk.over() || records.length >= most) break;
      if (referring.some((record) => sameForm(record.form, way.form))) continue;
      const record = await rehearseWay(walk, way, { searches, records, pages, tag });
      if (record) records.push(record);
    }
  };
  const ways = waysIn(pages);
  // What is known by what it refers to uses that up with each try: not before that can be made.
  await tryAll(ways.filter((way) => !isThorough(walk) || !mayRefer(way)));
  if (isThorough(walk)) referring.push(...(await rehearseReferring(walk, pages, searches, records, tag)));
  await tryAll(ways.filter((way) => isThorough(walk) && mayRefer(way)));
  return [...records, ...referring];
};

/** The same for what is known by items of other lists: each is tried with items that are made for it, and removed after it. */
const rehearseReferring = async (
  walk: Walk,
  pages: SitePage[],
  searches: SiteSearch[],
  known: SiteRecord[],
  tag: string,
): Promise<SiteRecord[]> => {
  const records: SiteRecord[] = [];
  const ways = waysByReference(pages, known).slice(0, MOST_TRIED_REFERRING);
  for (const [at, { way, refer }] of ways.entries()) {
    if (walk.over() || records.length >= MOST_REFERRING) break;
    if (records.some((record) => sameForm(record.form, way.form))) continue;
    const forget = refer();
    const referred: Referred[] = [];
    const around = { searches, records: known, pages, tag: `${tag}${at || ""}`, referred };
    const record = await rehearseWay(walk, way, around);
    if (record && !crowdsOut(record)) records.push(record);
    else forget();
    for (const { item, name } of referred) if (!walk.over()) await removeItem(walk, item, name);
  }
  return records;
};

type Around = {
  searches: SiteSearch[];
  records: SiteRecord[];
  pages: SitePage[];
  tag: string;
  referred?: Referred[];
};

const rehearseWay = async (
  walk: Walk,
  way: Way,
  { searches, records, pages, tag, referred = [] }: Around,
): Promise<SiteRecord | null> => {
  const name = way.opener?.name ?? way.form.submit?.name ?? way.form.name;
  walk.progress(`trying "${name}" on ${way.page.path} with an item of our own`);
  const search =
    searches.find(({ pageId, inPlace, found }) => pageId === way.page.id && inPlace && found) ?? null;
  // What breaks at a field does so wherever the same form is.
  const broken = records.find((each) => each.breaksWith.length > 0 && sameForm(each.form, way.form));
  if (broken) spare(way.form, broken.breaksWith);
  const record = await rehearseBest(walk, way, search, tag, pages, referred);
  if (!record) return null;
  if (broken) record.breaksWith = broken.breaksWith;
  const others = optionalOf(way, record);
  if (isThorough(walk) && record.listed !== "never" && others.length > 0) {
    const { nameTail: tail, varied } = record;
    const bare = { tag: `${tag}o`, tail, varied, without: others, referred };
    const begun = beginStep(walk);
    let isWell = false;
    if (record.remove) isWell = (await rehearse(walk, way, search, bare))?.listed === record.listed;
    else await makeBare(walk, way, bare);
    // What broke at it is no less to be told; else a case makes only what it can take away again.
    if (isWell || brokeSince(walk, begun) || pageBrokeSince(walk, begun)) record.optional = others;
  }
  if (isThorough(walk) && record.listed !== "never") {
    const once = await learnOnce(walk, way, record, { tag, referred });
    if (once.length > 0) record.once = once;
  }
  return record;
};

/** Makes what cannot be removed again just to see whether the app breaks at it; not what takes a place, or needs more to be made. */
const makeBare = async (walk: Walk, way: Way, trial: Trial & { without: string[] }): Promise<void> => {
  const all = itemData(way.form, way.nameField, trial.tail, trial.varied) ?? [];
  const entries = all.filter(({ field }) => !trial.without.includes(field.name));
  if (entries.length > 0 && !all.some((entry) => isHadOnce(entry) || isReferred(entry)))
    await make(walk, way, entries, trial);
};

/** With hard text and choices of its own, else with less and less of that until the app takes it and shows it. */
const rehearseBest = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  tag: string,
  pages: SitePage[],
  referred: Referred[],
): Promise<SiteRecord | null> => {
  const choices = (varied: boolean): string => JSON.stringify(itemData(way.form, way.nameField, "", varied));
  const varies = choices(true) !== choices(false);
  // An amount has nothing behind it, nor has what is chosen.
  const isPlain = isAmountField(way.nameField) || way.nameField.refers !== undefined;
  const tails = isPlain ? [""] : [HARD_TAIL, ""];
  const ways = [
    ...(varies ? [{ tail: tails[0] ?? "", varied: true }] : []),
    ...tails.map((tail) => ({ tail, varied: false })),
  ];
  let last: SiteRecord | null = null;
  let breaksAt = "";
  let isBroken = false;
  const tries = { left: MOST_OTHERS, given: new Map() };
  const known = valuesOnPages(pages, way.form);
  for (let at = 0; at < ways.length; at += 1) {
    const { tail, varied } = ways[at] ?? { tail: "", varied: false };
    const begun = beginStep(walk);
    const trial: Trial = {
      tag: `${tag}${at || ""}${tries.left < MOST_OTHERS ? tries.left : ""}`,
      tail,
      varied,
      referred,
    };
    const record = await rehearse(walk, way, search, trial);
    if (record && (record.listed !== "never" || record.ownPage)) {
      const harder =
        tries.left < MOST_OTHERS && tail === "" ? await again(walk, way, search, tag, record) : null;
      return goOn(walk, way, search, trial, { ...(harder ?? record), breaksAt });
    }
    if (record?.apart) return { ...record, breaksAt };
    isBroken = brokeSince(walk, begun);
    if (isBroken) breaksAt = tail;
    last ??= record;
    if (walk.over()) return last;
    // With a plain name, or where it is other fields that are refused, those are given something else.
    const { refusal } = trial;
    const others = [...(refusal?.fields.keys() ?? [])].some((name) => name !== way.nameField.name);
    const entries = itemData(way.form, way.nameField, tail, varied) ?? [];
    const renewed =
      refusal &&
      tries.left > 0 &&
      (others || tail === "") &&
      giveOther(way.form, entries, refusal, known, tries.given, way.nameField);
    if (renewed) {
      tries.left -= 1;
      at -= 1;
    } else if (tries.left < LEAST_OTHERS) tries.left = LEAST_OTHERS;
  }
  const spared =
    isBroken && !way.nameField.refers ? await rehearseSparing(walk, way, search, tag, varies) : null;
  if (spared) return spared;
  if (last === null) forget(way.form);
  return last;
};

/** Without one of the fields that the form does not ask for, else without any of them, where the server breaks at plain data. */
const rehearseSparing = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  tag: string,
  varied: boolean,
): Promise<SiteRecord | null> => {
  for (const [at, breaksWith] of waysToSpare(way).entries()) {
    if (walk.over()) return null;
    const putBack = spare(way.form, breaksWith);
    const trial: Trial = { tag: `${tag}l${at}`, tail: "", varied: varied && breaksWith.length === 1 };
    const record = await rehearse(walk, way, search, trial);
    if (record && (record.listed !== "never" || record.ownPage)) {
      const begun = beginStep(walk);
      const harder = await again(walk, way, search, tag, record);
      const breaksAt = !harder && brokeSince(walk, begun) ? HARD_TAIL : "";
      return goOn(walk, way, search, trial, { ...(harder ?? record), breaksAt, breaksWith });
    }
    putBack();
  }
  return null;
};

/** On days of its own, if need be, and with what else can be done with such items. */
const goOn = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  trial: Trial,
  record: SiteRecord,
): Promise<SiteRecord> => {
  if (crowdsOut(record)) return record;
  const { breaksAt, breaksWith } = record;
  const own = await onOwnDays(walk, way, search, trial.tag, record);
  const best = own ? { ...own, breaksAt, breaksWith } : record;
  const actions = await actionsOf(walk, way, best, trial);
  const reorder = await tryReorder(walk, way, best, trial.tag);
  return { ...best, actions, ...(reorder && { reorder }) };
};

/** What else can be done with such items, with one more of them. */
const actionsOf = async (
  walk: Walk,
  way: Way,
  record: SiteRecord,
  { tag, further = [], left, referred }: Trial,
): Promise<SiteRecord["actions"]> => {
  const entries = itemData(way.form, way.nameField, record.nameTail, record.varied);
  if (!entries || further.length === 0 || !isThorough(walk) || record.at !== null || walk.over()) return [];
  const { nameTail: tail, varied } = record;
  const made =
    left ?? (await make(walk, way, entries, { tag: `${tag}a`, tail, varied, ...(referred && { referred }) }));
  return made ? tryActions(walk, { record, name: made.name, landed: made.landed }, further) : [];
};

/** The hard name once more, now that the rest of the form is known to be taken; null where it still is not. */
const again = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  tag: string,
  { varied, listed }: SiteRecord,
): Promise<SiteRecord | null> => {
  const { nameField } = way;
  if (nameField.taken || nameField.refers || isAmountField(nameField)) return null;
  const record = await rehearse(walk, way, search, { tag: `${tag}h`, tail: HARD_TAIL, varied });
  return record?.listed === listed ? record : null;
};

/** The same on days of its own, where the app refuses another item on those of the first; null where it does not, or where that does not help. */
const onOwnDays = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  tag: string,
  { nameTail: tail, varied, listed, remove }: SiteRecord,
): Promise<SiteRecord | null> => {
  const entries = itemData(way.form, way.nameField, tail, varied);
  const hasDays = way.form.fields.some(({ type, target }) => type === "date" && target !== null);
  if (
    !entries ||
    !hasDays ||
    remove ||
    way.nameField.refers ||
    entries.some(isOnFreeDay) ||
    !isThorough(walk) ||
    walk.over()
  )
    return null;
  const second: Trial = { tag: `${tag}s`, tail, varied };
  if ((await make(walk, way, entries, second)) || !second.refusal) return null;
  const putBack = putOnFreeDays(way.form);
  const record = putBack ? await rehearse(walk, way, search, { tag: `${tag}d`, tail, varied }) : null;
  if (record?.listed === listed && (listed !== "never" || record.ownPage))
    return { ...record, exclusive: true };
  putBack?.();
  return null;
};
