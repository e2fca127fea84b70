import { isByAddress } from "#core/explore/pages/by-address.ts";
import { cellsOf, fold, longWords, mainList } from "#core/explore/lists/lists.ts";
import { isSortedBehind } from "#core/explore/lists/pinned-rows.ts";
import { columnTexts } from "#core/explore/lists/sort-values.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { asObject, idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { readDate } from "#core/suite/order.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";

/** "soonest best-before date first", "newest first": which way, and by what. */
const SAID = /\b(?:(soonest|earliest|oldest)|newest|latest|most recent)((?: [\p{L}-]+){0,3}?) first\b/iu;
const LEAST_ROWS = 3;
/** So far above the list what is said of its order may stand, in characters. */
const NEAR = 250;

/** What one can choose says how it would be then. */
const isChoice = ({ forms, buttons, links }: PageSurvey, said: string): boolean =>
  [
    ...forms.flatMap(({ fields }) => fields.flatMap(({ options }) => options)),
    ...buttons.map(({ name }) => name),
    ...links.map(({ text }) => text),
  ].some((text) => fold(text).toLowerCase().includes(said.toLowerCase()));

const isNear = ({ text }: PageSurvey, end: number, { items }: SurveyCollection): boolean => {
  const first = fold(items[0]?.text ?? "").slice(0, 20);
  const at = fold(text).indexOf(first, end);
  return first !== "" && at >= 0 && at - end < NEAR;
};

/** What is new or old is so since it was made; what is due soon, by when it is to be. */
const MADE =
  /^(?:date|day|when|time|(?:date |day )?(?:created|added|posted|published|placed|ordered|received|sent|joined|written|made|bought)(?: on| at)?|order date)$/i;
const TO_BE =
  /^(?:date|day|when|due(?: date| by| on)?|deadline|starts?(?: on| at)?|begins?|departure|best before|use by|expir(?:y|es|ation)(?: date| on)?)$/i;

/** The only column of days that the words name, or, where they name none, that can be meant by them. */
const columnOf = (
  { columns, items }: SurveyCollection,
  { words, meant }: { words: string; meant: RegExp },
): number | null => {
  const days = columns.flatMap((column, at) => {
    const cells = items.map(({ cells: all }) => fold(all[at] ?? "")).filter((cell) => /\d/.test(cell));
    const areDays = cells.length >= LEAST_ROWS && cells.every((cell) => readDate(cell, true) !== null);
    return areDays ? [{ at, name: column.name }] : [];
  });
  const wanted = longWords(words.replaceAll("-", " "));
  const named = days.filter(({ name }) => longWords(name).some((word) => wanted.includes(word)));
  const [only, ...others] = named.length > 0 ? named : days;
  const isMeant = only !== undefined && (named.length > 0 || meant.test(fold(only.name)));
  return isMeant && others.length === 0 ? only.at : null;
};

const draft = (page: SitePage): Draft[] => {
  const { survey } = page;
  const list = mainList(survey);
  const said = SAID.exec(fold(survey.text));
  if (!said || list?.kind !== "table" || page.path.includes("?") || isChoice(survey, said[0])) return [];
  const [, first, words = ""] = said;
  const isSoon = /^(?:soonest|earliest)$/i.test(first ?? "");
  const at = columnOf(list, { words, meant: isSoon ? TO_BE : MADE });
  const cells = at === null ? null : cellsOf(list, at);
  const order = first === undefined ? "descending" : "ascending";
  if (at === null || !cells || isSortedBehind(list.items, columnTexts(list, at), "date", order)) return [];
  if (!isNear(survey, said.index + said[0].length, list)) return [];
  return [
    {
      id: `order-${page.id}`,
      title: `The list is in the order that is said of it: ${short(said[0], 40)}`,
      steps: [
        ...openPage(page),
        idle,
        {
          expect: {
            sorted: {
              target: asObject(literalTarget(cells)),
              by: "date",
              ...(order === "descending" && { order }),
            },
          },
        },
      ],
      rank: 18,
    },
  ];
};

export const saidOrder = defineOracle({
  id: "said-order",
  summary: "A list is in the order that its page says it is in, such as the newest first.",
  looks: true,
  applies: ({ pages }) => pages.filter(isByAddress).flatMap(draft),
});
