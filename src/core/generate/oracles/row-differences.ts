import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, itemName } from "#core/explore/lists/lists.ts";
import { readNumber } from "#core/suite/order.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { IS_VOID, leftOut } from "#core/generate/sums/part-sums.ts";
import { idle, literal, literalTarget, openPage } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";

/** What is left of something. */
const LEFT =
  /\b(?:remain(?:s|ing)?|left|balance|difference|outstanding|net|verbleibend|rest|saldo|differenz|restant|reste|restante|resta)\b/i;
const LEAST_RIGHT = 3;
const MOST_STATED = 2;

type Columns = { whole: number; part: number; left: number };

const numberIn = ({ cells }: SurveyItem, at: number): number => {
  const text = fold(cells[at] ?? "");
  return /\d/.test(text) && !/[%:]/.test(text) ? (readNumber(text) ?? Number.NaN) : Number.NaN;
};

const isRight = (item: SurveyItem, { whole, part, left }: Columns): boolean =>
  Math.abs(numberIn(item, whole) - numberIn(item, part) - numberIn(item, left)) < 0.006;

/** All three are numbers: what has no budget has "—" there. */
const hasAll = (item: SurveyItem, { whole, part, left }: Columns): boolean =>
  [whole, part, left].every((at) => Number.isFinite(numberIn(item, at)));

/** Where more is gone than there was, some show that nothing is left. */
const isUsedUp = (item: SurveyItem, { whole, part, left }: Columns): boolean =>
  numberIn(item, left) === 0 && numberIn(item, part) > numberIn(item, whole);

/** Rows that have all three, but for those of which nothing is left as they are void, or in a state that no right row is in. */
const telling = ({ items }: SurveyCollection, columns: Columns): SurveyItem[] => {
  const numbers = Object.values(columns);
  const words = items.map(({ cells }) => ({ cells: cells.filter((_, at) => !numbers.includes(at)) }));
  const right = new Set(items.flatMap((item, row) => (isRight(item, columns) ? [row] : [])));
  const others = leftOut(words).filter((rows) => ![...rows].some((row) => right.has(row)));
  return items.filter((item, row) => {
    const isOut = IS_VOID.test(item.cells.join(" ")) || others.some((rows) => rows.has(row));
    return (
      hasAll(item, columns) &&
      !isUsedUp(item, columns) &&
      !(isOut && numberIn(item, columns.left) === 0 && !right.has(row))
    );
  });
};

/** What stands beside a number but its sign and its currency: "left", or "over" where more than all is gone. */
const wordsIn = ({ cells }: SurveyItem, at: number): string =>
  fold((cells[at] ?? "").replaceAll(/[^\p{L}]+/gu, " "));

/** The words beside what is left in rows that are right; those with others tell something else, such as how much it is over. */
const wordsOfRight = ({ items }: SurveyCollection, columns: Columns): string | null => {
  const words = new Set(
    items.filter((item) => isRight(item, columns)).map((item) => wordsIn(item, columns.left)),
  );
  const [only] = words;
  return words.size === 1 && only !== undefined ? only : null;
};

/** Two columns of numbers of which the second is taken from the first, as most rows that have both show. */
const columnsOf = (list: SurveyCollection): Columns | null => {
  const { columns, items } = list;
  const isPlain = items.every(({ cells, fields }) => cells.length === columns.length && fields.length === 0);
  const left = columns.findIndex(({ name }) => LEFT.test(name));
  if (!isPlain || left < 0) return null;
  const numbers = columns.flatMap((_, at) =>
    at !== left && items.filter((item) => Number.isFinite(numberIn(item, at))).length >= LEAST_RIGHT
      ? [at]
      : [],
  );
  const pairs = numbers.flatMap((whole) =>
    numbers.flatMap((part) => (part === whole ? [] : [{ whole, part, left }])),
  );
  const fitting = pairs.filter((pair) => {
    const all = telling(list, pair);
    const right = all.filter((item) => isRight(item, pair) && numberIn(item, pair.part) !== 0);
    return right.length >= LEAST_RIGHT && right.length * 3 >= all.length * 2;
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
};

const draft = (page: SitePage, list: SurveyCollection): Draft[] => {
  const columns = list.kind === "table" && list.target !== null ? columnsOf(list) : null;
  const words = columns && wordsOfRight(list, columns);
  if (!columns || words === null || list.target === null) return [];
  const within = literalTarget(list.target);
  const alone = telling(list, columns).filter((item) => {
    const name = itemName(item);
    return (
      wordsIn(item, columns.left) === words &&
      name !== "" &&
      list.items.filter(({ text }) => fold(text).includes(name)).length === 1
    );
  });
  // What is wrong is told first; of what is right two rows say enough, least of all the ones with most left.
  const stated = alone
    .toSorted(
      (a, b) =>
        Number(isRight(a, columns)) - Number(isRight(b, columns)) ||
        numberIn(a, columns.left) - numberIn(b, columns.left),
    )
    .slice(0, MOST_STATED);
  if (stated.length === 0) return [];
  const { whole, part, left } = columns;
  // Longer than that of a currency.
  const [worded = ""] = words.split(" ").toSorted((a, b) => b.length - a.length);
  const steps = stated.map((item): StepDocument => {
    const row = { role: "row", name: literal(itemName(item)), within };
    const remainder = { css: `:scope > :nth-child(${left + 1})`, within: row };
    return {
      expect: {
        sum: {
          of: { css: `:scope > :is(:nth-child(${part + 1}), :nth-child(${left + 1}))`, within: row },
          is: { css: `:scope > :nth-child(${whole + 1})`, within: row },
        },
      },
      when: { visible: row, ...(worded !== "" && { text: { target: remainder, contains: worded } }) },
    };
  });
  const name = (at: number): string => fold(list.columns[at]?.name ?? "");
  return [
    {
      id: `differences-${page.id}`,
      title: `"${name(left)}" is what "${name(part)}" leaves of "${name(whole)}"`,
      steps: [...openPage(page), idle, ...steps],
      rank: 18,
    },
  ];
};

export const rowDifferences = defineOracle({
  id: "row-differences",
  summary: "What is left in a row is what one of its numbers leaves of another, as in most rows.",
  looks: true,
  applies: ({ pages }) =>
    pages.filter(isByAddress).flatMap((page) => page.survey.collections.flatMap((list) => draft(page, list))),
});
