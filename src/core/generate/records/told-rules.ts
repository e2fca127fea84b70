import { inDigits, saidOf } from "#core/explore/forms/field-hints.ts";
import type { SurveyField } from "#model/survey.ts";

/** A sentence about what a field takes, without its subject and verb; `ruled` where that says "must", `denied` where "must not". */
export type ToldRule = { said: string; ruled: boolean; denied: boolean };

const DENIES =
  "(?:can|may|must)(?:not| not)(?: be)?|can't(?: be)?|ne (?:doit|peut) pas(?: être)?|no (?:puede|debe)(?: ser)?|non (?:può|deve)(?: essere)?";
const RULE =
  "must(?: always)?(?: be| lie)?|(?:has|have|needs) to(?: be)?|is required to be|muss|darf|doit(?: être)?|debe(?: ser| estar)?|deve(?: essere)?";
const DENIED = new RegExp(String.raw`^(.*?)\s*(?<!\p{L})(?:${DENIES}) (.+)$`, "iu");
const RULED = new RegExp(String.raw`^(.*?)\s*(?<!\p{L})(?:${RULE}) (.+)$`, "iu");

/** What holds only for some, or takes it back. */
const BUT =
  /unless|except|unlimited|no limit|without limit|recommend|ideal|optimal|\bbest\b|prefer|should|\baim\b|about|around|usual|typical|normal|\bfor members|if (?:you|the|it)|\bwhen\b|\b0 (?:means|for|=|to|if|is|disables|stands)|(?<!\d)0 = |empfohlen|üblich|sollte|normalement|conseill|recomend|consigliat|-1\b/i;
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
const FILLERS =
  /^(?:the|this|that|it|its|your|an?|number|amount|value|date|day|of|der|die|das|le|la|el|il|les?)$/;

/** "The daily rate", "It": nothing else is meant but the field. */
const isOwnSubject = (subject: string, name: string): boolean => {
  const own = wordsIn(name);
  const words = (subject.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !FILLERS.test(word));
  return words.every((word) => own.includes(word));
};

/** Whole sentences, and what begins with a capital behind a placeholder: "12.50 Must be greater than 0". */
const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.;!])\s+|\s+[·|•]\s+|(?<=[\d)])\s+(?=\p{Lu})/u)
    .map((part) => part.replace(/[\s.;!*]+$/u, "").trim())
    .filter((part) => part !== "");

const IN_NAME = /\(([^()]+)\)/;

/** What the field is called, without what is said behind that: "Rating (1–5)". */
const plainName = ({ name }: SurveyField): string => name.replace(IN_NAME, "").trim();

/** An example of what may be typed is no part of what is said of it: "Greater than 0, e.g. 12.50". */
const EXAMPLE =
  /[\s,;(]*(?<!\p{L})(?:e\.g\.|eg|for example|for instance|such as|z\. ?b\.|zum beispiel|p\. ?ex\.|par exemple|p\. ?ej\.|por ejemplo|ad esempio)[:,]? *[€$£]?(?:\d{1,3}(?: \d{3})+|\d[\d.,:-]*\d|\d)(?: ?[€$£%])?\)?(?=\s*(?:$|[.;,!]))/giu;

/** What the page says that a field takes, sentence by sentence; nothing where it advises, makes exceptions, or speaks of another one. */
export const toldRules = (field: SurveyField): ToldRule[] => {
  const said = inDigits(saidOf(field)).normalize().replaceAll(EXAMPLE, "");
  if (BUT.test(said) || BUT.test(field.name)) return [];
  return [...sentencesOf(said), ...sentencesOf(inDigits(IN_NAME.exec(field.name)?.[1] ?? ""))].flatMap(
    (sentence) => {
      const denied = DENIED.exec(sentence);
      const ruled = denied ?? RULED.exec(sentence);
      const [, subject = "", object = sentence] = ruled ?? [];
      return isOwnSubject(subject, plainName(field))
        ? [{ said: object, ruled: ruled !== null, denied: denied !== null }]
        : [];
    },
  );
};
