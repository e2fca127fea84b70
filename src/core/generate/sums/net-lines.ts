import type { StepDocument } from "#core/suite/grammar.ts";
import { findAmounts, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { SUBTOTAL } from "./line-sums.ts";
import { NET } from "./net-sums.ts";
import { literalTarget } from "#core/generate/steps.ts";
import { MORE, QUANTITY, TOTAL, adds, columnOf } from "./sum-columns.ts";
import type { Column } from "./sum-columns.ts";
import { PRICE } from "./sums.ts";

const AMOUNT = /^(?:amount|betrag|montant|importe|importo|bedrag|kwota)$/i;
/** What may be taken off without a line of its own. */
const LESS = /discount|coupon|voucher|credit|deposit|rabatt|gutschein|remise|descuento|sconto|korting/i;

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.006;

/** The amounts of lines of which each is a price so many times, in a table that is shown as a whole. */
const amountsOf = (list: SurveyCollection): Column | null => {
  const isPlain = list.kind === "table" && list.target !== null && list.paging === null;
  if (!isPlain || list.items.length !== list.rows || list.columns.some(({ name }) => MORE.test(name)))
    return null;
  const at = (words: RegExp, ...but: number[]): number =>
    list.columns.findIndex(({ name }, index) => words.test(fold(name)) && !but.includes(index));
  const [quantity, price] = [at(QUANTITY), at(PRICE)];
  const amount = Math.max(at(TOTAL, quantity, price), at(AMOUNT, quantity, price));
  const [times, each, all] = [
    columnOf(list, quantity, "number"),
    columnOf(list, price, "money"),
    columnOf(list, amount, "money"),
  ];
  const isProduct =
    times &&
    each &&
    all?.numbers.every((sum, row) => near(sum, (times.numbers[row] ?? 0) * (each.numbers[row] ?? 0)));
  return isProduct ? all : null;
};

type Seen = Pick<PageSurvey, "collections" | "sums" | "text">;

/** The net sum below the only table of such lines, where that is the first amount of what is added up. */
const claimOf = ({ collections, sums, text }: Seen): { step: StepDocument; fits: boolean } | null => {
  const [lines, ...others] = collections.flatMap((list) => amountsOf(list) ?? []);
  const nets = sums.flatMap(({ target, lines: all }) => {
    const first = all.find((line) => findAmounts(fold(line.text)).length > 0);
    const label = fold(first?.label ?? "").replace(/[\s:]+$/, "");
    const [amount, ...more] = findAmounts(fold(first?.text ?? ""));
    const is = amount === undefined ? null : readNumber(amount);
    const isNet = more.length === 0 && (NET.test(label) || SUBTOTAL.test(label));
    return first && is !== null && isNet
      ? [{ is, target: { css: first.css, within: literalTarget(target) } }]
      : [];
  });
  const [net] = nets;
  if (!lines || !net || others.length > 0 || nets.length > 1 || LESS.test(text)) return null;
  const sum = lines.numbers.reduce((all, each) => all + each, 0);
  return { step: adds(lines, null, net.target), fits: near(sum, net.is) };
};

/** Expects that the lines of a bill come to its net sum. */
export const netOfLines = (survey: Seen): StepDocument[] => {
  const claim = claimOf(survey);
  return claim ? [claim.step] : [];
};

/** Whether they did not when the page was looked at. */
export const isNetOff = (survey: Seen): boolean => claimOf(survey)?.fits === false;
