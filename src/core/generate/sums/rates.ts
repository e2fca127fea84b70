import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues } from "#core/suite/order.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveySum } from "#model/survey.ts";
import { SUBTOTAL, TAX } from "./line-sums.ts";
import { ADDED, INCLUDED, NET } from "./net-sums.ts";
import { linesOf } from "./sum-lines.ts";

const RATE = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/;
const RATES = new RegExp(RATE, "g");
/** What is worked out from something else than the net sum above it, or rounded otherwise. */
const OTHERWISE =
  /\b(?:discounts?|coupons?|vouchers?|(?:store |gift )?credits?(?! card)|credit notes?|deposits?|exempt\w*|zero.?rated|non.?taxable|taxable|reverse charge|margin scheme|refund\w*|round(?:ed|ing)|incl\w*|inkl\w*|rabatt\w*|gutschein\w*|gutschrift|storno|steuerfrei|innergemeinschaftlich\w*|remise|descuento|sconto|korting|gerundet)\b/i;
/** So many pages of the kind have to be right before another one is wrong by more than cents. */
const LEAST_RIGHT = 2;
/** What a rate in so many decimals may lie beside the one that is meant, in hundredths. */
const looseOf = (digits: string): number => {
  const decimals = /[.,](\d+)$/.exec(digits)?.[1]?.length ?? 0;
  return decimals < 2 ? 0 : 0.5 / 10 ** decimals;
};

/** A share of a net sum: in cents, both as they are shown. `loose`: how far the rate may be another one, in hundredths. */
type Rated = { net: number; rate: number; loose: number; shown: number; amount: string; css: string };

const cents = (amount: number): number => Math.round(amount * 100);

/** One thing, once: what is made of several may have been rounded one by one. */
const isOfOne = ({ survey }: SitePage): boolean => {
  const lists = survey.collections.filter(
    ({ kind, items }) =>
      kind === "table" || items.some(({ text }) => findValues(fold(text), "money").length > 0),
  );
  const [only, ...others] = lists.filter(({ items }) => items.length > 0);
  const cells = only?.items[0]?.cells ?? [];
  return (
    others.length === 0 &&
    only?.rows === 1 &&
    cells.every((cell) => !MANY.test(fold(cell)) && !fold(cell).includes("%"))
  );
};
const MANY = /^(?:[2-9]|[1-9]\d+)(?:[.,]\d+)?(?: \p{L}+)?$|\d\s?[×x]\s?\d/u;

/** "Subtotal €17.83", "VAT (19 %) €3.39", where both are there once, with cents, nothing is between them and nothing else is added. */
const ratedIn = ({ survey }: SitePage, sum: SurveySum): Rated[] => {
  const lines = linesOf(sum);
  const nets = lines.filter(({ label }) => NET.test(label) || SUBTOTAL.test(label));
  const [net] = nets;
  const at = net === undefined ? -1 : lines.indexOf(net) + 1;
  const [line, raw] = [lines[at], sum.lines[at]];
  const words = fold(`${raw?.label ?? ""} ${raw?.text ?? ""}`);
  const [digits, ...rates] = [...words.matchAll(RATES)].map(([, each = ""]) => each);
  const amounts = findValues(words.replace(RATE, " "), "money").filter((text) =>
    /[.,]\d{2}(?!\d)/.test(text),
  );
  const [amount, ...more] = amounts;
  const whole = net?.amounts[0] ?? Number.NaN;
  const isPlain = nets.length === 1 && net?.amounts.length === 1 && rates.length === 0 && more.length === 0;
  const isMore = lines.some(
    ({ label, amounts: [first = 0] }, index) =>
      index !== at && (ADDED.test(label) || label.includes("%")) && first !== 0,
  );
  if (!isPlain || !line || !raw || amount === undefined || digits === undefined) return [];
  if (!(whole > 0) || /[−–(-]/u.test(amount) || isMore || !TAX.test(line.label)) return [];
  const rate = Number(digits.replace(",", "."));
  if (rate === 0 || INCLUDED.test(words) || OTHERWISE.test(survey.text)) return [];
  const shown = Number(amount.replace(/\D/g, ""));
  return [{ net: cents(whole), rate, loose: looseOf(digits), shown, amount, css: raw.css }];
};

/** How far what is shown lies from the share, in cents. */
const off = ({ net, rate, shown }: Rated): number => shown - (net * rate) / 100;

/** The net sum and the rate may be rounded themselves, or the tax may be what was taken out of a price that has it. */
const fits = (rated: Rated): boolean => {
  const { net, rate, shown, loose } = rated;
  const gross = net + shown;
  return (
    Math.abs(off(rated)) <= 0.501 + (0.5 * rate) / 100 + (net * loose) / 100 ||
    Math.round((gross * rate) / (100 + rate)) === shown
  );
};

/** A cent short of the nearest one: the rest is cut off. */
const isCut = (rated: Rated): boolean => off(rated) > -1 && off(rated) < 0;

/** Another sum in cents as `amount` is written; null where that does not tell how thousands are. */
const written = (amount: string, cents: number): string | null => {
  const [, before = "", whole = "", mark = "", after = ""] =
    /^(\D*)(\d.*)([.,])\d{2}(\D*)$/.exec(amount) ?? [];
  const digits = String(Math.floor(cents / 100));
  const group = /\d(\D)\d{3}$/.exec(whole)?.[1];
  if (mark === "" || (digits.length > 3 && group === undefined && whole.length < 4)) return null;
  const grouped = group === undefined ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${before}${grouped}${mark}${String(cents % 100).padStart(2, "0")}${after}`;
};

/**
 * Expects the tax below a net sum to be the share of it that stands beside it: where it is a cent short as the rest is cut
 * off, or is another one on a page though it is right on others of its kind.
 */
export const wrongRates = ({ pages, samples }: SiteModel): ReadonlyMap<SitePage, StepDocument> => {
  const kinds = Map.groupBy([...pages, ...samples].filter(isByAddress), ({ pattern }) => pattern);
  return new Map(
    [...kinds.values()].flatMap((alike) => {
      const all = alike.flatMap((page) =>
        page.survey.sums.flatMap((sum) => ratedIn(page, sum).map((rated) => ({ page, sum, rated }))),
      );
      const right = new Set(all.flatMap(({ rated }) => (fits(rated) ? [rated.net] : []))).size;
      return all.flatMap(({ page, sum, rated }): [SitePage, StepDocument][] => {
        const value = written(rated.amount, Math.round((rated.net * rated.rate) / 100));
        const isWrong = !fits(rated) && isOfOne(page) && (isCut(rated) || right >= LEAST_RIGHT);
        if (!isWrong || value === null) return [];
        const target = { css: rated.css, within: literalTarget(sum.target) };
        return [[page, { expect: { text: { target, contains: literal(value) } } }]];
      });
    }),
  );
};
