import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

const CURRENT =
  /\b(?:current|old|existing|present|previous|aktuelles?|altes?|bisheriges?|derzeitiges?|actuel|ancien|actual|antigua|anterior|attuale|vecchia|atual|antiga|huidige?|oude?|obecne|aktualne|stare)(?![\p{L}])/iu;
const NEW = /\b(?:new|neues?|nouveau|nueva|nuova|nova|nieuwe?|nowe)(?![\p{L}])/iu;
const AGAIN =
  /again|repeat|confirm|verif|re-?(?:type|enter)|second|wiederhol|best[äa]tig|nochmal|r[ée]p[ée]t|repet|ripeti|conferma|herhaal|bevestig|powt[óo]rz|potwierd/i;

/** The fields of a form that changes the password of who fills it in. */
export type PasswordForm = { current: Target; fresh: Target; again: Target | null; submit: Target };

const isCurrent = ({ name, autocomplete }: SurveyField): boolean => {
  const words = name.replaceAll(/[_-]|(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return autocomplete === "current-password" || (CURRENT.test(words) && !NEW.test(words));
};

/** Its fields where a form asks for the current password and a new one, once or twice, and for nothing else; null for others. */
export const passwordForm = ({ fields, submit }: SurveyForm): PasswordForm | null => {
  const asked = fields.filter(({ type }) => !/^(?:checkbox|switch|hidden)$/.test(type));
  const isPlain = asked.every(
    ({ type, target, read_only: fixed }) => type === "password" && target && !fixed,
  );
  const [current, ...further] = asked.filter(isCurrent);
  const [fresh, again, ...more] = asked.filter((field) => !isCurrent(field));
  if (!isPlain || !current?.target || !fresh?.target || further.length + more.length > 0) return null;
  if (AGAIN.test(fresh.name) || (again && !AGAIN.test(again.name)) || !submit?.target) return null;
  return {
    current: current.target,
    fresh: fresh.target,
    again: again?.target ?? null,
    submit: submit.target,
  };
};
