import type { SurveyField } from "#model/survey.ts";
import { wordsIn } from "./told-rules.ts";

/** There are so many of these, whatever else is counted in the same form. */
const OF_ITS_OWN =
  /price|rate|cost|fee|amount|sum|salary|rent|budget|deposit|guest|people|person|seat|participant|quantity|qty|copies|pieces|preis|kosten|gebühr|betrag|gäste|personen|plätze|menge|anzahl|stück|prix|coût|montant|invités|quantité|precio|importe|huéspedes|cantidad|prezzo|quantità/i;
const MONEY = /^(?:eur|euros?|usd|(?:us )?dollars?|gbp|pounds?|chf|francs?|jpy|yen)\b|^[€$£¥]/i;
const PERCENT = /^(?:%|percent(?:age)?|prozent)/i;
const MEASURE =
  /^(?:(?:full |whole )?(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|points?|stars?|percent|tage?n?|stunden|minuten|wochen|monate|jahre|jours?|heures?|días?|horas?|giorni|ore)|km|kg|g|cm|mm|m|l|ml|litres?|liters?|kilomet(?:er|re)s?)$/i;

/** What is one measure, however it is written. */
const MEASURES = [
  "s|secs?|seconds?|sekunden?|secondes?|segundos?|secondi",
  "mins?|minutes?|minuten?|minutos?|minuti",
  "h|hrs?|hours?|std|stunden?|heures?|horas?|or[ae]",
  "d|days?|tage?n?|jours?|días?|giorn[oi]",
  "nights?|nächten?|nuits?|noches?|notti",
  "wks?|weeks?|wochen?|semaines?|semanas?|settiman[ae]",
  "months?|monate?n?|mois|mes(?:es)?|mesi",
  "yrs?|years?|jahre?n?|ans|années?|años?|anni",
  "km|kilomet(?:er|re)s?",
  "mi|miles?",
  "cm|centimet(?:er|re)s?",
  "mm|millimet(?:er|re)s?",
  "m|met(?:er|re)s?",
  "ft|feet",
  "inch(?:es)?",
  "kg|kilos?|kilograms?",
  "g|grams?|gramm",
  "lbs?|pounds?",
  "l|lit(?:er|re)s?",
  "ml|millilit(?:er|re)s?",
].map((words) => new RegExp(`^(?:${words})$`, "iu"));

/** A single letter is one only where it stands by itself: "Weight (g)". */
const measuresIn = (text: string): number[] =>
  (text.match(/\p{L}{2,}|(?<=^|\()\p{L}(?=$|\))/gu) ?? []).flatMap((word) => {
    const at = MEASURES.findIndex((measure) => measure.test(word));
    return at < 0 ? [] : [at];
  });

/** "Price per night" is a price; "Guests (at least 3 nights)" has a rule behind its name. */
const thingOf = (name: string): string =>
  name.replaceAll(/\([^()]*\d[^()]*\)|(?:(?<!\p{L})(?:per|pro|par|por|je|an?)(?!\p{L})|\/)\s*\p{L}+/giu, "");

const stem = (word: string): string => word.replace(/(?:es|s|en|e)$/, "");

/** What is counted is what the field is about, in the measure that its name has. */
export const isOwnUnit = (unit: string | undefined, { name }: SurveyField): boolean => {
  if (unit === undefined) return true;
  const plain = thingOf(name);
  const named = measuresIn(plain);
  if (named.length > 0) return measuresIn(unit).some((measure) => named.includes(measure));
  const own = wordsIn(plain).map(stem);
  if (wordsIn(unit).some((word) => own.includes(stem(word)))) return true;
  return OF_ITS_OWN.test(name) ? MONEY.test(unit) : MEASURE.test(unit) || MONEY.test(unit);
};

const isUnit = (option: string): boolean =>
  !/\d/.test(option) && wordsIn(option).length <= 3 && (MONEY.test(option) || measuresIn(option).length > 0);

/** The number may be of any measure that is chosen beside it: only none of it is the same in all. */
export const isOfChosenUnit = ({ name }: SurveyField, form: readonly SurveyField[]): boolean =>
  measuresIn(thingOf(name)).length === 0 &&
  form.some(
    ({ options }) =>
      options.length > 1 &&
      (options.filter(isUnit).length > 1 || options.some((option) => PERCENT.test(option))),
  );
