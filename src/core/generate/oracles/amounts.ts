import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { literalTarget, openPage } from "#core/generate/steps.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyItem } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isAnswered, isByAddress } from "#core/explore/pages/by-address.ts";
import { itemName } from "#core/explore/lists/lists.ts";

const SIGN = String.raw`(?:[€$£]|EUR|USD|GBP|CHF)`;
const WHOLE = String.raw`\d{1,3}(?:[.,']?\d{3})*`;
/** What follows an amount that is rounded, or one of many small ones. */
const ROUNDED = String.raw`(?![\d.,]\d|\d|\s?(?:k|m|b|bn|mio|mrd|mil|mill|bil)(?:\b|l)|\s?(?:%|/|per\b|pro\b|par\b|por\b))`;

/** An amount with just one decimal, or with more than anybody pays: as many as `most`, or more. */
const oddOf = (most: number): string => {
  const decimals = String.raw`[.,](?:\d|\d{${most},})`;
  return String.raw`${SIGN}\s?${WHOLE}${decimals}${ROUNDED}|(?<![\d.,])${WHOLE}${decimals}\s?(?:€|EUR|CHF)${ROUNDED}`;
};
const ODD = oddOf(4);
/** With so many decimals as only what was never rounded has. */
const NOT_ROUNDED = oddOf(6);
const USUAL = new RegExp(
  `${SIGN}\\s?${WHOLE}[.,]\\d\\d(?!\\d)|(?<![\\d.,])${WHOLE}[.,]\\d\\d\\s?(?:€|EUR|CHF)`,
  "g",
);

const LEAST_USUAL = 3;
const MOST_ODD = 3;

/** What is so much for one of something, which is told as exactly as it is needed: a rate, the price of a share. */
const PER_ONE = /[=≈]|kurs|\b(?:rates?|taux|cambio|NAV|units?|shares?|funds?|quotes?|1 [A-Z]{3})\b/i;
/** Characters before and behind an amount that say what it is. */
const [BEFORE, BEHIND] = [30, 8];

/** Some amounts on the page have more decimals than one pays because they are rates. */
const hasRates = ({ survey }: SitePage): boolean => {
  const long = (text: string): string[] =>
    [...text.matchAll(new RegExp(ODD, "gi"))].flatMap(([found]) => (/\d{4}\D*$/.test(found) ? [found] : []));
  const isSaid = [...survey.text.matchAll(new RegExp(ODD, "gi"))].some(
    ({ 0: found, index }) =>
      long(found).length > 0 &&
      PER_ONE.test(
        `${survey.text.slice(Math.max(0, index - BEFORE), index)} ${survey.text.slice(index + found.length, index + found.length + BEHIND)}`,
      ),
  );
  const isColumn = survey.collections.some(({ columns, items }) =>
    columns.some(
      ({ name }, at) => PER_ONE.test(name) && items.some(({ cells }) => long(cells[at] ?? "").length > 0),
    ),
  );
  return isSaid || isColumn;
};

const oddOn = (page: SitePage): string => (hasRates(page) ? NOT_ROUNDED : ODD);

/** Nearly all amounts have two decimals, and a few do not. */
const isOdd = (page: SitePage): boolean => {
  const { survey, setup, status } = page;
  const odd = [...survey.text.matchAll(new RegExp(oddOn(page), "gi"))].length;
  const usual = [...survey.text.matchAll(USUAL)].length;
  return (
    isByAddress({ setup, status }) && odd > 0 && odd <= MOST_ODD && usual >= Math.max(LEAST_USUAL, odd * 2)
  );
};

const LEAST_SHORTENED = 2;

const whole = (odd: string): string => odd.replace(/([.,]\d)(?!\d)/, "$10");

const oddIn = (text: string): string[] => [...text.matchAll(new RegExp(ODD, "gi"))].map(([found]) => found);

/**
 * The list in which several amounts have one decimal, and end in a zero behind that on another kind of page, for cards on
 * that of the same name: "€165.2" and "€165.20". What stands beside a chart is no such list.
 */
const shortenedIn = (page: SitePage, all: readonly SitePage[]): Target | null => {
  if (!isByAddress(page)) return null;
  const others = all.filter(({ pattern, status }) => pattern !== page.pattern && isAnswered({ status }));
  const elsewhere = others.map(({ survey }) => survey.text).join("\n");
  const cards = others.flatMap(({ survey }) => survey.collections.flatMap(({ items }) => items));
  const isOnCard = (item: SurveyItem, amount: string): boolean =>
    cards.some((each) => itemName(each) === itemName(item) && each.text.includes(amount));
  const list = page.survey.collections.find(({ kind, items }) => {
    const odd = items.flatMap((item) =>
      kind === "table"
        ? item.cells.flatMap(oddIn).filter((text) => elsewhere.includes(whole(text)))
        : oddIn(item.text).filter((text) => itemName(item) !== "" && isOnCard(item, whole(text))),
    );
    return new Set(odd).size >= LEAST_SHORTENED;
  });
  return list?.target ?? null;
};

export const amounts = defineOracle({
  id: "amounts",
  summary: "Where amounts of money have two decimals, all of them do.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages.flatMap((page) => {
      const target = isOdd(page) ? mainOf(page.survey) : shortenedIn(page, site.pages);
      if (target === null || seen.has(page.pattern)) return [];
      seen.add(page.pattern);
      const text = { target: literalTarget(target), matches: `(?i:${oddOn(page)})`, not: true };
      return [
        {
          id: `amounts-${page.id}`,
          title: `Amounts on ${pageNames(site.pages)(page)} have two decimals, as the others`,
          steps: [...openPage(page), { expect: { text } }],
          rank: 6,
        },
      ];
    });
  },
});
