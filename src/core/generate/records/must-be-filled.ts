import { isWordy } from "#core/explore/forms/form-data.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";

const IDENTITY = /^(?:(?:your |full |ihr |votre )?name|e-?mail(?:[ -]?address)?)\s*\*?:?$/i;
const OPTIONAL = /optional|freiwillig|facultatif|opcional|facoltativ|optioneel/i;
/** A text of no letters has fewer than that. */
const LEAST =
  /(?:at least|min(?:imum|\.)?(?: of)?|mindestens|au moins|al menos|almeno) [1-9]\d* \p{L}|(?<!\d)[1-9]\d*\s*(?:to|-|–|bis|à|a)\s*\d+ (?:characters|letters|signs|zeichen|caract|lettres|letras|lettere)/iu;

/** It says that it can be left empty. */
export const isOptional = ({ name, hint }: Pick<SurveyField, "name" | "hint">): boolean =>
  OPTIONAL.test(`${name} ${hint ?? ""}`);

/** The name without what says whether it is needed. */
export const bareName = ({ name }: Pick<SurveyField, "name">): string =>
  name.replace(/\s*\([^()]*\)\s*$/, "").trim() || name;

/** It says so, by a mark or by how long its text has to be. */
export const saysNeeded = (field: SurveyField): boolean =>
  field.required || (isWordy(field) && field.value === "" && LEAST.test(field.hint ?? ""));

const isIdentity = ({ name, autocomplete }: SurveyField): boolean =>
  IDENTITY.test(name.trim()) || autocomplete === "name" || autocomplete === "email";

/** A field that says so; and, in a form that needs other fields, who sends it unless that is said to be optional. */
export const mayBeNeeded = (field: SurveyField, form: SurveyForm): boolean =>
  saysNeeded(field) ||
  (form.fields.some(({ required }) => required) && isIdentity(field) && !OPTIONAL.test(field.name));

const MARK = /^\*|\*\s*:?$|\((?:required|pflichtfeld|obligatoire|obligatorio)\)/i;

/** The same, but for who sends it where names of other fields bear a mark, and this one does not. */
export const mustBeFilled = (field: SurveyField, form: SurveyForm): boolean =>
  saysNeeded(field) || (mayBeNeeded(field, form) && !form.fields.some(({ name }) => MARK.test(name.trim())));
