import type { PageSurvey, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { LOG_IN } from "#core/explore/words.ts";

const NAMES_PERSON =
  /user|e-?mail|login|account|identif|phone|benutzer|konto|utilisateur|usuario|utente|gebruiker/i;
const GOES_ON =
  /^(?:next|continue|go on|proceed|weiter|suivant|continuer|siguiente|continuar|avanti|continua|volgende|doorgaan|dalej)\b/i;

/** A form with one field for a person's name, on a page that speaks of logging in; the password comes on the next page. */
export const nameFormIn = (survey: PageSurvey): { username: Target; submit: Target | null } | null => {
  const aboutLogin = [survey.title, ...survey.headings.map(({ text }) => text), survey.url].some((text) =>
    LOG_IN.test(text),
  );
  for (const { fields, submit } of survey.forms) {
    const typed = fields.filter(({ type }) => /^(?:text|email|tel)$/.test(type));
    const [field] = typed;
    if (!field?.target || typed.length > 1 || fields.some(({ type }) => type === "password")) continue;
    const asked = /\busername\b/.test(field.autocomplete ?? "");
    const name = submit?.name ?? "";
    if (!asked && !NAMES_PERSON.test(field.name)) continue;
    if (!asked && !LOG_IN.test(name) && !(aboutLogin && GOES_ON.test(name))) continue;
    return { username: field.target, submit: submit?.target ?? null };
  }
  return null;
};

/** The form that asks for a password, whatever else it asks for. */
export const passwordFormIn = (survey: PageSurvey | null): SurveyForm | null =>
  survey?.forms.find(({ fields }) => fields.some(({ type }) => type === "password")) ?? null;
