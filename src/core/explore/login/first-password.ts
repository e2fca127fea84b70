import type { SurveyField, SurveyForm } from "#model/survey.ts";

/** What somebody else logs in with at first, whom the form makes. */
export const FIRST_PASSWORD = "Tracewright-4711!";

const OWN =
  /current|old|present|existing|my\b|your\b|aktuell|alt(?:es)?\b|bisherig|actuel|actual|antiguo|attuale/i;
/** Of who fills it in; or somebody is written to. */
const NOT_MADE = /sign|regist|log ?in|join|change|reset|own|my\b|your\b|invit|welcome|einlad|konto/i;
const WRITES =
  /invit|(?:e-?mail|message|link) (?:will be|is|gets) sent|will (?:get|receive)|sends? (?:an?|the|them)|einladung|erh[äa]lt/i;

const isSecret = ({ type }: SurveyField): boolean => type === "password";

/**
 * The fields for the first password of somebody whom a form makes, once or twice; none where a form is about the log-in of
 * who uses it, or writes to the one who is made.
 */
export const firstPasswords = ({ name, submit, fields }: SurveyForm): SurveyField[] => {
  const secrets = fields.filter(isSecret);
  const others = fields.filter((field) => !isSecret(field) && !/^(?:checkbox|hidden)$/.test(field.type));
  const isOwn = secrets.some(
    (field) => field.autocomplete === "current-password" || OWN.test(`${field.name} ${field.hint ?? ""}`),
  );
  const said = [name, submit?.name ?? "", ...fields.flatMap((field) => [field.name, field.hint ?? ""])];
  return secrets.length === 0 ||
    secrets.length > 2 ||
    others.length < 2 ||
    isOwn ||
    [name, submit?.name ?? ""].some((text) => NOT_MADE.test(text)) ||
    said.some((text) => WRITES.test(text))
    ? []
    : secrets.filter(({ target, disabled }) => target !== null && !disabled);
};
