import type { StepDocument } from "#core/suite/grammar.ts";
import type { PageSurvey, SurveyForm, SurveySum } from "#model/survey.ts";
import { stem } from "#core/generate/counts/counts.ts";
import { ADDED, INCLUDED, NET, WHOLE } from "./net-sums.ts";
import { add, claim, linesOf } from "./sum-lines.ts";
import type { Claim, Line } from "./sum-lines.ts";

export const SUBTOTAL =
  /^(?:(?:cart |basket |item |order )?sub-?total|(?:items?|goods|products|articles)(?: total)?|zwischensumme|warenwert|sous-total|subtotale|subtotaal|suma cz[ęe][śs]ciowa)$/i;
export const TAX =
  /^(?:\+ ?)?(?:plus |zzgl\.? )?(?:(?:sales |service )?tax|vat|gst|mwst|ust|umsatzsteuer|tva|iva|btw|ptu)\b/i;
const LESS =
  /^(?:discount|coupon|voucher|promo(?:tion)?|rabatt|gutschein|remise|descuento|sconto|korting)\b/i;
/** What else may go into a total that is a price by the piece, so many times. */
export const FURTHER =
  /\b(?:tax|vat|fees?|clean(?:ing)?|surcharge|discount|coupon|deposit|extra|add-?ons?|service|breakfast|weekend|season|mwst|steuer|geb[üu]hr|rabatt)\b/i;
const A_PIECE = /^(?:price|rate|cost|preis|prix|precio) (?:per|each|pro|par|por)(?: (\p{L}+))?$/iu;
const PIECES = /^(?:qty|quantity|number|units|pieces|menge|anzahl|st[üu]ck|quantit[ée]|cantidad)$/i;

const NET_PRICES =
  /\b(?:net (?:unit )?(?:price|amount|cost)s?|(?:price|amount)s? \(?(?:net|excl\.?|excluding)|netto(?:-?preis|-?betrag)|prix (?:unitaire )?ht|precio neto|prezzo netto|nettoprijs|cena netto)/i;

/** Off by what rounding each of them comes to, and no more. */
const isRounding = (off: number, among: number): boolean => off > 0.006 && off <= among * 0.0101;

/** What stands between a subtotal and the total is added to the one, and gives the other. */
const addition = (sum: SurveySum, lines: Line[], text: string): Claim[] => {
  const end = lines.findIndex(({ label, amounts }) => WHOLE.test(label) && amounts.length > 0);
  const start = lines.findLastIndex(
    ({ label, amounts }, at) => at < end && amounts.length === 1 && (SUBTOTAL.test(label) || NET.test(label)),
  );
  const [first, whole] = [lines[start], lines[end]];
  if (!first || !whole) return [];
  const isNet = NET.test(first.label);
  // Below a table these are the matter of its own sums.
  if (isNet && sum.target.css?.startsWith("tfoot")) return [];
  const between = lines
    .slice(start + 1, end)
    .filter(({ label, amounts }) => amounts.length > 0 && !/incl|inkl|of which|davon|dont/i.test(label));
  const isKnown = between.every(
    ({ label, amounts: [amount = 0, ...others] }) =>
      others.length === 0 &&
      !Number.isNaN(amount) &&
      ((ADDED.test(label) && !INCLUDED.test(label) && amount >= 0) || (LESS.test(label) && amount <= 0)),
  );
  const total = whole.amounts[0] ?? Number.NaN;
  if (between.length === 0 || !isKnown || Number.isNaN(total)) return [];
  const off = (of: Line[]): number => Math.abs(add(of) - total);
  const all = [first, ...between];
  const taxed = between.some(({ label }) => TAX.test(label));
  // A tax may be in the prices already, unless they are said to be without it.
  if (taxed && !isNet && !NET_PRICES.test(text) && off(all.filter(({ label }) => !TAX.test(label))) < 0.006)
    return [];
  return isRounding(off(all), all.length) ? [] : [claim(sum.target, all, whole)];
};

/** A price a night and so many nights give the total, where nothing else goes into it. */
const product = (sum: SurveySum, lines: Line[], text: string): Claim[] => {
  const priced = lines.filter(({ amounts }) => amounts.length > 0);
  const [price, whole, ...others] = priced;
  if (!price || !whole || others.length > 0 || !WHOLE.test(whole.label)) return [];
  const piece = A_PIECE.exec(price.label);
  if (!piece || priced.some(({ amounts }) => amounts.length !== 1 || amounts.some(Number.isNaN))) return [];
  const unit = piece[1];
  const counts = lines.filter(({ label, count }) => count !== null && /^\p{L}+$/u.test(label));
  const count = counts.find(({ label }) =>
    unit === undefined || PIECES.test(label)
      ? PIECES.test(label)
      : stem(label.toLowerCase()) === stem(unit.toLowerCase()),
  );
  if (!count) return [];
  const [each, total] = [add([price]), add([whole])];
  const off = (factor: number): number => Math.abs(each * factor - total);
  const times = count.count ?? 0;
  const isByMore = counts.some((other) => other !== count && off(times * (other.count ?? 1)) < 0.006);
  const isPlain = off(times) < 0.006 || (!isByMore && !FURTHER.test(text));
  return isPlain ? [claim(sum.target, [price], whole, count)] : [];
};

type Added = Pick<PageSurvey, "sums" | "text">;

const claimsOf = ({ sums, text }: Added): Claim[] =>
  sums.flatMap((sum) => {
    const lines = linesOf(sum);
    return [...addition(sum, lines, text), ...product(sum, lines, text)].slice(0, 1);
  });

/** Expects that amounts below each other come to what is called their total, wherever the words beside them say that they do. */
export const lineSums = (survey: Added): StepDocument[] => claimsOf(survey).map(({ step }) => step);

/** The same of what a form has made: where it asks for a discount, that may go into the total without being shown. */
export const lineSumsAfter = ({ fields }: SurveyForm, survey: Added): StepDocument[] =>
  fields.some(({ name }) => LESS.test(name.trim())) ? [] : lineSums(survey);

/** Whether some of them did not when the page was looked at. */
export const isOff = (survey: Added): boolean => claimsOf(survey).some(({ fits }) => !fits);
