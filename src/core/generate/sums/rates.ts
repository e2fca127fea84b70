import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues } from "#core/suite/order.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveySum } from "#model/survey.ts";
import { SUBTOTAL } from "./line-sums.ts";
import { ADDED, INCLUDED, NET } from "./net-sums.ts";
import { linesOf } from "./sum-lines.ts";

const RATE = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/;
const RATES = new RegExp(RATE, "g");
/** What is worked out from something else than the net sum above it, or rounded otherwise. */
const OTHERWISE =
  /discount|coupon|voucher|credit|deposit|reduced|exempt|margin|round|rabatt|gutschein|remise|descuento|sconto|korting|gerundet/i;
/** So many pages of the kind have to be right before another one is wrong by more than cents. */
const LEAST_RIGHT = 2;

/** A share of a net sum: in cents, both as they are shown. */
type Rated = { net: number; rate: number; shown: number; amount: string; rows: number; css: string };

const cents = (amount: number): number => Math.round(amount * 100);

/** "Subtotal €17.83", "VAT (19 %) €3.39", where both are there once, with cents, and nothing is between them. */
const ratedIn = ({ survey }: SitePage, sum: SurveySum): Rated[] => {
  const lines = linesOf(sum);
  const nets = lines.filter(({ label }) => NET.test(label) || SUBTOTAL.test(label));
  const [net] = nets;
  const at = net === undefined ? -1 : lines.indexOf(net) + 1;
  const line = lines[at];
  const raw = sum.lines[at];
  const words = fold(`${raw?.label ?? ""} ${raw?.text ?? ""}`);
  const [rate, ...rates] = [...words.matchAll(RATES)].map(([, digits = ""]) =>
    Number(digits.replace(",", ".")),
  );
  const amounts = findValues(words.replace(RATE, " "), "money").filter((text) =>
    /[.,]\d{2}(?!\d)/.test(text),
  );
  const [amount, ...more] = amounts;
  const whole = net?.amounts[0];
  const isPlain =
    nets.length === 1 &&
    net?.amounts.length === 1 &&
    rates.length === 0 &&
    more.length === 0 &&
    rate !== undefined;
  if (!isPlain || !line || !raw || amount === undefined || whole === undefined || Number.isNaN(whole))
    return [];
  if (rate === 0 || !ADDED.test(line.label) || INCLUDED.test(words) || OTHERWISE.test(survey.text)) return [];
  const shown = Number(amount.replace(/\D/g, ""));
  const rows = Math.max(
    1,
    ...survey.collections.filter(({ kind }) => kind === "table").map((list) => list.rows),
  );
  return [{ net: cents(whole), rate, shown, amount, rows, css: raw.css }];
};

/** How far what is shown lies from the share, in cents. */
const off = ({ net, rate, shown }: Rated): number => shown - (net * rate) / 100;

/** Each row may have been rounded by itself. */
const fits = (rated: Rated): boolean => Math.abs(off(rated)) <= 0.5 * rated.rows + 0.001;

/** A cent short of the nearest one: the rest is cut off. */
const isCut = (rated: Rated): boolean =>
  rated.rows === 1 && !fits(rated) && off(rated) > -1 && off(rated) < 0;

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
        const isWrong = !fits(rated) && (isCut(rated) || right >= LEAST_RIGHT);
        if (!isWrong || value === null) return [];
        const target = { css: rated.css, within: literalTarget(sum.target) };
        return [[page, { expect: { text: { target, contains: literal(value) } } }]];
      });
    }),
  );
};
