import type { StepDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import { relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, headingOf, itemName, mainList } from "#core/explore/lists/lists.ts";
import { findValues, readNumber } from "#core/suite/order.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { isToldByName } from "#core/generate/records/item-pages.ts";
import { captureName, click, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";

const LEAST_LABEL = 4;
const MOST_LABELS = 3;
const AMOUNT = String.raw`\d[\d.,]*\d`;

/** A column of amounts, and how the page that a row leads to begins to say the same: "expenses €". */
type Label = { at: number; column: string; begins: string };

const isAmount = (cell: string): boolean => findValues(fold(cell), "money").length === 1;

const decimalsOf = (amount: string): number => /[.,](\d{1,2})\D*$/.exec(amount)?.[1]?.length ?? 0;

/** The only place of a text that has the label with an amount behind it, which has as many decimals as those of the column. */
const labelIn = (text: string, column: string, cell: string): string | null => {
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\d])(${escapeRegex(column)}:? ?[-−+]?[€$£¥₹]? ?)(${AMOUNT})`,
    "giu",
  );
  const [found, ...others] = [...fold(text).matchAll(pattern)];
  const [, begins, amount = ""] = found ?? [];
  return begins !== undefined && others.length === 0 && decimalsOf(amount) === decimalsOf(cell)
    ? begins
    : null;
};

/** Rows that lead to what they are made of: lists, told by what is asked for in their address. */
const placeOf = (site: SiteModel, item: SurveyItem): string | null => {
  const link = item.links.find(({ text }) => fold(text) === itemName(item));
  const path = link ? relativeTo(site.origin, link.href) : "";
  return path.startsWith("/") && path.includes("?") ? withoutQuery(path) : null;
};

const labelsOf = (list: SurveyCollection, { survey }: SitePage): Label[] =>
  list.columns.flatMap((_, at): Label[] => {
    const column = headingOf(list, at);
    const cells = list.items.map(({ cells: each }) => each[at] ?? "");
    if (column === null || column.length < LEAST_LABEL || !cells.every(isAmount)) return [];
    const begins = labelIn(survey.text, column, fold(cells[0] ?? ""));
    return begins === null ? [] : [{ at, column, begins }];
  });

const draft = (site: SiteModel, from: SitePage): Draft[] => {
  const list = mainList(from.survey);
  const [place, ...others] = new Set(list?.items.map((item) => placeOf(site, item)));
  if (list?.kind !== "table" || list.target === null || !place || others.length > 0) return [];
  const led = site.pages
    .filter((page) => page !== from && isByAddress(page) && withoutQuery(page.path) === place)
    .map((page) => ({ page, labels: labelsOf(list, page).slice(0, MOST_LABELS) }))
    .find(({ labels }) => labels.length > 1);
  if (!led) return [];
  const { labels } = led;
  const item = list.items.find((each) => {
    const numbers = labels.map(({ at }) => readNumber(each.cells[at] ?? "") ?? 0);
    const isPlain = numbers.every((number) => number > 0) && new Set(numbers).size === numbers.length;
    return isPlain && isToldByName(list, itemName(each));
  });
  if (!item) return [];
  const row = { role: "row", name: literal(itemName(item)), within: literalTarget(list.target) };
  const target = literalTarget(mainOf(led.page.survey));
  const said = labels.map(
    ({ begins }, at) => `${literal(begins)}\${${captureName("in_row", String(at + 1))}}`,
  );
  const capture = Object.fromEntries(
    labels.map(({ column }, at) => [
      captureName("in_row", String(at + 1)),
      { text: { column }, match: AMOUNT },
    ]),
  );
  return [
    {
      id: `leads-${from.id}`,
      title: `The page that a row leads to says the same under ${labels.map(({ column }) => `"${short(column, 20)}"`).join(", ")}`,
      steps: [
        ...openPage(from),
        idle,
        { capture, within: row },
        click({ role: "link", name: itemName(item), within: row }),
        idle,
        // Where one of them is the same, both are about the same, and the others are as well.
        ...said.map((text, at): StepDocument => {
          const other = said[(at + 1) % said.length] ?? "";
          return {
            expect: { text: { target, contains: text } },
            when: { text: { target, contains: other } },
          };
        }),
      ],
      rank: 21,
    },
  ];
};

export const ledAmounts = defineOracle({
  id: "led-amounts",
  summary: "Amounts of a row are those of the list that it leads to, where that shows the same labels.",
  looks: true,
  applies: (site) => site.pages.filter(isByAddress).flatMap((page) => draft(site, page)),
});
