import type { Target } from "#model/target.ts";

/** True for texts that look alike on every visit: no counters, times or long numbers. */
export const isSteady = (text: string): boolean =>
  text.trim() !== "" &&
  text.length <= 80 &&
  !/\d{1,2}:\d{2}|\d{3,}|\(\d+\)|\b\d+\s+\p{L}+|\bago\b|\btoday\b/iu.test(text);

const NUMBER_IN_NAME = /(?:^|[\s(#])\d+(?:[\s).,]|$)|\d{1,2}:\d{2}|\bago\b/;
/** A badge stands at the word before it: "Shopping list3 open items". */
const BADGE = /\p{Ll}{3}\d+\s+\p{Ll}{2}/u;
/** What is still to be paid becomes more or less: "Fines €10.50 to pay". */
const OWED =
  /\d\s?(?:[€£]|EUR|CHF|USD|GBP)?\s?(?:to pay|due|owed|owing|outstanding|unpaid|remaining|left|offen|f[äa]llig|[üu]brig)\b/iu;
/** What rates something is called by how much it gives. */
const RATES = /^[1-9]\d? (?:stars?|sterne?|[ée]toiles?|estrellas?|stelle|stella)$/i;
const LONGEST_NAME = 80;

const isSteadyName = (name: string): boolean =>
  RATES.test(name) ||
  (name.length <= LONGEST_NAME && !NUMBER_IN_NAME.test(name) && !BADGE.test(name) && !OWED.test(name));

/** False for an element that is called by a number, such as a counter in its name, which another visit may not show. */
export const isSteadyTarget = (target: Target): boolean => {
  if (typeof target === "string") return isSteadyName(target);
  const names = [target.called, target.name, target.label, target.text].filter((name) => name !== undefined);
  return names.every(isSteadyName) && (target.within === undefined || isSteadyTarget(target.within));
};
