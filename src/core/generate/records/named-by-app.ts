import type { SurveyCollection, SurveyField } from "#model/survey.ts";
import { itemName } from "#core/explore/lists/lists.ts";
import { isOptional } from "./must-be-filled.ts";

/** What stands in the place of a name that was not given. */
const UNTITLED =
  /\bun(?:titled|named)\b|\bno (?:title|name|subject)\b|\bohne (?:titel|namen|betreff)\b|\bunbenannt|\bsans (?:titre|nom|objet)\b|\bsin (?:t[ií]tulo|nombre|asunto)\b|\bsenza (?:titolo|nome)\b|\bnaamloos\b/i;
/** What a new item is called at first: "New note", "My playlist #4". */
const NEW =
  /^(?:[Mm]y|[Nn]ew|[Nn]eue[rs]?|[Nn]ouve(?:au|lle)|[Nn]uev[oa]|[Nn]uov[oa]) \p{Ll}+(?: [(#]?\d+\)?)?$/u;

/** A form all of whose texts may stay empty, or an app that gives a name of its own to what has none. */
export const isNamedByApp = (texts: SurveyField[], list: SurveyCollection | null): boolean =>
  (texts.length > 0 && texts.every(isOptional)) ||
  texts.some(({ name, hint }) => UNTITLED.test(`${name} ${hint ?? ""}`)) ||
  (list?.items ?? []).map(itemName).some((name) => UNTITLED.test(name) || NEW.test(name));
