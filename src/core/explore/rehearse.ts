import type { SiteSearch } from "#model/site-lists.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage } from "#model/site.ts";
import type { PageSurvey, SurveyForm } from "#model/survey.ts";
import { click, put } from "./act.ts";
import type { Entry } from "./form-data.ts";
import { dayColumnsOf } from "./day-columns.ts";
import { HARD_TAIL, itemData, putSamples } from "./form-data.ts";
import { tryItemPage } from "./item-page.ts";
import { fold } from "./lists.ts";
import { roleOfRows, rowWith } from "./own-item.ts";
import { movesTo } from "./moves.ts";
import type { Made } from "./own-item.ts";
import { tryOwnPage } from "./own-page.ts";
import { evidenceSince } from "./problems.ts";
import { find, tryControls } from "./rehearse-controls.ts";
import { searchRow } from "./search-row.ts";
import { isTicked } from "./ticked.ts";
import type { Walk } from "./walk.ts";
import { beginStep, here, isThorough, look, open } from "./walk.ts";
import type { Way } from "./ways.ts";
import { waysIn } from "./ways.ts";

const MOST_RECORDS = { thorough: 6, quick: 4 };

/** Makes an item in each list that offers it, looks where it shows and how it is changed, and removes it again. */
export const rehearseRecords = async (
  walk: Walk,
  pages: SitePage[],
  searches: SiteSearch[],
  tag: string,
): Promise<SiteRecord[]> => {
  const records: SiteRecord[] = [];
  const most = isThorough(walk) ? MOST_RECORDS.thorough : MOST_RECORDS.quick;
  for (const way of waysIn(pages)) {
    if (walk.over() || records.length >= most) break;
    const name = way.opener?.name ?? way.form.submit?.name ?? way.form.name;
    walk.progress(`trying "${name}" on ${way.page.path} with an item of our own`);
    const search =
      searches.find(({ pageId, inPlace, found }) => pageId === way.page.id && inPlace && found) ?? null;
    const record = await rehearseBest(walk, way, search, tag);
    if (!record) continue;
    const others = optionalOf(way, record);
    if (isThorough(walk) && record.remove && record.listed !== "never" && others.length > 0) {
      const { nameTail, varied } = record;
      const bare = { tag: `${tag}o`, tail: nameTail, varied, without: others };
      if ((await rehearse(walk, way, search, bare))?.listed === record.listed) record.optional = others;
    }
    records.push(record);
  }
  return records;
};

/** Numbers and notes that the form does not ask for, by the names of their fields. */
const optionalOf = ({ form, nameField }: Way, { nameTail, varied }: SiteRecord): string[] =>
  (itemData(form, nameField, nameTail, varied) ?? []).flatMap(({ kind, field }) =>
    kind === "fill" &&
    !field.required &&
    field.name !== nameField.name &&
    /^(?:number|tel|url|textarea)$/.test(field.type) &&
    field.value === ""
      ? [field.name]
      : [],
  );

/** With hard text and choices of its own, else with less and less of that until the app takes it and shows it. */
const rehearseBest = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  tag: string,
): Promise<SiteRecord | null> => {
  const choices = (varied: boolean): string => JSON.stringify(itemData(way.form, way.nameField, "", varied));
  const varies = choices(true) !== choices(false);
  const ways = [
    ...(varies ? [{ tail: HARD_TAIL, varied: true }] : []),
    { tail: HARD_TAIL, varied: false },
    { tail: "", varied: false },
  ];
  let last: SiteRecord | null = null;
  let breaksAt = "";
  for (const [at, { tail, varied }] of ways.entries()) {
    const begun = beginStep(walk);
    const record = await rehearse(walk, way, search, { tag: `${tag}${at || ""}`, tail, varied });
    if (record && (record.listed !== "never" || record.ownPage)) return { ...record, breaksAt };
    const { requests } = evidenceSince(walk.session.evidence, begun);
    if (requests.some(({ status, method }) => (status ?? 0) >= 500 && method !== "GET")) breaksAt = tail;
    last ??= record;
    if (walk.over()) return last;
  }
  return last;
};

const isOpen = (survey: PageSurvey, form: SurveyForm): boolean =>
  survey.forms.some(
    ({ fields }) => fields.length === form.fields.length && fields[0]?.name === form.fields[0]?.name,
  );

/** What a script says in the place of a value that it does not have. */
const NONSENSE = /(?<![\p{L}\d-])(?:undefined|NaN|\[object \w+\])(?![\p{L}\d-])/u;

const wholeText = async ({ session }: Walk): Promise<string> => {
  const read = await session.page.read({ css: "body" }, "text", { timeoutMs: 1_000 });
  return read.ok ? read.value : "";
};

/** Fills the form in and sends it; null where the app does not take what was typed. */
const make = async (
  walk: Walk,
  way: Way,
  entries: Entry[],
  tag: string,
  tail: string,
): Promise<Made | null> => {
  const { page, form, opener, nameField } = way;
  const submit = form.submit?.target ?? null;
  const opened = await open(walk, page.path);
  const listAt = here(walk);
  if (submit === null || !opened.ok || (opener && !(await click(walk, opener.target)))) return null;
  const formAt = here(walk);
  const values = new Map<string, string>();
  let name = "";
  for (const entry of entries) {
    const value = entry.kind === "fill" ? putSamples(entry.value, tag) : "";
    values.set(
      entry.field.name,
      entry.kind === "select" ? entry.option : entry.kind === "check" ? "true" : value,
    );
    if (entry.field.name === nameField.name) name = fold(value.replace(tail, ""));
    if (!(await put(walk, entry, value)) && entry.field.required) return null;
  }
  const before = (await look(walk))?.text ?? "";
  const shownBefore = await wholeText(walk);
  const mark = beginStep(walk);
  const after = await click(walk, submit);
  if (!after || name === "") return null;
  const stays = here(walk) === formAt && isOpen(after, form);
  // The form stays where the app refuses our data: then nothing can be said of its items.
  if (stays && (opener !== null || !after.text.includes(name))) return null;
  const asked = evidenceSince(walk.session.evidence, mark).requests.some(({ resource_type: type }) =>
    /^(?:document|fetch|xhr|ping|websocket)$/.test(type),
  );
  const nonsense = NONSENSE.exec(await wholeText(walk))?.[0];
  const at = here(walk);
  return {
    name,
    values,
    returns: at === listAt,
    local: !asked,
    shown: after.text.includes(name),
    before,
    landed: at === listAt || at === formAt ? null : at,
    nonsense: nonsense !== undefined && !shownBefore.includes(nonsense) ? nonsense : "",
  };
};

const rehearse = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  { tag, tail, varied, without = [] }: { tag: string; tail: string; varied: boolean; without?: string[] },
): Promise<SiteRecord | null> => {
  const { page, form, nameField, opener } = way;
  const entries = itemData(form, nameField, tail, varied)?.filter(
    ({ field }) => !without.includes(field.name),
  );
  if (!entries) return null;
  const made = await make(walk, way, entries, tag, tail);
  if (!made) return null;
  const { name } = made;
  const again = await open(walk, page.path);
  if (!again.ok) return null;
  let row = rowWith(again.survey, way.list, name);
  let listed: SiteRecord["listed"] = row ? "in_sight" : "never";
  if (!row && way.list === null) {
    // One item makes no list yet.
    const other = await make(walk, way, entries, `${tag}b`, tail);
    const both = other ? await open(walk, page.path) : null;
    row = both?.ok ? rowWith(both.survey, null, name) : null;
    listed = "in_sight";
  }
  // Of a list in parts, the next item may be in another part than this one.
  if (search && (!row || row.list.paging)) {
    const found = await searchRow(walk, search, way.list, name);
    row = found ?? row;
    if (found) listed = "by_search";
  }
  const list = row?.list ?? way.list;
  // A form that stands beside a list need not be about that.
  if (!list?.target || (!row && opener === null && !made.shown)) return null;
  const record: SiteRecord = {
    pageId: page.id,
    path: page.path,
    opener,
    form,
    nameField,
    nameTail: tail,
    breaksAt: "",
    varied,
    list: list.target,
    returns: made.returns,
    dayColumns: row ? dayColumnsOf(row, entries) : {},
    rowRole: roleOfRows(list),
    columns: list.columns.map((column) => column.name),
    nameColumns: row ? row.item.cells.flatMap((text, at) => (fold(text).includes(name) ? [at] : [])) : [],
    paged: list.paging !== null,
    listed,
    // What lists in parts do not show is looked for by the cases as well.
    search: listed === "by_search" || (listed === "never" && list.paging !== null) ? search : null,
    local: made.local,
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
  };
  if (row) {
    const left = await tryItemPage(walk, record, row, made);
    if (!left || (await find(walk, record, name))) await tryControls(walk, record, row, made);
  } else await tryOwnPage(walk, record, made, entries);
  return record;
};
