import { readNumber } from "#core/suite/order.ts";
import type { SurveyField } from "#model/survey.ts";
import { toldRules } from "./told-rules.ts";
import type { ToldRule } from "./told-rules.ts";
import { isOfChosenUnit, isOwnUnit } from "./told-units.ts";

/** A bound that a number keeps to; `open` where it must not be the bound itself either. */
type Bound = { at: number; open: boolean };

/** What a page says of a number; `must` where it says that as a rule, and not just where the number lies, which may be put there. */
export type ToldBounds = { low: Bound | null; high: Bound | null; must: boolean };

const NUMBER = String.raw`[€$£]? ?(-?\d[\d.,]*\d|-?\d)(?: ?[€$£%])?`;
const UNIT = String.raw`(?: (\p{L}+(?: \p{L}+)?))?`;
const only = (words: string): RegExp => new RegExp(`^(?:${words})$`, "iu");

const SPAN = only(
  String.raw`(?:(?:between|from|in the range|within|zwischen|von|entre|de|da|tra) )?(?:of )?${NUMBER} ?(?:and|to|through|-|–|—|bis|und|à|et|a|y|e) ?${NUMBER}${UNIT}`,
);
const LEAST =
  "(?:at least|no less than|not less than|no fewer than|not (?:be )?(?:less|lower|smaller|fewer) than|not (?:be )?(?:below|under)|greater than or equal to|≥|>=|mindestens|nicht kleiner als|nicht weniger als|au moins|supérieure? ou égale? à|al menos|mayor o igual (?:a|que)|almeno)";
const ABOVE =
  "(?:(?:greater|higher|larger|bigger) than|größer als|höher als|supérieure? à|mayor (?:que|a)|maggiore di|superiore a)";
const MOST =
  "(?:at most|no more than|not (?:be )?(?:more|greater|higher|larger) than|not (?:be )?(?:above|over)|not exceed|less than or equal to|≤|<=|höchstens|nicht mehr als|nicht größer als|au plus|inférieure? ou égale? à|como máximo|no más de|menor o igual (?:a|que)|al massimo)";
const BELOW = "(?:(?:lower|smaller) than|kleiner als|inférieure? à|menor (?:que|a)|minore di|inferiore a)";
/** Of these alone it is not said whether that is asked for, or just what there is. */
const OVER = "(?:more than|above|over|>|mehr als|über|plus de|más de)";
const UNDER = "(?:(?:less|fewer) than|below|under|<|weniger als|unter|moins de|menos de)";
const UP_TO = "up to";
const LEAST_OF =
  "(?:(?:the )?min(?:imum|\\.)?(?: value| amount)?(?: is| of|:)?|minimal|minimo|mínimo|minimum de)";
const MOST_OF =
  "(?:(?:the )?max(?:imum|\\.)?(?: value| amount)?(?: is| of|:)?|maximal|massimo|máximo|maximum de)";

type Way = { words: RegExp; end: "low" | "high"; open: boolean; must: boolean };
const way = (words: string, end: Way["end"], open: boolean, must = true): Way => ({
  words: only(`${words} ?${NUMBER}${UNIT}`),
  end,
  open,
  must,
});
const WAYS: Way[] = [
  way(LEAST, "low", false),
  way(ABOVE, "low", true),
  way(MOST, "high", false),
  way(BELOW, "high", true),
  way(OVER, "low", true, false),
  way(UNDER, "high", true, false),
  way(UP_TO, "high", false, false),
  way(LEAST_OF, "low", false, false),
  way(MOST_OF, "high", false, false),
  {
    words: only(`${NUMBER}${UNIT}? or (?:more|above|higher|greater)`),
    end: "low",
    open: false,
    must: false,
  },
  {
    words: only(`${NUMBER}${UNIT}? or (?:less|fewer|below|lower)`),
    end: "high",
    open: false,
    must: false,
  },
];
const NOT_NEGATIVE = /^(?:not|nicht) (?:be )?(?:negative?|n[ée]gati(?:f|ve|v[oa])|(?:less than|below) 0)$/iu;

const KIND = String.raw`(?:(?:whole |positive |valid )?(?:number|amount|value|integer|figure|zahl|betrag|wert|nombre|montant|valeur|número|valor|importe|numero|valore)|it|this)`;
const ASKS = new RegExp(`^(?:(?:enter|choose|type|give|please enter) )?(?:an? |any )?${KIND} (.+)$`, "iu");

const isYear = (number: number): boolean => number >= 1900 && number <= 2100;

const none = (): ToldBounds => ({ low: null, high: null, must: false });

const boundsIn = (part: string, field: SurveyField): ToldBounds | null => {
  if (NOT_NEGATIVE.test(part)) return { ...none(), low: { at: 0, open: false }, must: true };
  const [, from, to, unit] = SPAN.exec(part) ?? [];
  const [low, high] = [readNumber(from ?? ""), readNumber(to ?? "")];
  if (low !== null && high !== null)
    return low < high && !(isYear(low) && isYear(high)) && isOwnUnit(unit, field)
      ? { low: { at: low, open: false }, high: { at: high, open: false }, must: false }
      : null;
  for (const { words, end, open, must } of WAYS) {
    const [, number, of] = words.exec(part) ?? [];
    const at = readNumber(number ?? "");
    if (at !== null) return isOwnUnit(of, field) ? { ...none(), [end]: { at, open }, must } : null;
  }
  return null;
};

const inRule = ({ said: text, denied, ruled }: ToldRule, field: SurveyField): ToldBounds | null => {
  const said = `${denied ? "not " : ""}${text.replace(/ (?:sein|liegen|betragen)$/i, "")}`;
  const rest = ASKS.exec(said)?.[1] ?? said;
  const whole = boundsIn(rest, field);
  // "At least 1, at most 90"; a span has an "and" of its own.
  const parts = whole
    ? [whole]
    : rest.split(/,? (?:and|und|et|y|e) |, /i).map((part) => boundsIn(part, field));
  if (parts.includes(null) || (denied && !whole)) return null;
  return parts.reduce<ToldBounds>(
    (all, part) => ({
      low: all.low ?? part?.low ?? null,
      high: all.high ?? part?.high ?? null,
      must: all.must && (ruled || part?.must === true),
    }),
    { ...none(), must: true },
  );
};

/**
 * The bounds that the page tells for a number in a sentence about nothing else; null where it tells none, or only advises
 * them, or makes exceptions. `form` has the fields beside it: one may choose the unit.
 */
export const toldBounds = (field: SurveyField, form: readonly SurveyField[]): ToldBounds | null => {
  const found = toldRules(field).flatMap((rule) => inRule(rule, field) ?? []);
  const isMeant = (bound: Bound | null): bound is Bound =>
    bound !== null && (bound.at === 0 || !isOfChosenUnit(field, form));
  const told: ToldBounds = {
    low: found.map(({ low }) => low).find(isMeant) ?? null,
    high: found.map(({ high }) => high).find(isMeant) ?? null,
    must: found.length > 0 && found.every(({ must }) => must),
  };
  return told.low || told.high ? told : null;
};
