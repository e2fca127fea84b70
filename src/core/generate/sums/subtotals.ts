import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { PageSurvey } from "#model/survey.ts";
import { adds } from "./sum-columns.ts";
import type { Column } from "./sum-columns.ts";

/** Ends a text before the amount that it is about. */
const SUBTOTAL =
  /(?:^|[.:;,] )(?:(?:cart|basket|order|item) )?(?:sub-?total|zwischensumme|sous-total|subtotaal)\s*[:–-]?\s*$/i;
/** What may go into the one, and not into the other. */
const OTHERWISE =
  /\b(?:tax(?:es)?|vat|gst|net|gross|discounts?|coupon|voucher|promo\w*|savings?|offers?|rebate|deposit|surcharge|mwst|netto|brutto|rabatt|gutschein|remise|tva|btw|korting)\b/i;

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.006;

const add = ({ numbers }: Column): number => numbers.reduce((sum, each) => sum + each, 0);

/**
 * "Subtotal: €24.90" beside a table in which each row shows what so many of it come to is the sum of that; not where it is
 * another one, unless it takes one of each.
 */
export const subtotalBeside = (survey: PageSurvey, line: Column, price: Column): StepDocument[] => {
  if (OTHERWISE.test(survey.text)) return [];
  const said = survey.sums.flatMap(({ target, lines }) =>
    lines.flatMap(({ label, text, css }) => {
      const words = fold(`${label} ${text}`);
      const [shown, ...others] = findValues(words, "money");
      const isSaid = shown !== undefined && SUBTOTAL.test(words.slice(0, words.indexOf(shown)));
      const total = shown === undefined ? null : readNumber(shown);
      return isSaid && total !== null && others.length === 0 ? [{ css, within: target, total }] : [];
    }),
  );
  const [only, ...more] = said;
  if (!only || more.length > 0 || ![line, price].some((column) => near(add(column), only.total))) return [];
  return [adds(line, null, { css: only.css, within: only.within })];
};
