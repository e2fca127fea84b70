import type { StepDocument } from "#core/suite/grammar.ts";
import { relativeTo, withoutQuery } from "#core/explore/address.ts";
import { cellsOf, fold, mainList, rowsOf } from "#core/explore/lists.ts";
import { isSaidOnce, lastWord, mainOf, numberIn, stem } from "#core/generate/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { choose, nameOfChoice } from "#core/generate/filter-choices.ts";
import { pageNames } from "#core/generate/page-names.ts";
import type { Tile } from "#core/generate/tiles.ts";
import { tilesOn } from "#core/generate/tiles.ts";
import { asObject, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteModel, SitePage } from "#model/site.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isByAddress } from "#core/explore/by-address.ts";

/** A number that is off by more counts something else, unless others beside it are right. */
const MOST_OFF = 2;
const MOST_OFF_SURE = 5;
const MOST_ROWS = 40;
const MOST_TOGETHER = 5;

/** Rows that are counted, or words around the number that a list in parts says itself: "of 43 orders", "43 orders". */
type Counted = { rows: Target } | { said: Target; says: (number: string) => string };

/** Where the same is listed: how to get there, what to count, and how many there were. */
type Place = {
  kind: "link" | "choice" | "column";
  steps: StepDocument[];
  counted: Counted;
  /** Null where the place was not looked at, only others of its kind. */
  rows: number | null;
  /** It bears the name of what is counted. */
  named: boolean;
  /** Its address, what it is called and its rows all say that it lists just what is counted. */
  sure?: boolean;
};

const headingOf = ({ survey }: SitePage): string =>
  (survey.headings.find(({ level }) => level === 1) ?? survey.headings[0])?.text ?? "";

const MOST_CONTROLS = 4;

/** Columns of a board, each with cards of its own, are no cards. */
const isBoard = ({ kind, items }: SurveyCollection): boolean =>
  kind === "grid" && items.some(({ links, buttons }) => links.length + buttons.length > MOST_CONTROLS);

/** All of what is there is in sight. */
const isComplete = (list: SurveyCollection | null): list is SurveyCollection =>
  list !== null && list.target !== null && list.paging === null && list.rows <= MOST_ROWS && !isBoard(list);

const isOf = (page: SitePage, noun: string): boolean =>
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

const RANGE = /(?<![\d.,/-])1\s*(?:[-–]|to|bis)\s*\d+(\s+(?:of|von|sur|de|di)\s+)(\d+)( \p{L}+)/iu;

/** Of a list that goes on as one asks for more. */
const SHOWING =
  /(?:showing|shows|displaying|angezeigt werden|affichage de|mostrando) (?:the first )?\d+ (?:of|out of|von|sur|de|di) (\d+)(?![\d.,]*\d)/iu;

/** How many a list in parts says itself that it has. */
const saidBy = (page: SitePage): (Counted & { number: number }) | null => {
  const { survey } = page;
  if ((mainList(survey)?.paging ?? null) === null) return null;
  const said = mainOf(survey);
  const [, before, number, behind] = RANGE.exec(survey.text) ?? [];
  if (before !== undefined && behind !== undefined) {
    const says = (text: string): string => `${escapeRegex(before.trimStart())}${text}${escapeRegex(behind)}`;
    return { said, says, number: Number(number) };
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
    : null;
};

/** Lists that are cut off have a round number of rows. */
const isRound = (rows: number): boolean => rows >= 10 && rows % 5 === 0;

/** The address chooses by a word of the tile, and the only list there is called so, or says so in each row. */
const isSure = (
  page: SitePage,
  list: SurveyCollection,
  { words, number }: Tile,
  query: string,
  rows = list.rows,
): boolean => {
  const own = words.toLowerCase().split(" ");
  const chosen = [...new URLSearchParams(query).values()].map((value) => value.toLowerCase());
  const word = own.find(
    (each) => each.length > 3 && chosen.some((value) => value === each || value === stem(each)),
  );
  if (word === undefined || chosen.length > 1) return false;
  const { survey } = page;
  if (survey.collections.some((other) => other !== list && other.target !== null && isLike(other, list)))
    return false;
  const names = [list.name, ...survey.headings.map(({ text }) => text)].map((name) => name.toLowerCase());
  const rest = own.filter((each) => each !== word);
  const isCalled =
    rest.length === 1 ? isOf(page, rest[0] ?? "") : names.some((name) => name.split(/\W+/).includes(word));
  const isSaid = list.items.every(({ text }) => text.toLowerCase().includes(word));
  return (isCalled || isSaid) && rest.length <= 1 && (number <= rows || !isRound(rows));
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
        kind: "link",
        steps: [{ goto: literal(path) }, idle],
        counted,
        rows: all,
        named: isNamed(there, words, query),
        sure: all > list.rows && isSure(there, list, tile, query, all),
      },
    ];
  }
  if (!page || !rows || !isComplete(list) || (!there && query === "")) return [];
  // A page that was not opened may show more than fits on it.
  const most = Math.max(...like.map(({ survey }) => mainList(survey)?.rows ?? 0));
  if (!there && number > most) return [];
  // The whole of a list is counted elsewhere, and "Open bills" are a part of what is called "Bills".
  const isWhole = !words.includes(" ") || !isCalled(page, words);
  if (query === "" && isWhole && isOf(page, lastWord(words)) && number !== list.rows) return [];
  if (query === "" && !words.includes(" ") && isOf(page, words)) return [];
  return [
    {
      kind: "link",
      steps: [{ goto: literal(path) }, idle],
      counted: { rows },
      rows: there ? list.rows : null,
      named: there !== undefined && isNamed(page, words, query),
      sure: there !== undefined && isSure(there, list, tile, query),
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
        kind: "column",
        steps: page === own ? [] : [{ goto: literal(page.path) }, idle],
        counted: { rows: { ...asObject(cells), text: value, exact: true } },
        rows: list.items.filter(({ cells: texts }) => fold(texts[column] ?? "") === value).length,
        named: rest !== "",
      },
    ];
  });

/** A number of the page is that of all that another one lists. */
const countsWhole = (site: SiteModel, own: SitePage): boolean =>
  tilesOn(own).some(({ words, number }) =>
    site.pages.some((page) => {
      if (page === own || !isByAddress(page) || /[?]|:id/.test(page.pattern)) return false;
      const list = mainList(page.survey);
      const said = Number(SHOWING.exec(page.survey.text)?.[1] ?? 0);
      return number > 0 && (isComplete(list) ? list.rows : said) === number && isOf(page, words);
    }),
  );

const agrees = (counted: Counted, number: string): StepDocument =>
  "rows" in counted
    ? { expect: { count: { target: literalTarget(counted.rows), is: number } } }
    : { expect: { text: { target: literalTarget(counted.said), matches: counted.says(number) } } };

const draft = (site: SiteModel, page: SitePage): Draft[] => {
  if (!isByAddress(page)) return [];
  const placed = tilesOn(page).flatMap((tile) => {
    const places = [byLink, byChoice, byColumn].flatMap((find) => find(site, page, tile));
    const [place, other] = places;
    const right = places.filter(({ rows }) => rows === tile.number && rows > 0);
    return place && (place.kind === "link" || other?.kind !== place.kind) ? [{ tile, place, right }] : [];
  });
  // One number alone may count something else that comes near. Where no noun says what is counted, two that are right do.
  const exact = placed.filter(({ right }) => right.length > 0);
  const several = new Set(exact.map(({ tile }) => tile.number)).size > 1;
  const right =
    exact.filter((each) => each.right.some(({ named }) => named)).length +
    (several ? 1 : 0) +
    (countsWhole(site, page) ? 1 : 0);
  // Where all links beside it but one count what they lead to, that one does so, too.
  const linked = placed.filter(({ place: { kind, rows } }) => kind === "link" && rows !== null);
  const lying = linked.filter(({ tile, place }) => place.rows !== tile.number);
  const likeOthers = linked.length - lying.length >= 2 && lying.length === 1;
  const kept = placed.filter(({ tile, place: { kind, rows, named, sure = false } }) => {
    const off = rows === null ? 0 : Math.abs(tile.number - rows);
    if (sure && off <= MOST_OFF_SURE) return true;
    const isMeant = (named && right > 1) || (kind === "link" && likeOthers);
    return right > 0 && (off <= MOST_OFF || (isMeant && off <= MOST_ROWS));
  });
  const some = kept.slice(0, MOST_TOGETHER);
  if (some.length === 0) return [];
  const names = some.map(({ tile }) => `"${short(tile.words, 20)}"`).join(", ");
  return [
    {
      id: `parts-${page.id}`,
      title: short(
        `What ${names} on ${pageNames(site.pages)(page)} count${some.length > 1 ? "" : "s"} is what is listed`,
        160,
      ),
      steps: some.flatMap(({ tile, place }, at): StepDocument[] => [
        ...openPage(page),
        idle,
        {
          capture: { [`part_${at + 1}`]: { text: literalTarget(mainOf(page.survey)), match: tile.pattern } },
        },
        ...place.steps,
        agrees(place.counted, `\${part_${at + 1}}`),
      ]),
      rank: 17,
    },
  ];
};

export const parts = defineOracle({
  id: "parts",
  summary:
    "A number of what is open, paid or the like agrees with the page, the choice or the column that lists it, elsewhere or there.",
  looks: true,
  applies: (site) => site.pages.flatMap((page) => draft(site, page)),
});
