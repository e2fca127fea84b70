import { byOwnClass } from "./own-class.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { DocumentIndex } from "./document-index.ts";
import { groupsOf } from "./survey-groups.ts";
import type { Surveyor } from "./survey-parts.ts";
import { linksOf, nameOf, nameSelectorOf } from "./survey-links.ts";
import { CODE, headingBefore, isChrome } from "./survey-parts.ts";
import { isPageNumbers, pagingOf } from "./survey-paging.ts";
import { fieldsOf, footersOf, imagesOf, linesOf } from "./survey-rows.ts";
import { headTableOf } from "./split-tables.ts";
import { clip } from "./text.ts";
import {
  attribute,
  childElements,
  closest,
  composedParent,
  drawnChildren,
  firstInside,
  fitsSelector,
  isInside,
} from "./tree.ts";

const MOST_COLLECTIONS = 20;
const MOST_ITEMS = 50;
const MOST_COUNTERS = 20;
const LEAST_ROWS = 2;

type Raw = { kind: SurveyCollection["kind"]; element: Element; rows: Element[] };

const tablesOf = ({ index, visible }: Surveyor): Raw[] =>
  visible
    .filter((element) => /^(table|grid|treegrid)$/.test(index.role(element) ?? ""))
    .map((element) => {
      const rows = index.withRole("row").filter((row) => isInside(row, element) && index.visible(row));
      const data = rows.filter(
        (row) =>
          row.closest("thead,tfoot") === null && row.querySelector("td,[role=cell],[role=gridcell]") !== null,
      );
      return { kind: "table" as const, element, rows: data };
    })
    // A scrolling pane of cards often calls itself a grid.
    .filter(({ element, rows }) => rows.length > 0 || element.localName === "table");

const listsOf = (surveyor: Surveyor, isLong: (rows: number) => boolean): Raw[] =>
  surveyor.visible
    .filter((element) => surveyor.index.role(element) === "list" && !isChrome(surveyor, element))
    .map((element): Raw => {
      const rows = childElements(element).filter((child) => surveyor.index.visible(child));
      return { kind: "list", element, rows };
    })
    .filter(({ element, rows }) => isLong(rows.length) && !isPageNumbers(surveyor, element, rows));

const holdsList = (row: Element): boolean => row.querySelector("li,[role=listitem]") !== null;

const signature = (element: Element): string =>
  `${element.localName}.${[...element.classList].slice(0, 2).join(".")}`;

/** Entries under headings, such as announcements: what one answers them with is a part of them. */
const isEntry = (card: Element): boolean =>
  card.localName === "article" && card.querySelector("h1,h2,h3,h4,h5,h6") !== null;

/** Cards: at least three siblings built alike, each with text and something to follow or to look at. */
const gridsOf = (surveyor: Surveyor): Raw[] => {
  const parents = new Set<Element>();
  for (const element of surveyor.visible) {
    if (!/^(article|div|section|a)$/.test(element.localName)) continue;
    const parent = composedParent(element);
    if (parent) parents.add(parent);
  }
  const grids: Raw[] = [];
  for (const parent of parents) {
    if (isChrome(surveyor, parent) || grids.some(({ element }) => isInside(parent, element))) continue;
    const groups = Map.groupBy(childElements(parent), signature);
    for (const alike of groups.values()) {
      const cards = alike.filter(
        (card) =>
          surveyor.index.visible(card) &&
          (card.localName === "a" || card.querySelector("a[href],button,img") !== null) &&
          (isEntry(card) ||
            card.querySelector("input:not([type=hidden]):not([type=checkbox]),textarea,table") === null) &&
          surveyor.index.rawText(card).trim() !== "",
      );
      if (cards.length >= 3) grids.push({ kind: "grid", element: parent, rows: cards });
    }
  }
  return grids;
};

const cellsOf = (index: DocumentIndex, row: Element): Element[] =>
  childElements(row).filter((cell) => /cell|header/.test(index.role(cell) ?? ""));

const looksUsable = (element: Element): boolean => getComputedStyle(element).cursor === "pointer";

const columnsOf = (surveyor: Surveyor, { kind, element }: Raw): SurveyCollection["columns"] => {
  if (kind !== "table") return [];
  const { index, find } = surveyor;
  const head = headTableOf(element) ?? element;
  const headers = index
    .withRole("columnheader")
    .filter((header) => isInside(header, head) && index.visible(header) && header.closest("tfoot") === null);
  const rows = new Set(headers.map((header) => header.parentElement));
  const [row] = rows;
  // A heading that is an empty cell takes its place among them.
  const places = rows.size === 1 && row ? cellsOf(index, row) : headers;
  return places.slice(0, 40).map((header) => {
    const inner =
      header.querySelector("button,a,[role=button]") ??
      [...header.children].find((child) => looksUsable(child) && index.text(child) === index.text(header)) ??
      null;
    const sortable =
      attribute(header, "aria-sort") !== null ||
      inner !== null ||
      looksUsable(header) ||
      /sort/i.test(attribute(header, "class") ?? "");
    const order = attribute(header, "aria-sort");
    return {
      name: clip(index.text(header), 80),
      sortable,
      target: sortable ? find(inner ?? header, "click") : null,
      ...((order === "ascending" || order === "descending") && { order }),
    };
  });
};

const itemOf = (
  surveyor: Surveyor,
  kind: SurveyCollection["kind"],
  row: Element,
  named: string | undefined,
): SurveyCollection["items"][number] => {
  const { index } = surveyor;
  const cells = kind === "table" ? cellsOf(index, row) : [];
  // What a menu has in it cannot be used before that is open.
  const seen = (css: string): Element[] =>
    [...row.querySelectorAll(css)].filter((each) => index.visible(each));
  const buttons = seen("button,[role=button],input[type=submit]");
  const name = named === undefined ? null : nameOf(index, row, named);
  return {
    ...(name !== null && { name }),
    text: clip(index.text(row), 300),
    cells: cells.map((cell) => clip(index.text(cell), 200)),
    ...(kind !== "table" && { lines: linesOf(surveyor, row) }),
    links: linksOf(index, row),
    buttons: buttons.slice(0, 10).map((button) => clip(index.name(button), 80)),
    images: imagesOf(row),
    fields: fieldsOf(row, cells),
  };
};

/** What says how many there are is another name as soon as one is made: "19 threads, showing 1 to 15". */
const COUNTED = /(?:^|[\s(#])\d+(?:[\s).,]|$)/;

/** What holds entries and has nothing of its own to be told by is the one element that holds such. */
const aroundEntries = (element: Element, rows: Element[]): Target | null => {
  const css = `${element.localName}:has(> article)`;
  const fits = element.ownerDocument.querySelectorAll(css);
  return rows.every(isEntry) && fits.length === 1 && fits[0] === element ? { css } : null;
};

/** The only panel of tabs in sight, where this is the only one of its role in it; the panel's name may say how many there are: "Active 6". */
const inOnlyPanel = ({ index }: Surveyor, element: Element, role: string): Target | null => {
  const [panel, ...others] = index.withRole("tabpanel").filter((each) => index.visible(each));
  if (!panel || others.length > 0 || !isInside(element, panel)) return null;
  const inside = index.withRole(role).filter((other) => isInside(other, panel));
  return inside.length === 1 ? { role, within: { role: "tabpanel" } } : null;
};

/** It says of the panel that it is in how many there are on it. */
const isInCountedPanel = (found: Target | null): boolean => {
  const place = found !== null && typeof found === "object" ? found.within : undefined;
  return typeof place === "object" && place.role === "tabpanel" && COUNTED.test(place.name ?? "");
};

/** A table without a lasting name is known by being the only one, rather than by all that it shows at the moment. */
const targetOf = (surveyor: Surveyor, { kind, element, rows }: Raw, tables: number): Target | null => {
  const { index, find } = surveyor;
  const found = find(element, "any") ?? (kind === "grid" ? aroundEntries(element, rows) : null);
  const name = index.name(element);
  if (name !== "" && !COUNTED.test(name)) return found;
  // What has no name of its own is named by what it holds.
  const byText =
    typeof found === "string" || (found !== null && (found.text !== undefined || found.name !== undefined));
  const role = index.role(element);
  const inPanel = role === null || kind === "grid" ? null : inOnlyPanel(surveyor, element, role);
  if (found !== null && !byText) return isInCountedPanel(found) ? (inPanel ?? found) : found;
  if (role === null || kind === "grid" || (kind === "table" && role !== "table")) return found;
  if (kind === "table" && tables === 1) return { role };
  const place = typeof found === "object" ? found?.within : undefined;
  if (typeof place === "object" && Object.keys(place).join() === "role") {
    const around = closest(element, (at) => index.role(at) === place.role);
    const inside = index.withRole(role).filter((other) => around !== null && isInside(other, around));
    if (inside.length === 1) return { role, within: place };
  }
  if (inPanel !== null) return inPanel;
  // Lists come and go before it: its place is the last that it is known by.
  const css = kind === "list" ? byOwnClass(element) : null;
  if (css !== null) return { css };
  // By its place: at least it is known by nothing that it holds at the moment.
  const nth = index
    .withRole(role)
    .filter((other) => index.visible(other))
    .indexOf(element);
  return nth < 0 ? found : { role, nth };
};

export const surveyCollections = (surveyor: Surveyor): SurveyCollection[] => {
  const all = tablesOf(surveyor);
  const heads = new Set(all.map(({ element }) => headTableOf(element)));
  const tables = all.filter(({ element }) => !heads.has(element));
  const lists = listsOf(surveyor, (rows) => rows >= LEAST_ROWS).filter(
    ({ element }) => !tables.some((table) => isInside(element, table.element)),
  );
  const taken = [...tables, ...lists];
  const grids = gridsOf(surveyor).filter(
    ({ element }) => !taken.some((other) => other.element === element || isInside(element, other.element)),
  );
  return [...taken, ...grids]
    .slice(0, MOST_COLLECTIONS)
    .map((raw) => collectionOf(surveyor, raw, all.length));
};

/** Lists of which one row is left, with something to use in it: too little to be known as a list by itself. */
export const surveySingles = (surveyor: Surveyor): SurveyCollection[] =>
  listsOf(surveyor, (rows) => rows === 1)
    .filter(({ rows }) =>
      rows.some((row) => row.querySelector("button,[role=button],input,a[href]") !== null),
    )
    .slice(0, MOST_COLLECTIONS)
    .map((raw) => collectionOf(surveyor, raw, 0));

/** In an aside, of the main part of the page as well. */
const isBeside = ({ index }: Surveyor, element: Element): boolean => {
  const roleAround = closest(element, (at) => /^(?:main|complementary)$/.test(index.role(at) ?? ""));
  return (
    roleAround !== null &&
    index.role(roleAround) === "complementary" &&
    index.withRole("main").some((main) => index.visible(main) && !isInside(main, roleAround))
  );
};

/** Selects the cards among what else stands right beside them; undefined where nothing else does, or nothing tells them. */
const cardsAs = ({ element, rows }: Raw): string | undefined => {
  const children = childElements(element);
  const [first] = rows;
  if (!first || children.length === rows.length) return undefined;
  const tag = first.localName;
  const classes = [...first.classList].map((name) => `${tag}.${CSS.escape(name)}`);
  return [tag, ...classes].find(
    (css) =>
      children.filter((child) => child.matches(css)).length === rows.length &&
      rows.every((row) => row.matches(css)),
  );
};

const collectionOf = (surveyor: Surveyor, raw: Raw, tables: number): SurveyCollection => {
  const { index } = surveyor;
  const rows = raw.rows.slice(0, MOST_ITEMS);
  const named = raw.kind === "table" ? undefined : nameSelectorOf(index, rows);
  const cards = raw.kind === "grid" ? cardsAs(raw) : undefined;
  const groups = groupsOf(surveyor, raw.element);
  return {
    kind: raw.kind,
    name: clip(index.name(raw.element) || headingBefore(surveyor, raw.element, false), 120),
    target: targetOf(surveyor, raw, tables),
    rows: raw.rows.length,
    ...(raw.kind === "list" && raw.rows.some(holdsList) && { nested: true }),
    ...(isBeside(surveyor, raw.element) && { beside: true }),
    ...(surveyor.isBehind(raw.element) && { behind: true }),
    ...(named !== undefined && { named }),
    ...(cards !== undefined && { cards }),
    columns: columnsOf(surveyor, raw),
    items: rows.map((row) => itemOf(surveyor, raw.kind, row, named)),
    footers: raw.kind === "table" ? footersOf(surveyor, raw.element) : [],
    ...(groups && { groups }),
    code: raw.element.querySelector(CODE) !== null,
    paging: pagingOf(surveyor, raw.element),
  };
};

const counterText = /^[^\d]{0,30}\d[\d., ]*[^\d]{0,30}$|\bof\s+\d+/i;
const counterWords =
  /\b(items?|results?|rows?|records?|entries|total|sum|count|of|found|users?|orders?|products?|packages?|pages?|messages?|tasks?|left|selected|subtotal|[a-z]{3,}s|open|closed|active|inactive|done|pending|overdue|late|paid|unpaid|sent|drafted|unread|cancell?ed|completed?|progress|shipped|delivered|archived|published|sold|available|blocked|resolved)\b/i;

/** A number and what it counts, one below the other. */
const isTile = (element: Element, text: string): boolean =>
  childElements(element).length === 2 &&
  /^(?:\p{L}[\p{L} ]{2,30}:? \d{1,4}|\d{1,4} \p{L}[\p{L} ]{2,30})$/u.test(text);

/** The number stands beside an element that has the words. */
const isApart = (index: DocumentIndex, element: Element): boolean =>
  drawnChildren(element).some((node) => node instanceof Text && /\d/.test(node.data)) &&
  childElements(element).some((child) => /^[^\d]*\p{L}[^\d]*$/u.test(index.text(child)));

/** Short visible texts that count or sum something up. */
export const surveyCounters = (surveyor: Surveyor): PageSurvey["counters"] => {
  const { index, visible, find } = surveyor;
  const found: PageSurvey["counters"] = [];
  for (const element of visible) {
    if (found.length >= MOST_COUNTERS) break;
    if (
      childElements(element).length > 2 ||
      firstInside(element, "a,button,input,select,textarea") !== null ||
      fitsSelector(element, "td,th,a,button,option,input,h1,time,label,pre,code")
    )
      continue;
    const said = drawnChildren(element).some((node) => node instanceof Text && /\S/.test(node.data));
    const text = index.text(element);
    if (!said && !isTile(element, text)) continue;
    if (text.length > 50 || !counterText.test(text) || !counterWords.test(text)) continue;
    if (closest(element, (at) => /^(td|li|a|button|pre|code)$/.test(at.localName)) !== null) continue;
    const numbers = text.match(/\d[\d,.]*/g) ?? [];
    const number = Number((numbers.at(-1) ?? "").replaceAll(",", "").replace(/\.$/, ""));
    if (!Number.isFinite(number) || found.some((other) => !said && other.text === text)) continue;
    const target = find(element, "any");
    found.push({ text, number, target, ...(isApart(index, element) && { apart: true }) });
  }
  return found;
};
