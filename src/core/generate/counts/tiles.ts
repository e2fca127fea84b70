import { fold, rowsOf } from "#core/explore/lists/lists.ts";
import { isSaidOnce, numberIn } from "./counts.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

const MOST_TILES = 12;

/** "Open orders 4", and where it leads. */
export type Tile = {
  words: string;
  number: number;
  pattern: string;
  href: string | null;
  /** The link or the card itself, where it is known by other words than its number. */
  link?: Target;
  /** It can only be read in its card: the page says the like of something else. */
  isCard?: true;
  /** Of a row below headings: one of them says what the number counts. */
  isRow: boolean;
};

/** "Furniture 5 offers": a part by its name, and how many it has. */
const NUMBER_BETWEEN = /^(\p{L}+(?: \p{L}+){0,2}):? \(?(\d{1,4})\)? ?(\p{L}+)\)?$/u;
/** "Furniture (5)". */
const NUMBER_BEHIND = /^(\p{L}+(?: \p{L}+){0,2}) \((\d{1,4})\)$/u;

const partIn = (text: string): Pick<Tile, "words" | "number" | "pattern"> | null => {
  const [, name = "", number, noun] = NUMBER_BETWEEN.exec(text) ?? NUMBER_BEHIND.exec(text) ?? [];
  if (number === undefined) return null;
  return {
    words: noun === undefined ? name : `${name} ${noun}`,
    number: Number(number),
    pattern: `${escapeRegex(name)}:? \\(?(\\d+)\\b`,
  };
};

/** "Low or out of stock 6": a link may say in more words what it counts. */
const LONG = /^(\p{L}+(?: \p{L}+){3,5}):? (\d{1,4})$/u;

const longTileOf = (text: string, href: string): Tile[] => {
  const [, words, number] = LONG.exec(fold(text)) ?? [];
  if (words === undefined) return [];
  return [{ words, number: Number(number), pattern: `${escapeRegex(words)}:? (\\d+)`, href, isRow: false }];
};

/** "7 Unassigned Not closed, and nobody's": a number, what it counts, and a sentence on that. */
const HINTED = /^(\d{1,4}) (\p{L}\p{Ll}{2,}(?: \p{Ll}+){0,2}) \p{Lu}\p{Ll}+(?: \S+){1,12}$/u;

/** It counts fewer than the words before it say: those of a time, of somebody, of a part. */
const NARROWS =
  /\d|\b(?:last|past|this|next|since|today|yesterday|tomorrow|weeks?|months?|quarter|years?|days?|hours?|recent(?:ly)?|within|until|before|after|than|over|your|you|my|mine|assigned|across|all|except|excluding|including|only|per|new)\b/i;
const MONTH = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i;

const hintedTileOf = (text: string, href: string): Tile[] => {
  const [whole = "", number, words] = HINTED.exec(fold(text)) ?? [];
  if (words === undefined || MONTH.test(words)) return [];
  if (NARROWS.test(whole.slice(`${number} ${words}`.length))) return [];
  return [{ words, number: Number(number), pattern: `(\\d+) ${escapeRegex(words)}`, href, isRow: false }];
};

const tileOf = (text: string, href: string | null): Tile[] => {
  const found = numberIn(fold(text)) ?? partIn(fold(text));
  return found
    ? [{ words: found.words, number: found.number, pattern: found.pattern, href, isRow: false }]
    : [];
};

/** What those that were counted come to: "Open deals 32 €1,190,343.00", "Lead 6 deals, €204,720.00". */
const DIGITS = String.raw`(?:\d{1,3}(?:[.,' \u00A0]\d{3})+|\d+)(?:[.,]\d{1,2})?`;
const CODE = "(?:\\p{Sc}|EUR|USD|GBP|CHF|kr|zł)";
const AMOUNT_BEHIND = new RegExp(
  String.raw`(?<=\d(?: \p{L}+)?)(?:\s*[,;·|–])?\s+(?:${CODE}\s?${DIGITS}|${DIGITS}\s?${CODE})\s*$`,
  "u",
);

/** Leads to one of several by its number: the card of a thing, and what stands before its price is a part of its name. */
const OF_ONE = /\/[^/?#]*\d[^/?#]*(?:$|[?#])/;

const tileAboveAmount = (text: string, href: string | null): Tile[] => {
  const bare = fold(text).replace(AMOUNT_BEHIND, "");
  if (bare === fold(text) || href === null || OF_ONE.test(new URL(href).pathname)) return [];
  return NARROWS.test(bare.replaceAll(/\d/g, "")) ? [] : tileOf(bare, href);
};

/** The card of a tile, by its words alone, for where others beside it say the like: "To do 12" before "In progress 7". */
const cardOf = (list: SurveyCollection, { text }: SurveyItem, { words, pattern }: Tile): Target | null => {
  const rows = rowsOf(list);
  const isOnly = list.items.filter((item) => has(item.text, words)).length === 1;
  const isTold = [...fold(text).matchAll(new RegExp(pattern, "gu"))].length === 1;
  return rows && isOnly && isTold && !/\d/.test(JSON.stringify(rows)) ? { ...rows, text: words } : null;
};

const has = (text: string, words: string): boolean => fold(text).toLowerCase().includes(words.toLowerCase());

/** The numbers of a page, each with the words beside it: those of cards, links and plain texts. */
export const tilesOn = ({ survey }: SitePage): Tile[] => {
  const cards = survey.collections
    .filter(({ rows }) => rows <= MOST_TILES)
    .flatMap((list) => {
      const { items, columns } = list;
      const tilesOf = ({ text, links, buttons }: SurveyItem): Tile[] => {
        const hrefs = [...new Set(links.map(({ href }) => href))];
        const href = hrefs.length === 1 ? (hrefs[0] ?? null) : null;
        const own = [...tileOf(text, href), ...tileAboveAmount(text, href)];
        if (own.length > 0) return own;
        // What leads on stands below the number.
        const rest = [...links.map((link) => link.text), ...buttons].reduce(
          (left, words) => (words === "" ? left : left.replace(words, " ")),
          text,
        );
        return [...tileOf(rest, href), ...tileAboveAmount(rest, href)];
      };
      return items.flatMap((item) =>
        tilesOf(item).map((tile) => {
          const card = isSaidOnce(survey, tile.pattern) ? null : cardOf(list, item, tile);
          return { ...tile, isRow: columns.length > 0, ...(card && { link: card, isCard: true as const }) };
        }),
      );
    });
  const links = survey.links
    .filter(({ chrome, same_origin: own }) => own && !chrome)
    .flatMap(({ text, href, target }) => {
      const link = target !== null && !/\d/.test(JSON.stringify(target)) ? { link: target } : {};
      return [...tileOf(text, href), ...longTileOf(text, href), ...hintedTileOf(text, href)].map(
        (tile): Tile => ({
          ...tile,
          ...link,
          ...("link" in link && !isSaidOnce(survey, tile.pattern) && { isCard: true }),
        }),
      );
    });
  const plain = survey.counters.flatMap(({ text }) => tileOf(text, null));
  const seen = new Set<string>();
  const all: Tile[] = [...links, ...cards, ...plain];
  return all.filter(({ words, number, pattern, isCard = false }) => {
    const key = isCard ? `${words} ${number}` : words;
    return (isCard || isSaidOnce(survey, pattern)) && !seen.has(key) && seen.add(key);
  });
};
