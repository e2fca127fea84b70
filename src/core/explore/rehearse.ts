import type { RowControl, SitePage, SiteRecord, SiteSearch } from "#model/site.ts";
import type { PageSurvey, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { Entry } from "./form-data.ts";
import { dayColumnsOf } from "./day-columns.ts";
import { HARD_TAIL, itemData, putSamples } from "./form-data.ts";
import { fold } from "./lists.ts";
import type { Row } from "./own-item.ts";
import { controlIn, roleOfRows, rowControl, rowTarget, rowWith } from "./own-item.ts";
import { evidenceSince } from "./problems.ts";
import { readBack } from "./read-back.ts";
import { searchRow } from "./search-row.ts";
import { isTicked } from "./ticked.ts";
import type { Walk } from "./walk.ts";
import { ACT_TIMEOUT, beginStep, here, look, lookSteadily, open, spend } from "./walk.ts";
import type { Way } from "./ways.ts";
import { waysIn } from "./ways.ts";
import { DELETE, EDIT } from "./words.ts";

const MOST_RECORDS = 4;

/** Makes an item in each list that offers it, looks where it shows and how it is changed, and removes it again. */
export const rehearseRecords = async (
  walk: Walk,
  pages: SitePage[],
  searches: SiteSearch[],
  tag: string,
): Promise<SiteRecord[]> => {
  const records: SiteRecord[] = [];
  for (const way of waysIn(pages)) {
    if (walk.over() || records.length >= MOST_RECORDS) break;
    const name = way.opener?.name ?? way.form.submit?.name ?? way.form.name;
    walk.progress(`trying "${name}" on ${way.page.path} with an item of our own`);
    const search =
      searches.find(({ pageId, inPlace, found }) => pageId === way.page.id && inPlace && found) ?? null;
    const record = await rehearseBest(walk, way, search, tag);
    if (record) records.push(record);
  }
  return records;
};

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
    if (record && record.listed !== "never") return { ...record, breaksAt };
    const { requests } = evidenceSince(walk.session.evidence, begun);
    if (requests.some(({ status, method }) => (status ?? 0) >= 500 && method !== "GET")) breaksAt = tail;
    last ??= record;
    if (walk.over()) return last;
  }
  return last;
};

/** Puts one value into a form; false when it cannot be. */
export const put = async (walk: Walk, entry: Entry, value: string): Promise<boolean> => {
  const { target } = entry.field;
  if (target === null || !spend(walk)) return false;
  const wait = { timeoutMs: ACT_TIMEOUT };
  const { page } = walk.session;
  if (entry.kind === "select")
    return (await page.act(target, { kind: "select", options: [entry.option] }, wait)).ok;
  if (entry.kind === "check") return (await page.act(target, { kind: "check", checked: true }, wait)).ok;
  return (await page.act(target, { kind: "fill", value }, wait)).ok;
};

const click = async (walk: Walk, target: Target): Promise<PageSurvey | null> => {
  if (!spend(walk)) return null;
  const clicked = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  return clicked.ok ? lookSteadily(walk) : null;
};

const isOpen = (survey: PageSurvey, form: SurveyForm): boolean =>
  survey.forms.some(
    ({ fields }) => fields.length === form.fields.length && fields[0]?.name === form.fields[0]?.name,
  );

type Made = {
  name: string;
  values: Map<string, string>;
  returns: boolean;
  local: boolean;
  /** The page showed the name once the form was sent. */
  shown: boolean;
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
  const mark = beginStep(walk);
  const after = await click(walk, submit);
  if (!after || name === "") return null;
  const stays = here(walk) === formAt && isOpen(after, form);
  // The form stays where the app refuses our data: then nothing can be said of its items.
  if (stays && (opener !== null || !after.text.includes(name))) return null;
  const asked = evidenceSince(walk.session.evidence, mark).requests.some(({ resource_type: type }) =>
    /^(?:document|fetch|xhr|ping|websocket)$/.test(type),
  );
  return { name, values, returns: here(walk) === listAt, local: !asked, shown: after.text.includes(name) };
};

const rehearse = async (
  walk: Walk,
  way: Way,
  search: SiteSearch | null,
  { tag, tail, varied }: { tag: string; tail: string; varied: boolean },
): Promise<SiteRecord | null> => {
  const { page, form, nameField, opener } = way;
  const entries = itemData(form, nameField, tail, varied);
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
    detail: null,
    edit: null,
    remove: null,
  };
  if (row) await tryControls(walk, record, row, made);
  return record;
};

/** Brings the item's row into sight again; false when it is not there. */
const find = async (walk: Walk, { path, search }: SiteRecord, name: string): Promise<boolean> => {
  const opened = await open(walk, path);
  if (!opened.ok) return false;
  if (search) return (await searchRow(walk, search, null, name)) !== null;
  return rowWith(opened.survey, null, name) !== null;
};

const CANCEL = /^(?:cancel|discard|abbrechen|annuler|cancelar|annulla|annuleren|anuluj)$/i;

/** Uses a control of the item, in its row or on its page; `passing` is told what that page shows before. */
type Reach = (
  onDetail: boolean,
  control: RowControl,
  passing?: (there: PageSurvey) => void,
) => Promise<PageSurvey | null>;

/** Looks how the item is changed and removed: by controls of its row, else on its own page. */
const tryControls = async (walk: Walk, record: SiteRecord, row: Row, made: Made): Promise<void> => {
  const { name } = made;
  const target = rowTarget(record, name);
  let edit = controlIn(row.item, EDIT, name);
  let remove = controlIn(row.item, DELETE, name, true);
  const away = async (): Promise<boolean> => find(walk, record, name);
  if (!edit || !remove) {
    const link = row.item.links.find(({ text }) => fold(text).includes(name));
    const there = link
      ? await click(walk, rowControl({ role: "link", name, part: true }, name, target))
      : null;
    if (there) {
      const buttons = there.buttons.filter(({ chrome, target: own }) => !chrome && own !== null);
      const links = there.links.filter(({ chrome, target: own }) => !chrome && own !== null);
      const own = { buttons: buttons.map((each) => each.name), links };
      const [editThere, removeThere] = [controlIn(own, EDIT, name), controlIn(own, DELETE, name)];
      if ((!edit && editThere) || (!remove && removeThere)) {
        record.detail = { edit: !edit && editThere !== null, remove: !remove && removeThere !== null };
        edit ??= editThere;
        remove ??= removeThere;
      }
    }
    if (!(await away())) return;
  }
  const reach: Reach = async (onDetail, control, passing) => {
    if (onDetail) {
      const there = await click(walk, rowControl({ role: "link", name, part: true }, name, target));
      if (!there) return null;
      passing?.(there);
    }
    return click(walk, rowControl(control, name, onDetail ? null : target));
  };
  if (edit) {
    const listAt = here(walk);
    const after = await reach(record.detail?.edit === true, edit);
    const form = after ? readBack(after, record.form, made.values, name) : null;
    const overList = form !== null && (after?.dialogs.length ?? 0) > 0 && here(walk) === listAt;
    const cancel = form ? (after?.buttons.find(({ name: text }) => CANCEL.test(text))?.target ?? null) : null;
    record.edit = { ...edit, form, overList, cancel };
    if (!(await away())) return;
  }
  if (remove) record.remove = await tryRemoval(walk, record, remove, name, reach);
};

const AGREES = /^(?:ok|okay|yes|confirm|ja|oui|s[ií]|sim|continue|proceed)\b/i;

/** What stands in a row is about that row, whichever it is. */
const isInRow = (target: Target): boolean =>
  typeof target === "object" &&
  target.within !== undefined &&
  (typeof target.within !== "object" ||
    /^(?:row|listitem)$/.test(target.within.role ?? "") ||
    isInRow(target.within));

/** Removes the item that was made here, and tells how. Null when it did not go. */
const tryRemoval = async (
  walk: Walk,
  record: SiteRecord,
  control: RowControl,
  name: string,
  reach: Reach,
): Promise<SiteRecord["remove"]> => {
  const onDetail = record.detail?.remove === true;
  let before = onDetail ? null : await look(walk);
  const after = await reach(onDetail, control, (there) => (before = there));
  if (!after) return null;
  const old = new Set((before?.buttons ?? []).map(({ target }) => JSON.stringify(target)));
  const fresh = after.buttons.filter(
    ({ target }) => target !== null && !old.has(JSON.stringify(target)) && !isInRow(target),
  );
  // What has gone asks no more: another row may have come into its place.
  const asks = after.dialogs.length > 0 || (!onDetail && rowWith(after, null, name) !== null);
  const confirm = asks
    ? (fresh.find(({ name: text }) => DELETE.test(text)) ?? fresh.find(({ name: text }) => AGREES.test(text)))
    : undefined;
  if (confirm?.target && !(await click(walk, confirm.target))) return null;
  return { ...control, confirm: confirm?.target ?? null };
};
