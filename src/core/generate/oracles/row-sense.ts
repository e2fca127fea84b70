import { cellsOf, fold, isUnique, itemName, rowsOf } from "#core/explore/lists/lists.ts";
import { withoutWeekday } from "#core/explore/forms/values.ts";
import { findValues, readDate } from "#core/suite/order.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { asObject, idle, literal, literalTarget, openPage } from "#core/generate/steps.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const BEGINS =
  /^(?:start(?:s|ed)?(?: date| at| on| time)?|from|begin(?:s|ning)?|check-?in|departure|valid from|beginn|von)$/i;
const ENDS =
  /^(?:end(?:s|ed)?(?: date| at| on| time)?|to|until|till|check-?out|return|valid (?:to|until)|ende|bis)$/i;
const NUMBER =
  /^(?:#|id|no\.?|nr\.?|number|nummer|invoice|order|ticket|reference|ref\.?|sku)(?: (?:id|no\.?|number))?$/i;
const LEAST_ROWS = 3;

/** A day may be read out of "Store 3" as well. */
const isDated = (cell: string): boolean => {
  const words = withoutWeekday(cell.trim());
  const [found] = findValues(words, "date");
  return found !== undefined && words.startsWith(found);
};

/** Earlier, however the day and the month are read. */
const isBefore = (a: string, b: string): boolean =>
  isDated(a) &&
  isDated(b) &&
  [true, false].every((dayFirst) => {
    const [first, second] = [readDate(a, dayFirst), readDate(b, dayFirst)];
    return first !== null && second !== null && first < second;
  });

const columnOf = ({ columns }: SurveyCollection, name: RegExp): number => {
  const fits = columns.flatMap((column, at) => (name.test(column.name.trim()) ? [at] : []));
  return fits.length === 1 ? (fits[0] ?? -1) : -1;
};

/** What ends before it begins, in a table where most do not. */
const contradicting = (page: SitePage, list: SurveyCollection): Draft[] => {
  const [begin, end] = [columnOf(list, BEGINS), columnOf(list, ENDS)];
  if (begin < 0 || end < 0) return [];
  const cell = ({ cells }: SurveyItem, at: number): string => cells[at] ?? "";
  const right = list.items.filter((item) => isBefore(cell(item, begin), cell(item, end))).length;
  const wrong = list.items.filter((item) => isBefore(cell(item, end), cell(item, begin)));
  const [item] = wrong;
  const name = item ? itemName(item) : "";
  const isAlone = list.items.filter(({ text }) => text.includes(name)).length === 1;
  if (!item || right <= wrong.length || name === "" || !isAlone || list.target === null) return [];
  const row = { role: "row", name: literal(name), within: literalTarget(list.target) };
  const css = `:is(:nth-child(${begin + 1}), :nth-child(${end + 1})):is(td, th)`;
  return [
    {
      id: `dates-${page.id}`,
      title: "Nothing in the list ends before it begins",
      steps: [
        ...openPage(page),
        idle,
        {
          expect: {
            sorted: {
              target: { css, within: row },
              by: "date",
              order: begin < end ? "ascending" : "descending",
            },
          },
        },
      ],
      rank: 6,
    },
  ];
};

/** The same row twice, with the same number, where all others have one of their own. */
const twice = (page: SitePage, list: SurveyCollection): Draft[] => {
  const at = columnOf(list, NUMBER);
  const numbers = list.items.map(({ cells }) => fold(cells[at] ?? ""));
  const cells = at < 0 ? null : cellsOf(list, at);
  const texts = list.items.map(({ text }) => fold(text));
  const doubles = texts.filter((text, place) => texts.indexOf(text) < place).length;
  const isNumber = numbers.every((text) => /\d/.test(text));
  if (!cells || !isNumber || isUnique(numbers) || doubles === 0) return [];
  // Where only some of what stands twice is the same in all, the number is not the row's own.
  if (numbers.length - new Set(numbers).size !== doubles || doubles * 2 > texts.length) return [];
  return [
    {
      id: `twice-${page.id}`,
      title: "No item is in the list twice",
      steps: [...openPage(page), idle, { expect: { distinct: { target: asObject(literalTarget(cells)) } } }],
      rank: 6,
    },
  ];
};

const BREAKS_OFF = /[,;–]$/;
const GOES_ON = /[,;–] ?[^\s,;–]+(?: [^\s,;–]+){0,3}$/;

/** Lines that break off behind a sign where most go on with a word. */
const brokenOff = (page: SitePage, list: SurveyCollection): Draft[] => {
  const rows = rowsOf(list);
  const texts = list.items.map(({ text }) => fold(text));
  const broken = texts.filter((text) => BREAKS_OFF.test(text));
  const sound = texts.filter((text) => GOES_ON.test(text));
  const isWritten = list.items.some(({ links }) => links.some(({ text }) => BREAKS_OFF.test(fold(text))));
  if (!rows || isWritten || broken.length === 0 || sound.length < 2) return [];
  if (broken.length + sound.length < texts.length || broken.length > sound.length) return [];
  return [
    {
      id: `lines-${page.id}`,
      title: "No line of the list breaks off where the others go on",
      steps: [
        ...openPage(page),
        idle,
        { expect: { each: { target: asObject(literalTarget(rows)), matches: String.raw`[^\s,;–]\s*$` } } },
      ],
      rank: 6,
    },
  ];
};

export const rowSense = defineOracle({
  id: "row-sense",
  summary:
    "No row is there twice with the same number, nothing ends before it begins, and no line breaks off where the others go on.",
  looks: true,
  applies: ({ pages }) =>
    pages
      .filter(isByAddress)
      .flatMap((page) =>
        page.survey.collections
          .filter(({ rows, target }) => rows >= LEAST_ROWS && target !== null)
          .flatMap((list) =>
            list.kind === "table"
              ? [...contradicting(page, list), ...twice(page, list)]
              : list.kind === "list"
                ? brokenOff(page, list)
                : [],
          ),
      ),
});
