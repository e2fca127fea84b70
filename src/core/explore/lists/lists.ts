import { withoutInitials } from "./initials.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import { findValues } from "#core/suite/order.ts";
import { isOfChoices } from "./facet-links.ts";
import { isDay } from "#core/explore/forms/values.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";

type Item = SurveyCollection["items"][number];

/** The list that a page is about: the one with most rows; navigation and the like have no target or few words. */
export const mainList = (survey: PageSurvey): SurveyCollection | null => {
  const lists = survey.collections.filter(
    (list) =>
      list.target !== null &&
      list.rows >= 2 &&
      !isToolbar(list) &&
      !isFormTable(list) &&
      !isBoard(list) &&
      !isOfChoices(survey.url, list),
  );
  return lists.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
};

/** As many buttons of a row as are read. */
const MOST_READ = 10;

/** Buttons side by side, which are no items; several may stand in one row. */
const isToolbar = ({ items }: SurveyCollection): boolean =>
  items.every(({ text, links, buttons }) => {
    const controls = [...links.filter((link) => !leads(link)).map((link) => link.text), ...buttons].map(fold);
    const isCut = buttons.length >= MOST_READ && fold(text).startsWith(fold(buttons.join(" ")));
    const rest = controls.reduce((left, name) => left.replace(name, () => " "), fold(text));
    return isCut || fold(rest) === "";
  });

/** Fields and their labels side by side, which are no items. */
const isFormTable = ({ kind, columns, items }: SurveyCollection): boolean =>
  kind === "table" &&
  columns.length === 0 &&
  items.filter(({ fields }) => fields.some(({ type }) => type !== "checkbox")).length * 2 >= items.length;

/** Columns side by side, each called after how many it has: what stands in them are the items. */
const isBoard = ({ kind, items }: SurveyCollection): boolean =>
  kind === "grid" && items.every(({ name = "" }) => /\p{L}.*\(\d+\)$/u.test(fold(name)));

/** Rows that lead somewhere or have cells are items; others are more often lines of a text. */
export const isOfItems = (list: SurveyCollection): boolean => {
  const leading = list.items.filter(({ links, cells }) => links.some(leads) || cells.length > 1).length;
  return leading * 2 >= list.items.length;
};

const weight = (list: SurveyCollection): number => {
  const itemised = isOfItems(list) ? 1 : 0.2;
  const place = list.beside ? 0.1 : 1;
  return list.rows * itemised * place * (list.kind === "table" ? 3 : 1) + (list.paging ? 10 : 0);
};

/** False for a link that a script makes a button of. */
const leads = ({ href }: { href: string }): boolean => !/#$|^javascript:/.test(href);

/** A heading may say how many there are: "To do 5". */
export const uncounted = (name: string): string => fold(name).replace(/(?<=\p{L}) ?\(?\d+\)?$/u, "");

const sameTarget = (a: SurveyCollection, b: SurveyCollection): boolean =>
  JSON.stringify(a.target) === JSON.stringify(b.target);

/**
 * The same list in a later state of the page: by kind and name, of several by its target; by its target alone where it is
 * called after what it shows at the moment, such as "19 threads, showing 1 to 15".
 */
export const sameList = (survey: PageSurvey, list: SurveyCollection): SurveyCollection | null => {
  const ofKind = survey.collections.filter(({ kind }) => kind === list.kind);
  const named = ofKind.filter(({ name }) => name === list.name);
  const alike =
    named.length > 0 ? named : ofKind.filter(({ name }) => uncounted(name) === uncounted(list.name));
  const exact = alike.find((other) => sameTarget(other, list));
  const told = list.target !== null && /\d/.test(list.name) ? ofKind : [];
  return exact ?? alike[0] ?? told.find((other) => sameTarget(other, list)) ?? null;
};

/** Nothing but its place among others tells it. */
const isByPlace = ({ target }: SurveyCollection): boolean =>
  target !== null && typeof target !== "string" && target.nth !== undefined && target.name === undefined;

const sameColumns = (a: SurveyCollection, b: SurveyCollection): boolean =>
  a.columns.map(({ name }) => name).join("\n") === b.columns.map(({ name }) => name).join("\n");

/** One of several lists of the page that only their places tell apart, as a list a day. */
export const isOneOfSeveral = (survey: PageSurvey, list: SurveyCollection): boolean =>
  isByPlace(list) &&
  survey.collections.filter(
    (other) =>
      other.kind === list.kind &&
      !other.beside &&
      isByPlace(other) &&
      isOfItems(other) &&
      sameColumns(other, list),
  ).length > 1;

const MOST_DEED = 2;

/**
 * "Edit Ask for a screenshot" in a row with "Ask for a screenshot" is what can be done with that; "Avonside Roofing", which the
 * row begins with, is no deed of "Roofing".
 */
const isDeed = (text: string, cells: string[]): boolean =>
  fold(cells[0] ?? "") !== fold(text) &&
  cells.some((cell) => {
    const [whole, name] = [fold(text), fold(cell)];
    const deed = name !== "" && whole.endsWith(` ${name}`) ? whole.slice(0, -name.length).trim() : "";
    return deed !== "" && deed.split(" ").length <= MOST_DEED;
  });

/** What a person would call a row: what names it, else its first link, else its first cell that has words and is no day, else its first words. */
export const itemName = (item: Item): string => {
  if (item.name !== undefined) return withoutInitials(fold(item.name));
  const named = item.links.filter(({ text }) => text.trim() !== "" && !isDeed(text, item.cells));
  // What only those hear who listen is mostly what a link is for.
  const link = named.find(({ text }) => fold(item.text).includes(fold(text))) ?? named[0];
  if (link) return withoutInitials(fold(link.text));
  const worded = item.cells.filter((text) => /\p{L}/u.test(text));
  const cell = worded.find((text) => !isDay(text)) ?? worded[0];
  return withoutInitials(fold(cell ?? item.text).slice(0, 60));
};

/** Longer headings are sentences. */
const MOST_HEADING = 40;

export const fold = (text: string): string => text.replace(/\s+/g, " ").trim();

const MARKS =
  /(?:[\s*:]|[([](?:required|optional|mandatory|pflichtfeld|erforderlich|freiwillig|obligatoire|facultatif|obligatori[oa]|opcional|obbligatori[oa]|facoltativ[oa]|verplicht|optioneel)[)\]])+$/iu;

/** What a field is called, without the star, the colon or the "(required)" behind that. */
export const bareLabel = (label: string): string => fold(label).replace(MARKS, "");

/** The same for what is one label and another alike: whatever the case of its letters. */
export const labelKey = (label: string): string => bareLabel(label).toLowerCase();

/** The words of a text that are long enough to tell something, in small letters. */
export const longWords = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

/** A word of the name that is worth searching for: letters only, the longest; null when it has none. */
export const termOf = (name: string): string | null => {
  const words = name.match(/[\p{L}]{4,}/gu) ?? [];
  return words.toSorted((a, b) => b.length - a.length)[0] ?? null;
};

/** Fits what stands right within a list that has no roles for it: all, or what fits a selector. */
export const childrenOf = (list: Target, which = "*"): TargetObject => {
  const { css, ...others } = typeof list === "string" ? { text: list } : list;
  return css !== undefined && !css.includes(",") && Object.keys(others).length === 0
    ? { css: `${css} > ${which}` }
    : { css: `:scope > ${which}`, within: list };
};

/** Fits every row of the list. Null when the list has no target. */
export const rowsOf = (list: SurveyCollection): TargetObject | null => {
  if (list.target === null) return null;
  if (list.kind === "table") return { css: "tbody > tr:has(> td)", within: list.target };
  if (list.kind === "list" && !list.nested) return { role: "listitem", within: list.target };
  return childrenOf(list.target, list.cards);
};

/** The place of the column that names the rows: the first that has something and is no day; -1 where there is none. */
export const nameColumnOf = ({ items }: SurveyCollection): number => {
  const cells = items[0]?.cells ?? [];
  const has = (text: string): boolean => /\p{L}|\d/u.test(text);
  const index = cells.findIndex(
    (text) => has(text) && !isDay(text) && findValues(text, "money").length === 0,
  );
  return index < 0 ? cells.findIndex(has) : index;
};

/** Fits what names each row, one element a row; null when no such element can be told. */
export const namesOf = (list: SurveyCollection): TargetObject | null => {
  if (list.target === null || list.items.length === 0) return null;
  if (list.kind === "table") {
    const index = nameColumnOf(list);
    return index < 0 ? null : cellsOf(list, index);
  }
  if (list.named !== undefined) return { css: list.named, within: list.target };
  const oneLink = list.items.every(({ links }) => links.length === 1 && fold(links[0]?.text ?? "") !== "");
  return oneLink ? { role: "link", within: list.target } : rowsOf(list);
};

/** The words of a column's heading where they tell it for good from the others; null where only its place does. */
export const headingOf = (list: SurveyCollection, index: number): string | null => {
  const names = list.columns.map(({ name }) => fold(withoutArrows(name)));
  const name = names[index] ?? "";
  const isTold = /\p{L}/u.test(name) && !/\d/.test(name) && name.length <= MOST_HEADING;
  // Under a heading over several columns there are more cells than headings.
  const isPlain = list.items.every(({ cells }) => cells.length === names.length);
  return isTold && isPlain && names.filter((each) => each.toLowerCase() === name.toLowerCase()).length === 1
    ? name
    : null;
};

/** Fits the cells of one column; `index` is 0-based. */
export const cellsOf = (list: SurveyCollection, index: number): TargetObject | null => {
  if (list.target === null) return null;
  const column = headingOf(list, index);
  return column === null ? cellsByPlace(list, index) : { column, within: list.target };
};

/** The same by the column's place, whatever its heading says; with `inside`, what fits this selector in them. */
export const cellsByPlace = (list: SurveyCollection, index: number, inside = ""): TargetObject | null =>
  list.target === null
    ? null
    : {
        css: `tbody > tr:has(> td) > :nth-child(${index + 1})${inside && ` ${inside}`}`,
        within: list.target,
      };

/** Texts of rows, one after the other. */
export const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");

/** The rows say what they said, in whatever order. */
export const isPermuted = (a: readonly string[], b: readonly string[]): boolean =>
  isSame(a.toSorted(), b.toSorted());

export const isUnique = (texts: string[]): boolean => new Set(texts).size === texts.length;

/** All that the rows of a list show, a line each; nothing where there is none. */
export const textsOf = (list: SurveyCollection | null): string =>
  list ? list.items.map(({ text }) => text).join("\n") : "";
