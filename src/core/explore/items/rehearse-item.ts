import type { SiteSearch } from "#model/site-lists.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { PageSurvey } from "#model/survey.ts";
import { click } from "#core/explore/forms/act.ts";
import { learnHeld } from "./held-items.ts";
import { dayColumnsOf } from "#core/explore/lists/day-columns.ts";
import { itemData } from "./item-data.ts";
import { tryItemPage } from "./item-page.ts";
import { itemLink, leadingLink, leadsByRow, linksOf } from "./item-link.ts";
import { listElsewhere } from "./list-elsewhere.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { isKeptApart } from "./kept-apart.ts";
import { isEmptied, isHadOnce, isOnFreeDay, make } from "./make-item.ts";
import type { Trial } from "./make-item.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import type { Made, Row } from "./own-item.ts";
import { trySwitch } from "./own-switch.ts";
import { isSeveral, roleOfRows, rowTarget, rowWith } from "./own-item.ts";
import { movesTo } from "./moves.ts";
import { narrowsTo } from "#core/explore/lists/narrows.ts";
import { tryOwnPage } from "./own-page.ts";
import { find, tryControls } from "./rehearse-controls.ts";
import { searchRow } from "#core/explore/lists/search-row.ts";
import { toldNumbers } from "#core/explore/forms/told-numbers.ts";
import { afterTick, isTicked } from "#core/explore/lists/ticked.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { here, isThorough } from "#core/explore/pages/walk.ts";
import type { Way } from "./ways.ts";
import { isUntold } from "./ways.ts";

/** Makes one item, and looks where it shows and what can be done with it; null where the app takes none, or shows it nowhere. */
export const rehearse = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  trial: Trial,
): Promise<SiteRecord | null> => {
  const { tag, tail, varied, without = [] } = trial;
  const { page, form, nameField, opener } = way;
  const entries = itemData(form, nameField, tail, varied)?.filter(
    ({ field }) => !without.includes(field.name),
  );
  if (!entries) return null;
  const first = await make(walk, way, entries, trial);
  if (!first) return null;
  let made: Made = first;
  let { name } = made;
  const again = await open(walk, page.path);
  if (!again.ok) return null;
  let row = rowWith(again.survey, way.list, name);
  let listed: SiteRecord["listed"] = row ? "in_sight" : "never";
  if (!row && way.list === null) {
    // One item makes no list yet.
    const other = await make(walk, way, entries, { ...trial, tag: `${tag}b` });
    const both = other ? await open(walk, page.path) : null;
    row = both?.ok ? rowWith(both.survey, null, name) : null;
    listed = "in_sight";
  }
  const told = await toldBy(walk, way, made, { row, later: again.survey });
  // Of a list in parts, the next item may be in another part than this one.
  if (search && (!row || row.list.paging)) {
    const found = await searchRow(walk, search, way.list, name);
    row = found ?? row;
    if (found) listed = "by_search";
  }
  const narrowed =
    row && search && listed === "in_sight" && (await narrowsTo(walk, way, search, name, row)) ? search : null;
  const led = row ? null : await listElsewhere(walk, way, made, entries);
  // What one was led to is its list.
  if (led === "other") return null;
  if (led) [row, listed] = [led.row, "in_sight"];
  // What is known by another item alone is known by its row, in a list that has no number of that in its address.
  const refers = nameField.refers !== undefined;
  if (refers && (!row || led)) return null;
  // What is nowhere to be seen was not taken.
  if (made.lingers && !row) return null;
  // What no column says is in no row; the page that answers the form itself may show it all the same.
  const isAnswer = made.landed === null && !made.returns;
  if (!row && way.list !== null && (!made.shown || isAnswer) && isUntold(way.list, nameField)) return null;
  // A list of a day has what is on another day nowhere; where one is led to is for `tryOwnPage` to say.
  if (!row && entries.some(isOnFreeDay) && made.landed === null) return null;
  const list = row?.list ?? way.list;
  // A form that stands beside a list need not be about that.
  if (!list?.target || (!row && opener === null && !made.shown)) return null;
  const linkIn = row ? leadingLink(walk, row, name, refers)?.in : undefined;
  const rowLeads = row !== null && leadsByRow(row, page);
  const record: SiteRecord = {
    pageId: page.id,
    path: led ? (made.landed ?? page.path) : page.path,
    opener,
    form,
    nameField,
    nameTail: tail,
    breaksAt: "",
    breaksWith: [],
    varied,
    list: list.target,
    at: led?.at ?? null,
    returns: made.returns || led !== null,
    dayColumns: row ? dayColumnsOf(row, entries) : {},
    rowRole: roleOfRows(list),
    ...(list.nested && { nested: list.nested }),
    columns: list.columns.map((column) => column.name),
    nameColumns: row ? row.item.cells.flatMap((text, at) => (fold(text).includes(name) ? [at] : [])) : [],
    paged: list.paging !== null || led !== null,
    listed,
    // What lists in parts do not show is looked for by the cases as well.
    search: listed === "by_search" || (listed === "never" && list.paging !== null) ? search : null,
    ...(narrowed && { narrowed }),
    local: made.local,
    ...(made.scripted && { scripted: made.scripted }),
    ...(made.lingers && { lingers: made.lingers }),
    ...(row && !led && !made.shown && made.landed !== null && { strayed: made.landed }),
    ...(told.length > 0 && !led && { told }),
    ...(row && isSeveral(row, made) && { several: true as const }),
    atEnd: row !== null && [row.list.items[0], row.list.items.at(-1)].includes(row.item),
    ticked: row !== null && isTicked(again.survey, row),
    lands: false,
    choices: [],
    detail: null,
    edit: null,
    remove: null,
    ownPage: null,
    nonsense: made.nonsense,
    optional: [],
    moves: row ? movesTo(again.survey, name) : null,
    emptied: false,
    manyLinks: row !== null && linksOf(row, name) > 1,
    ...(linkIn && { linkIn }),
    ...(rowLeads && { rowLeads }),
    actions: [],
  };
  if (row && isThorough(walk) && entries.some(isHadOnce)) {
    record.emptied = await isEmptied(walk, way, entries, trial);
    if (!(await find(walk, record, name))) return { ...record, path: page.path };
  }
  const target = rowTarget(record, name);
  const ticked = row && !record.ticked ? await afterTick(walk, row, target) : null;
  if (ticked === "stays") record.ticked = true;
  const switched = row && !record.ticked && ticked === null ? await trySwitch(walk, record, row, name) : null;
  if (switched && !switched.leaves) record.switched = { on: switched.on };
  if (ticked === "leaves" || switched?.leaves) {
    const other = await oneMore(walk, way, entries, { ...trial, tag: `${tag}k` });
    if (!other) return { ...record, path: page.path };
    ({ made, row } = other);
    name = made.name;
  }
  if (row && refers) {
    const own = (trial.referred ?? []).filter((each) => made.referred?.includes(each.name));
    await learnHeld(walk, way, own);
    if (!(await find(walk, record, name))) return { ...record, path: page.path };
  }
  const left = row ? await tryItemPage(walk, record, row, made) : false;
  if (record.onItsPage && !(await showsIt(walk, record, made))) delete record.onItsPage;
  const isThere = row !== null && (!left || (await find(walk, record, name)));
  trial.further = !row
    ? await tryOwnPage(walk, record, made, entries)
    : isThere
      ? await tryControls(walk, record, row, made)
      : [];
  if (!row && !record.ownPage && (await isKeptApart(walk, page.path, list, made))) record.apart = true;
  if (!record.remove) trial.left = made;
  return { ...record, path: page.path };
};

/** A click on its name leads to the page with the texts that were seen there: not to another tab, nor to a part of them above the list. */
const showsIt = async (walk: Walk, record: SiteRecord, { name, values }: Made): Promise<boolean> => {
  const there = (await find(walk, record, name))
    ? await click(walk, itemLink(record, name, rowTarget(record, name)))
    : null;
  const texts = (record.onItsPage ?? []).map((field) => fold(values.get(field) ?? ""));
  return there !== null && here(walk) !== record.path && texts.every((text) => there.text.includes(text));
};

/** Numbers of the page that tell of the item, where a script shows it there; what is loaded for it says what is so. */
const toldBy = async (
  walk: Walk,
  { page, list, form, opener, nameField }: Way,
  { opened, after, returns, local, scripted }: Made,
  { row, later }: { row: Row | null; later: PageSurvey },
): Promise<string[]> => {
  const target = (row?.list ?? list)?.target;
  const isShown = returns && (local || scripted === true);
  if (!target || !isShown) return [];
  const headings = opened.headings.filter(({ level }) => level === 1).map(({ text }) => text);
  const names = [(row?.list ?? list)?.name, form.name, form.submit?.name, opener?.name, nameField.name];
  const called = [...names, ...headings].join(" ");
  return toldNumbers(walk, page.path, { before: opened, now: after, later }, { target, called });
};

/** Another item, to go on with in place of one that has left the list; null where it is not listed either. */
const oneMore = async (
  walk: Walk,
  way: Way,
  entries: Entry[],
  trial: Trial,
): Promise<{ made: Made; row: Row } | null> => {
  const made = await make(walk, way, entries, trial);
  const there = made ? await open(walk, way.page.path) : null;
  const row = made && there?.ok ? rowWith(there.survey, way.list, made.name) : null;
  return made && row ? { made, row } : null;
};
