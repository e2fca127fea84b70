import type { RowControl, SiteRecord } from "#model/site-records.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { childrenOf, fold } from "#core/explore/lists/lists.ts";

type Item = SurveyCollection["items"][number];

export type Row = { list: SurveyCollection; item: Item };

/** What was made, and what came of it. */
export type Made = {
  name: string;
  values: Map<string, string>;
  /** Names of what was made for it to refer to. */
  referred?: string[];
  returns: boolean;
  local: boolean;
  /** A script has sent the form, and no page was loaded for it. */
  scripted?: true;
  /** The page showed the name once the form was sent. */
  shown: boolean;
  /** The form is there still with what was typed, although the app has taken it. */
  lingers?: true;
  /** The app said then that it waits for somebody, or is a draft. */
  waits?: true;
  /** What the form's page said before it was sent. */
  before: string;
  /** The list's page before anything was typed, and what came of sending. */
  opened: PageSurvey;
  after: PageSurvey;
  /** Where that led, if neither to the list nor back to the form. */
  landed: string | null;
  /** A word that no person would write, which the app said then and had not said before; else empty. */
  nonsense: string;
};

/** A list as it was seen, or what fits it. */
export type Expected = Pick<SurveyCollection, "kind" | "name"> | { list: Target };

const isAs = (expected: Expected, { kind, name, target }: SurveyCollection): boolean =>
  "list" in expected
    ? JSON.stringify(target) === JSON.stringify(expected.list)
    : kind === expected.kind && name === expected.name;

/** The row that shows a name: in the list that it is expected in, else in any that can be named. */
export const rowWith = (survey: PageSurvey, expected: Expected | null, name: string): Row | null => {
  const holds = (list: SurveyCollection): Row[] => {
    const item = list.items.find(({ text }) => fold(text).includes(name));
    return item && list.target !== null ? [{ list, item }] : [];
  };
  const { collections: lists, singles = [] } = survey;
  const isMeant = (list: SurveyCollection): boolean => expected !== null && isAs(expected, list);
  const meant = [...lists, ...singles].filter(isMeant).flatMap(holds);
  const shortest = lists.flatMap(holds).toSorted((a, b) => a.list.rows - b.list.rows);
  return meant[0] ?? shortest.find(({ list }) => !list.beside) ?? shortest[0] ?? null;
};

/**
 * Rows that differ in what was put in, of which each has another part, or in the sign of a number: made twice, an item would
 * say the same there.
 */
export const isSeveral = ({ list }: Row, { name, values }: Pick<Made, "name" | "values">): boolean => {
  const rows = list.items.filter(({ text }) => fold(text).includes(name));
  const entered = [...values.values()].map(fold).filter((value) => value.length >= LEAST_ENTERED);
  return list.columns.some((_, at) => {
    const cells = [...new Set(rows.map(({ cells: all }) => fold(all[at] ?? "")))];
    const isEntered = cells.every((cell) => entered.some((value) => cell.includes(value)));
    const isSigned = new Set(cells.map((cell) => cell.replace(/^[+−–-]\s?(?=\D{0,3}\d)/u, ""))).size === 1;
    return cells.length > 1 && (isEntered || isSigned);
  });
};
const LEAST_ENTERED = 3;

/** What a row is, for targets. */
export const roleOfRows = ({ kind }: SurveyCollection): SiteRecord["rowRole"] =>
  kind === "table" ? "row" : kind === "list" ? "listitem" : null;

/** Fits the row that shows a name. */
export const rowTarget = (
  { rowRole, list }: Pick<SiteRecord, "rowRole" | "list">,
  name: string,
): TargetObject =>
  rowRole === null ? { ...childrenOf(list), text: name } : { role: rowRole, name, within: list };

/** The row of a list that shows a name; null where the list has no target. */
export const rowNamed = (list: SurveyCollection, name: string): TargetObject | null =>
  list.target === null ? null : rowTarget({ rowRole: roleOfRows(list), list: list.target }, name);

/** Stands for the item in the name of a control. */
export const ITEM = "{item}";
const CROSS = /^[×✕✖xX]$/;

const OF_A_PART =
  /^(?:update|change|modify|set|[äa]ndern|modifier|cambiar|modifica)\b.*\b(?:status|state|stage|assignee|owner|priority|role|password|photo|picture|avatar|zustand|priorit[äa]t|statut|estado|stato)$|^update$/i;

/** "Remove picture.png" takes off what goes with an item. */
const OF_A_FILE = /\.(?:png|jpe?g|gif|webp|svg|pdf|txt|csv|xlsx?|docx?|odt|zip)$/i;

/** "Edit reorder level of Brass screw" changes one column of it in its row. */
const isOfColumn = (head: string, columns: readonly string[]): boolean => {
  const words = /^\S+ (?:the )?(\S.*) (?:of|for|von|f[üu]r)$/i.exec(head)?.[1]?.toLowerCase();
  return columns.some((each) => fold(each).toLowerCase() === words);
};

/**
 * A control of a row whose name has such words in it, and, as far as `columns` are given, is not about one of them alone. Named without the item,
 * whose name the app may not keep as it was typed.
 */
export const controlIn = (
  row: Pick<Item, "buttons" | "links"> & {
    cells?: string[];
    byIcon?: ReadonlyMap<string, Target>;
    columns?: readonly string[];
  },
  words: RegExp,
  item: string,
  cross = false,
): RowControl | null => {
  const fits = (text: string): boolean =>
    words.test(text.replace(item, "")) || (cross && CROSS.test(text.trim()));
  const named = [
    ...row.buttons.map((text) => ({ role: "button" as const, text })),
    ...row.links.map(({ text }) => ({ role: "link" as const, text })),
  ].filter(
    ({ text }) =>
      fits(text) &&
      !OF_A_FILE.test(text.replace(item, "")) &&
      !isOfColumn((text.split(item)[0] ?? "").trim(), row.columns ?? []),
  );
  // "Update status" changes one thing of it.
  const best = named.find(({ text }) => !OF_A_PART.test(text.replace(item, "").trim())) ?? named[0];
  if (!best) return null;
  const { role, text: found } = best;
  const drawn = role === "button" ? row.byIcon?.get(found) : undefined;
  if (drawn) return { role, name: found, target: drawn };
  const at = found.indexOf(item);
  // What the row says besides may be another thing soon, and a number in its name is the item's own.
  const said = (row.cells ?? []).map(fold).find((cell) => {
    return cell.length > 2 && !words.test(cell) && fold(found).includes(cell);
  });
  const [head = ""] = said === undefined ? [] : fold(found).split(said);
  if (at < 0 && words.test(head)) return { role, name: head.trim(), part: true };
  if (at < 0 && (said !== undefined || /\d/.test(found)))
    return { role, name: words.exec(found)?.[0] ?? found, part: true };
  if (at < 0) return { role, name: found };
  const [before, after] = [found.slice(0, at).trim(), found.slice(at + item.length).trim()];
  // "Delete receipt 1001 of" it has a number of the item's own as well, "Edit Lovelace, " another name.
  const shared = /[\d,]/.test(before) ? (words.exec(before)?.[0] ?? before) : before;
  const name = words.test(before) ? shared : (words.exec(after)?.[0] ?? ITEM);
  return { role, name, part: true };
};

/** What is to be clicked in turn to use a control of one row: its menu first, where it is an entry of that. */
export const clicksOf = (control: RowControl, item: string, row: Target | null): TargetObject[] =>
  control.menu
    ? [rowControl(control.menu, item, row), rowControl(control, item, null)]
    : [rowControl(control, item, row)];

/** The control of one row, or of a page that is about one item; an entry of a menu stands by itself, once that is open. */
export const rowControl = (
  { role, name, part, menu, target }: RowControl,
  item: string,
  row: Target | null,
): TargetObject =>
  typeof target === "object"
    ? target
    : {
        role,
        name: name.replace(ITEM, item),
        ...(!part && { exact: true }),
        ...(row !== null && !menu && { within: row }),
      };
