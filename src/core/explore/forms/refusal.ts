import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { takesOneMore } from "./field-hints.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

/** What an app says against data that were typed into a form. */
export type Refusal = {
  /** All that it says, as far as it can be told from the rest of the page. */
  words: string;
  /** By name of a field, what is said to be wrong with it; empty where it is only marked. */
  fields: Map<string, string>;
  /** The form is there again without any of the texts that it held. */
  emptied: boolean;
  /** Names of fields in which nothing was found wrong, and which the form that is there again holds as typed, or empty. */
  kept: string[];
  lost: string[];
};

/** It is there already: another one may do. */
export const TAKEN =
  /already|taken|exists|in use|not (?:free|available)|booked|occupied|duplicate|unique|bereits|vergeben|belegt|existiert|d[ée]j[àa]|occup|ya (?:existe|est)|ocupad|gi[àa] |occupat/i;
/** Answers to data that an app does not take. */
export const REFUSED = new Set([400, 409, 412, 413, 415, 422]);
export const AGAINST =
  /please|invalid|must|can(?:not|'t|’t)|could not|already|taken|required|\bnot\b|wrong|error|fail|only|too (?:short|long|many|few|small|large|big)|at (?:least|most)|ung[üu]ltig|bitte|bereits|vergeben|fehl|muss|nicht|kein|d[ée]j[àa]|doit|veuillez|erreur|requis|ya (?:existe|est)|debe|obligatori|inv[áa]lid|errore?|non |deve/i;
export const FOR =
  /\b(?:saved|thank|thanks|success|successfully|created|added|updated|sent|gespeichert|danke|erfolgreich|hinzugef[üu]gt|merci|enregistr|ajout|gracias|guardad|grazie|salvat)/i;

/** The same form, wherever it stands. */
export const isForm = (a: SurveyForm, b: SurveyForm): boolean =>
  a.fields.length === b.fields.length &&
  a.fields.every(({ name, type }, at) => b.fields[at]?.name === name && b.fields[at]?.type === type);

/** The same field, at the same place. */
export const isSameField = (a: SurveyField, b: SurveyField): boolean =>
  a.name === b.name && a.type === b.type && JSON.stringify(a.target) === JSON.stringify(b.target);

const isText = (type: string): boolean => /^(?:text|textarea|tel|url|)$/.test(type);

/** What one types oneself, and nothing that an app has reasons to ask for anew. */
const isTyped = ({ type, name }: SurveyField): boolean =>
  /^(?:text|textarea|tel|url|email|number|date|datetime-local|time|)$/.test(type) &&
  !takesOneMore({ name, type }) &&
  !/captcha|code|\bpin\b|card|cvc|password/i.test(name);

const heldOf = (
  known: SurveyForm | undefined,
  again: SurveyForm | undefined,
  wrong: ReadonlyMap<string, string>,
): Pick<Refusal, "kept" | "lost"> => {
  const typed = (known?.fields ?? []).flatMap((field, at) => {
    const now = again?.fields[at]?.value;
    const counts = isTyped(field) && field.value !== "" && !wrong.has(field.name) && !field.read_only;
    return counts && now !== undefined ? [{ name: field.name, before: field.value, now }] : [];
  });
  return {
    kept: typed.filter(({ before, now }) => now === before).map(({ name }) => name),
    lost: typed.filter(({ now }) => now === "").map(({ name }) => name),
  };
};

const sentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/**
 * What the app says against what was sent since the step began: by the status of its answer, or by the form that is there
 * again and marks a field or alerts. Null where it took the data, or broke at them.
 */
export const refusalOf = (
  walk: Walk,
  step: number,
  form: SurveyForm,
  before: PageSurvey | null,
  after: PageSurvey,
): Refusal | null => {
  const sent = evidenceSince(walk.session.evidence, step).requests.filter(
    ({ same_origin: own, method, resource_type: type }) =>
      own && !/^(?:GET|HEAD|OPTIONS)$/.test(method) && type !== "ping",
  );
  if (sent.some(({ status }) => (status ?? 0) >= 500)) return null;
  const refused = sent.some(({ status }) => REFUSED.has(status ?? 0));
  const again = after.forms.find((each) => isForm(each, form));
  const known = before?.forms.find((each) => isForm(each, form));
  const fields = new Map(
    (again?.fields ?? []).flatMap(({ name, error }, at) =>
      error !== undefined && known?.fields[at]?.error !== error ? [[name, error] as const] : [],
    ),
  );
  // Where the browser refuses what was typed, nothing is sent, and it stays.
  for (const [at, { name, value, invalid }] of (sent.length > 0 ? [] : (again?.fields ?? [])).entries())
    if (invalid !== undefined && value !== "" && value === known?.fields[at]?.value)
      fields.set(name, invalid);
  const alerts = after.alerts.filter((text) => before?.alerts.includes(text) !== true);
  const said = [...new Set([...fields.values(), ...alerts])].filter((text) => text !== "");
  const against = alerts.some((text) => AGAINST.test(text) && !FOR.test(text));
  if (!refused && (again === undefined || (fields.size === 0 && !against))) return null;
  const fresh =
    said.length > 0 ? said : sentences(after.text).filter((part) => before?.text.includes(part) !== true);
  const had = ({ fields: some }: SurveyForm): number =>
    some.filter(({ type, value }) => isText(type) && value !== "").length;
  const emptied = again !== undefined && known !== undefined && had(known) > 0 && had(again) === 0;
  return { emptied, ...heldOf(known, again, fields), words: fresh.join(" ").slice(0, 500), fields };
};
