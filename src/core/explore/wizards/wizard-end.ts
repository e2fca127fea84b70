import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { WizardEnd, WizardEntry } from "#model/wizard.ts";
import { fold, labelKey, mainList, sameList } from "#core/explore/lists/lists.ts";
import type { Row } from "#core/explore/items/own-item.ts";
import { controlIn, roleOfRows, rowControl, rowNamed, rowWith } from "#core/explore/items/own-item.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { newButtons } from "#core/explore/controls/dialogs.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { here } from "#core/explore/pages/walk.ts";
import { use } from "./wizard-walk.ts";
import type { Way } from "./wizard-walk.ts";
import { beginnings } from "./wizard-words.ts";
import { AGREES, DELETE } from "#core/explore/words.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const CALL_OFF =
  /\b(?:cancel|withdraw|stornieren|absagen|annuler|anular|cancelar|annulla|disdici|annuleren|anuluj)/i;
const TAKES_AWAY = new RegExp(`${DELETE.source}|${CALL_OFF.source}`, "iu");
const MOST_LISTS = 4;

/** "Bookings" and "book", "reservation" and "reserve". */
const stems = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) =>
    word.replace(/(?:ies|es|s)$/, "").replace(/(?:ing|ation|ment|y|e)$/, ""),
  );

/** Lists of what a form of that name makes: "Confirm booking" and "Bookings". */
const listsOf = (pages: readonly SitePage[], words: string): { page: SitePage; list: SurveyCollection }[] => {
  const own = new Set(stems(words).filter((word) => word.length > 2));
  return pages.filter(isByAddress).flatMap((page) => {
    const list =
      mainList(page.survey) ?? page.survey.collections.find(({ target, kind }) => target && kind === "table");
    if (!list?.target) return [];
    const heading = page.survey.headings.find(({ level }) => level === 1)?.text ?? "";
    const heads = [heading, list.name, page.path.split(/[?]/)[0] ?? ""].flatMap(stems);
    return heads.some((word) => own.has(word)) ? [{ page, list }] : [];
  });
};

/**
 * A list of what the form makes, whose rows can be taken away again, or which has the control that leads to the form:
 * where there is one, an item of our own may be made, as it is with records.
 */
export const mayEnd = (pages: readonly SitePage[], words: string, from: SitePage | null): boolean =>
  listsOf(pages, words).some(
    ({ page, list }) =>
      page.id === from?.id || list.items.some((item) => controlIn(item, TAKES_AWAY, "", true) !== null),
  );

/** What is made may show later. */
const WAITS =
  /moderat|approv|pending|review(?:ed)? by|will (?:be|appear|contact|get back)|freigabe|pr[üu]fung/i;

/** Each row shows one of the things that could be chosen: the list is of what such forms make. */
const holdsSuch = ({ items }: SurveyCollection, entries: readonly WizardEntry[]): boolean => {
  const texts = items.map(({ text }) => fold(text));
  return entries.some(({ options }) => {
    const all = options.map(({ text }) => text);
    const names = all.flatMap(
      (text) =>
        beginnings(
          text,
          all.filter((each) => each !== text),
        ).at(-1) ?? [],
    );
    return (
      texts.length > 0 && names.length > 1 && texts.every((text) => names.some((name) => text.includes(name)))
    );
  });
};

const textsOf = ({ items }: SurveyCollection): string => items.map(({ text }) => fold(text)).join("\n");

/** What is made is known by: a name or the like that is there once. */
export const ownName = (entries: readonly WizardEntry[]): WizardEntry | null =>
  entries.find(({ kind, value }) => kind === "fill" && value.includes("${tag}")) ??
  entries.find(({ kind, value }) => kind === "fill" && value.includes("${email}")) ??
  null;

/** Takes the item away again, where that works. */
const takeAway = async (
  walk: Walk,
  path: string,
  row: Row,
  name: string,
): Promise<NonNullable<WizardEnd["list"]>["remove"]> => {
  const control = controlIn(row.item, TAKES_AWAY, name, true);
  const target = rowNamed(row.list, name);
  if (!control || target === null) return null;
  const before = await walk.session.page.survey({ timeoutMs: 5_000 });
  const after = await use(walk, rowControl(control, name, target));
  if (!after || !before.ok) return null;
  const fresh = newButtons(before.survey, after);
  const asks =
    fresh.find((each) => TAKES_AWAY.test(each.name) && !/^cancel$/i.test(each.name)) ??
    fresh.find((each) => AGREES.test(each.name));
  const confirm =
    rowWith(after, null, name) !== null || after.dialogs.length > 0 ? (asks?.target ?? null) : null;
  if (confirm && !(await use(walk, confirm))) return null;
  const again = await open(walk, path);
  return again.ok && rowWith(again.survey, null, name) === null ? { ...control, confirm } : null;
};

/** Ends the form, which stands at its last step, and looks what came of it and where it shows. */
export const end = async (
  walk: Walk,
  { steps, finish }: Way,
  pages: readonly SitePage[],
  words: string,
): Promise<WizardEnd | null> => {
  const after: PageSurvey | null = await use(walk, finish.target);
  if (!after) return null;
  const ended: WizardEnd = { text: after.text, list: null };
  const entries = steps.flatMap((step) => step.entries);
  const entry = ownName(entries);
  if (!entry) return ended;
  const name = fold(entry.typed);
  // What the last button names is what is made; what the form belongs to is listed as well.
  const named = new Set(listsOf(pages, finish.name).map(({ page }) => page.id));
  const lists = listsOf(pages, words).toSorted(
    (a, b) =>
      Number(named.has(b.page.id)) - Number(named.has(a.page.id)) ||
      Number(a.page.path.includes("?")) - Number(b.page.path.includes("?")),
  );
  const paths = [...new Set([...lists.map(({ page }) => page.path), here(walk) ?? ""])].filter(
    (path) => path !== "",
  );
  for (const path of paths.slice(0, MOST_LISTS)) {
    const opened = await open(walk, path);
    const row = opened.ok ? rowWith(opened.survey, null, name) : null;
    if (!row || row.list.target === null || row.item.fields.length > 3) continue;
    const { list, item } = row;
    ended.list = {
      path,
      target: row.list.target,
      rowRole: roleOfRows(list),
      columns: list.columns.map((column) => fold(column.name)),
      shown: "item",
      cells: item.cells.map(fold),
      text: fold(item.text),
      remove: await takeAway(walk, path, row, name),
    };
    return ended;
  }
  const still = WAITS.test(after.text)
    ? []
    : lists.filter(({ list }) => !list.paging && holdsSuch(list, entries));
  for (const { page, list } of still) {
    const opened = await open(walk, page.path);
    const now = opened.ok ? sameList(opened.survey, list) : null;
    const hasColumn = list.columns.some(({ name: column }) => labelKey(column) === labelKey(entry.label));
    if (!now?.target || (!hasColumn && textsOf(now) !== textsOf(list))) continue;
    ended.list = {
      path: page.path,
      target: now.target,
      rowRole: roleOfRows(now),
      columns: [],
      shown: hasColumn ? "named" : "same",
      cells: [],
      text: "",
      remove: null,
    };
    return ended;
  }
  return ended;
};
