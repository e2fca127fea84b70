import { relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { cellsOf, fold, mainList, rowsOf } from "#core/explore/lists/lists.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { eitherNumber, isRound, isSaidOnce, lastWord, mainOf, numberIn, stem } from "./counts.ts";
import { choose, nameOfChoice } from "#core/generate/filter-choices.ts";
import { firstPart, saidRanges } from "./said-ranges.ts";
import { asObject, idle, literal } from "#core/generate/steps.ts";
import type { Tile } from "./tiles.ts";

export const MOST_ROWS = 40;

/** Rows that are counted, or words around the number that a list in parts says itself: "of 43 orders", "43 orders". */
export type Counted = { rows: Target } | { said: Target; says: (number: string) => string };

/** Where the same is listed: how to get there, what to count, and how many there were. */
export type Place = {
  page: SitePage;
  kind: "link" | "choice" | "column";
  steps: StepDocument[];
  counted: Counted;
  /** Null where the place was not looked at, only others of its kind. */
  rows: number | null;
  /** It bears the name of what is counted. */
  named: boolean;
  /** By how much the number may be off, where the address, and what it is called or its rows, say that it lists just what is counted. */
  sure?: number;
};

const headingOf = ({ survey }: SitePage): string =>
  (survey.headings.find(({ level }) => level === 1) ?? survey.headings[0])?.text ?? "";

const MOST_CONTROLS = 4;

/** Of a week, days without anything in them may not be there. */
const LEAST_DAYS = 5;
const DAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun|(?:mo|di|mi|do|fr|sa|so)\b|diens|mitt|donn|freit|sams|sonn|lun|mar|mer|mi[eé]|jeu|jue|gio|ven|vie|sam|s[áa]b|dim|dom)/iu;

/** Columns of a board or of a week, each with cards of its own, are no cards. */
const isBoard = ({ kind, items }: SurveyCollection): boolean =>
  kind === "grid" &&
  (items.some(({ links, buttons }) => links.length + buttons.length > MOST_CONTROLS) ||
    (items.length >= LEAST_DAYS && items.every(({ text }) => DAY.test(text.trim()))));

/** All of what is there is in sight. */
export const isComplete = (list: SurveyCollection | null): list is SurveyCollection =>
  list !== null && list.target !== null && list.paging === null && list.rows <= MOST_ROWS && !isBoard(list);

/** The page or its list is called by the noun. */
export const isOf = (page: SitePage, noun: string): boolean =>
  [headingOf(page), mainList(page.survey)?.name ?? ""].some((name) => stem(lastWord(name)) === stem(noun));

/** It has all the words for a heading. */
const isCalled = (page: SitePage, words: string): boolean => {
  const called = [headingOf(page), mainList(page.survey)?.name ?? ""].map((name) => name.toLowerCase());
  return called.some((name) => words.split(" ").every((word) => name.includes(stem(word.toLowerCase()))));
};

/** The list or its address bears the name of what is counted. */
const isNamed = (page: SitePage, words: string, query: string): boolean =>
  isOf(page, lastWord(words)) ||
  words.split(" ").some((word) => word.length > 3 && query.toLowerCase().includes(word.toLowerCase()));

/** Of a list that goes on as one asks for more. */
export const SHOWING =
  /(?:showing|shows|displaying|angezeigt werden|affichage de|mostrando) (?:the first )?\d+ (?:of|out of|von|sur|de|di) (\d+)(?![\d.,]*\d)/iu;

/** "15 tickets found, showing 1–10": all of them come first. */
const BEFORE_PART = /(?<![\d.,])(\d{1,5}) (\p{L}{3,})((?: found| in total)?, (?:showing|shown) )\d/giu;

const beforePart = (page: SitePage): (Counted & { number: number }) | null => {
  const [only, ...others] = [...page.survey.text.matchAll(BEFORE_PART)];
  const [, number = "", noun = "", behind = ""] = only ?? [];
  if (number === "" || others.length > 0 || !isOf(page, noun)) return null;
  const says = (text: string): string => `(?<![\\d.,])${text} ${eitherNumber(noun)}${escapeRegex(behind)}`;
  return { said: mainOf(page.survey), says, number: Number(number) };
};

/** How many a list in parts says itself that it has. */
export const saidBy = (page: SitePage): (Counted & { number: number }) | null => {
  const { survey } = page;
  if ((mainList(survey)?.paging ?? null) === null) return null;
  const said = mainOf(survey);
  const range = firstPart(survey.text);
  // Without a word behind it, it is of this list where there is no other.
  const isOnly = saidRanges(survey.text).length === 1;
  if (range && (range.behind !== "" || isOnly)) {
    const end = range.behind === "" ? String.raw`(?![\d.,]*\d)` : escapeRegex(range.behind);
    const says = (text: string): string => `${escapeRegex(range.of.trimStart())}${text}${end}`;
    return { said, says, number: range.all };
  }
  const whole = survey.counters.flatMap(({ text }) => {
    const found = numberIn(fold(text));
    const isWhole = found !== null && found.words === found.noun && isOf(page, found.noun);
    return isWhole && isSaidOnce(survey, found.pattern) ? [found] : [];
  });
  const [only] = whole;
  return only && whole.length === 1
    ? {
        said,
        says: (text) => only.pattern.replace(String.raw`(\d+)`, `(?<![\\d.,])${text}`),
        number: only.number,
      }
    : beforePart(page);
};

/** A number that is off by more counts something else, but for "42 open repairs" of a list of repairs that is narrowed to what is open. */
const MOST_OFF_SURE = 5;

/** The address chooses by a word of the tile, and the only list there is called so, or says so in each row: by how much it may be off then. */
const sureOf = (
  page: SitePage,
  list: SurveyCollection,
  { words, number }: Tile,
  query: string,
  rows = list.rows,
): number => {
  const own = words.toLowerCase().split(" ");
  const chosen = [...new URLSearchParams(query).values()].map((value) => value.toLowerCase());
  const word = own.find(
    (each) => each.length > 3 && chosen.some((value) => value === each || value === stem(each)),
  );
  if (word === undefined || chosen.length > 1) return 0;
  const { survey } = page;
  if (survey.collections.some((other) => other !== list && other.target !== null && isLike(other, list)))
    return 0;
  const names = [list.name, ...survey.headings.map(({ text }) => text)].map((name) => name.toLowerCase());
  const rest = own.filter((each) => each !== word);
  const isWhole = rest.length === 1 && isOf(page, rest[0] ?? "");
  const isCalled = rest.length === 1 ? isWhole : names.some((name) => name.split(/\W+/).includes(word));
  // "3 drafts" are rows that say "Draft".
  const isSaid = list.items.every(({ text }) => text.toLowerCase().includes(stem(word)));
  if (rest.length > 1 || !(isCalled || isSaid) || (number > rows && isRound(rows))) return 0;
  return isWhole && number > rows ? MOST_ROWS : MOST_OFF_SURE;
};

/** What the page is called, in several words, is said of what is counted: "Low stock" of "Low or out of stock". */
const isPartOf = (page: SitePage, words: string): boolean => {
  const own = words.toLowerCase().split(" ").map(stem);
  const called = headingOf(page)
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  return called.length > 1 && called.every((word) => own.includes(stem(word)));
};

/** A list in parts that says itself that it has as many in all: "1–12 of 47". */
const wholeBy = (page: SitePage, { words, number }: Tile): Counted | null => {
  const range = firstPart(page.survey.text);
  if (range?.all !== number || number === 0 || !isOf(page, words)) return null;
  const says = (text: string): string => `${escapeRegex(range.of.trimStart())}${text}\\b`;
  return { said: mainOf(page.survey), says };
};

/** Several lists on one page may share what is counted. */
const isLike = (a: SurveyCollection, b: SurveyCollection): boolean =>
  a.kind === b.kind &&
  a.columns.map(({ name }) => name).join("\n") === b.columns.map(({ name }) => name).join("\n");

/** The page that the tile leads to, or one of that kind, where what the address says is what is counted. */
const byLink = (site: SiteModel, own: SitePage, tile: Tile): Place[] => {
  const { words, href, number, isRow } = tile;
  if (href === null) return [];
  const path = relativeTo(site.origin, href);
  const [plain = "", query = ""] = path.split("?");
  // What a row leads to is an item's own page.
  if (isRow && query === "") return [];
  const like = [...site.pages, ...site.samples].filter(
    (page) => isByAddress(page) && page !== own && withoutQuery(page.path) === plain,
  );
  const there = like.find((page) => page.path === path);
  const page = there ?? like.find(({ path: other }) => other.includes("?"));
  const list = page ? mainList(page.survey) : null;
  const rows = list ? rowsOf(list) : null;
  const inParts = there && query !== "" ? saidBy(there) : null;
  if (there && list && inParts) {
    const { number: all, ...counted } = inParts;
    return [
      {
        page: there,
        kind: "link",
        steps: [{ goto: literal(path) }, idle],
        counted,
        rows: all,
        named: isNamed(there, words, query),
        sure: all > list.rows ? sureOf(there, list, tile, query, all) : 0,
      },
    ];
  }
  const whole = there && query === "" && list?.paging ? wholeBy(there, tile) : null;
  if (there && whole) {
    const steps = [{ goto: literal(path) }, idle];
    return [{ page: there, kind: "link", steps, counted: whole, rows: number, named: true }];
  }
  if (!page || !rows || !isComplete(list) || (!there && query === "")) return [];
  // A page that was not opened may show more than fits on it.
  const most = Math.max(...like.map(({ survey }) => mainList(survey)?.rows ?? 0));
  if (!there && number > most) return [];
  // The whole of a list is counted elsewhere, and "Open bills" are a part of what is called "Bills".
  const isWhole = !words.includes(" ") || !isCalled(page, words);
  const isPart = isPartOf(page, words);
  if (query === "" && isWhole && !isPart && isOf(page, lastWord(words)) && number !== list.rows) return [];
  // In so many words, something else may be counted.
  if (query === "" && !isPart && words.split(" ").length > 3 && number !== list.rows) return [];
  if (query === "" && !words.includes(" ") && isOf(page, words)) return [];
  return [
    {
      page,
      kind: "link",
      steps: [{ goto: literal(path) }, idle],
      counted: { rows },
      rows: there ? list.rows : null,
      named: there !== undefined && isNamed(page, words, query),
      sure: there === undefined ? 0 : sureOf(there, list, tile, query),
    },
  ];
};

/** The choice of a list that is called like what is counted: "Open" of "Open orders". */
const byChoice = (site: SiteModel, own: SitePage, { words }: Tile): Place[] =>
  site.filters.flatMap((filter): Place[] => {
    const page = site.pages.find(({ id }) => id === filter.pageId);
    if (!page || filter.list.paging) return [];
    const option = filter.options.find(({ label }) => {
      const name = nameOfChoice({ label }).toLowerCase();
      return name === words.toLowerCase() || words.toLowerCase().startsWith(`${name} `);
    });
    if (!option?.rows || option.next !== null || option.names.length > MOST_ROWS) return [];
    const rest = words.slice(nameOfChoice(option).length).trim();
    if (rest !== "" && !isOf(page, rest)) return [];
    return [
      {
        page,
        kind: "choice",
        steps: [...(page === own ? [] : [{ goto: literal(filter.path) }, idle]), ...choose(filter, option)],
        counted: { rows: option.rows },
        rows: option.names.length,
        named: rest !== "",
      },
    ];
  });

/** The rows of a table that say in one of its columns what is counted. */
const byColumn = (site: SiteModel, own: SitePage, { words, isRow }: Tile): Place[] =>
  site.pages.flatMap((page): Place[] => {
    const list = mainList(page.survey);
    if (!isByAddress(page) || /[?]|:id/.test(page.pattern) || !isComplete(list)) return [];
    if (isRow && page === own) return [];
    const values = new Set(list.items.flatMap(({ cells }) => cells.map(fold)));
    const value = [...values].find((text) => {
      const name = text.toLowerCase();
      return name === words.toLowerCase() || words.toLowerCase().startsWith(`${name} `);
    });
    if (value === undefined || value.length < 3) return [];
    const rest = words.slice(value.length).trim();
    if (rest !== "" && !isOf(page, rest)) return [];
    const columns = list.columns.flatMap((_, at) =>
      list.items.some(({ cells }) => fold(cells[at] ?? "") === value) ? [at] : [],
    );
    const [column] = columns;
    const cells = column === undefined ? null : cellsOf(list, column);
    if (column === undefined || columns.length !== 1 || !cells) return [];
    // What names each row tells none of them from others.
    const told = new Set(list.items.map(({ cells: row }) => fold(row[column] ?? "")));
    if (told.size === list.items.length) return [];
    return [
      {
        page,
        kind: "column",
        steps: page === own ? [] : [{ goto: literal(page.path) }, idle],
        counted: { rows: { ...asObject(cells), text: value, exact: true } },
        rows: list.items.filter(({ cells: texts }) => fold(texts[column] ?? "") === value).length,
        named: rest !== "",
      },
    ];
  });

/** Where what a number of a page counts is listed, the likeliest first. */
export const placesOf = (site: SiteModel, own: SitePage, tile: Tile): Place[] =>
  [byLink, byChoice, byColumn].flatMap((find) => find(site, own, tile));
