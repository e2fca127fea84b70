import { mainOf } from "#core/generate/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { literalTarget, openPage } from "#core/generate/steps.ts";
import type { SitePage } from "#model/site.ts";
import { isByAddress } from "#core/explore/by-address.ts";

const SIGN = String.raw`(?:[€$£]|EUR|USD|GBP|CHF)`;
const WHOLE = String.raw`\d{1,3}(?:[.,']?\d{3})*`;
/** What follows an amount that is rounded, or one of many small ones. */
const ROUNDED = String.raw`(?![\d.,]\d|\d|\s?(?:k|m|b|bn|mio|mrd|mil|mill|bil)(?:\b|l)|\s?(?:%|/|per\b|pro\b|par\b|por\b))`;

/** An amount with just one decimal, or with more than anybody pays. */
const ODD = `${SIGN}\\s?${WHOLE}[.,](?:\\d|\\d{4,})${ROUNDED}|(?<![\\d.,])${WHOLE}[.,](?:\\d|\\d{4,})\\s?(?:€|EUR|CHF)${ROUNDED}`;
const USUAL = new RegExp(
  `${SIGN}\\s?${WHOLE}[.,]\\d\\d(?!\\d)|(?<![\\d.,])${WHOLE}[.,]\\d\\d\\s?(?:€|EUR|CHF)`,
  "g",
);

const LEAST_USUAL = 3;
const MOST_ODD = 3;

/** Nearly all amounts have two decimals, and a few do not. */
const isOdd = ({ survey, setup, status }: SitePage): boolean => {
  const odd = [...survey.text.matchAll(new RegExp(ODD, "gi"))].length;
  const usual = [...survey.text.matchAll(USUAL)].length;
  return (
    isByAddress({ setup, status }) && odd > 0 && odd <= MOST_ODD && usual >= Math.max(LEAST_USUAL, odd * 2)
  );
};

export const amounts = defineOracle({
  id: "amounts",
  summary: "Where amounts of money have two decimals, all of them do.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages
      .filter((page) => isOdd(page) && !seen.has(page.pattern) && seen.add(page.pattern))
      .map((page) => ({
        id: `amounts-${page.id}`,
        title: `Amounts on ${pageNames(site.pages)(page)} have two decimals, as the others there`,
        steps: [
          ...openPage(page),
          {
            expect: {
              text: { target: literalTarget(mainOf(page.survey)), matches: `(?i:${ODD})`, not: true },
            },
          },
        ],
        rank: 6,
      }));
  },
});
