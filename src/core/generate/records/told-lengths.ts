import type { SurveyField } from "#model/survey.ts";
import { toldRules } from "./told-rules.ts";

/** Where a length lies is said in many ways, of which this asks for it. */
const BETWEEN = /^(?:between|zwischen|entre|tra)(?!\p{L})/iu;

const SIGNS = "(?:characters?|chars?|zeichen|caract[èe]res|caracteres|caratteri)(?: long| lang| de long)?";
const SPAN = new RegExp(
  String.raw`^(?:(?:between|from|zwischen|von|entre|de|da|tra) )?(\d{1,3}) ?(?:to|and|-|–|—|bis|und|à|et|a|y|e) ?(\d{1,3}) ${SIGNS}$`,
  "iu",
);
const LEAST = new RegExp(
  String.raw`^(?:at least|no (?:less|fewer) than|not shorter than|min(?:imum|\.)?(?: of|:)?|mindestens|au moins|al menos|almeno) (\d{1,3}) ${SIGNS}$`,
  "iu",
);

/** From how many characters to how many the page says in a sentence of its own that there must be. */
export const toldLengths = (field: SurveyField): { least: number | null; most: number | null } => {
  const said = toldRules(field).filter(({ denied }) => !denied);
  const [, from, to] = said
    .filter((rule) => rule.ruled || BETWEEN.test(rule.said))
    .flatMap((rule) => SPAN.exec(rule.said) ?? []);
  const [, least] = said.flatMap((rule) => LEAST.exec(rule.said) ?? []);
  const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  return { least: numberOf(from ?? least), most: numberOf(to) };
};
