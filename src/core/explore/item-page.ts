import type { SiteItemChoice, SiteRecord } from "#model/site-records.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { click, put } from "./act.ts";
import { relativeTo } from "./address.ts";
import { PLACEHOLDER } from "./form-data.ts";
import { leadingLink } from "./item-link.ts";
import { fold } from "./lists.ts";
import type { Made, Row } from "./own-item.ts";
import { evidenceSince, problemsSince } from "./problems.ts";
import { refusalOf } from "./refusal.ts";
import type { Walk } from "./walk.ts";
import { open } from "./open-page.ts";
import { beginStep } from "./walk.ts";
import { isDangerous } from "./words.ts";

const MOST_CHOICES = 3;
const MOST_OPTIONS = 3;
/** Whoever is chosen may be told. */
const PERSON =
  /assign|owner|agent|responsible|member|person|handler|zuweis|bearbeiter|zust[äa]ndig|assigner/i;
/** A button that sets what is chosen, and makes or fetches nothing. */
const SETS =
  /^(?:update|change|set|assign|re-?assign|save|apply|move|transfer|[äa]ndern|setzen|speichern|zuweisen|changer|affecter|asignar|cambiar|guardar|assegna|salva)\b/i;

/** Forms of one select and a button, as pages of items have for their status or whose they are. */
const candidates = ({ forms }: PageSurvey): { form: SurveyForm; field: SurveyField }[] =>
  forms.flatMap((form) => {
    const [field, other] = form.fields;
    const name = form.submit?.name ?? "";
    if (!field || other || field.type !== "select" || field.target === null || field.disabled) return [];
    if (!form.submit?.target || form.submit.disabled || isDangerous(name)) return [];
    const isFilter = form.method.toLowerCase() === "get" && form.action !== null;
    return form.purpose === "other" && !isFilter ? [{ form, field }] : [];
  });

/** The same field on the page as it is now. */
const again = (survey: PageSurvey | null, { name, target }: SurveyField): SurveyField | null =>
  survey?.forms
    .flatMap(({ fields }) => fields)
    .find((field) => field.name === name && JSON.stringify(field.target) === JSON.stringify(target)) ?? null;

type Chosen = { option: string; shown: boolean; stays: boolean; wrong: boolean };

/** Chooses an option and sends it; null where nothing was sent. */
const choose = async (
  walk: Walk,
  path: string,
  { form, field }: { form: SurveyForm; field: SurveyField },
  option: string,
): Promise<Chosen | null> => {
  const mark = beginStep(walk);
  if (!(await put(walk, { kind: "select", field, option }, "")) || !form.submit?.target) return null;
  const after = await click(walk, form.submit.target);
  const sent = evidenceSince(walk.session.evidence, mark).requests.some(({ method }) => method !== "GET");
  if (!sent) return null;
  const wrong = problemsSince(walk.session.evidence, mark, walk.origin).some(
    ({ kind, message }) => kind === "page_error" || / 5\d\d$/.test(message),
  );
  // A form that is there again with what was refused keeps nothing.
  if (after && refusalOf(walk, mark, form, null, after)) return null;
  const now = again(after, field);
  if (now) return { option, shown: now.value === option, stays: true, wrong };
  const opened = await open(walk, path);
  return { option, shown: opened.ok && again(opened.survey, field)?.value === option, stays: false, wrong };
};

const tryChoice = async (
  walk: Walk,
  path: string,
  survey: PageSurvey,
  candidate: { form: SurveyForm; field: SurveyField },
): Promise<SiteItemChoice | null> => {
  const { form, field } = candidate;
  const first = field.value;
  const others = field.options.filter(
    (option) =>
      option !== first && fold(option) !== "" && !PLACEHOLDER.test(fold(option)) && !isDangerous(option),
  );
  const most = PERSON.test(`${field.name} ${form.submit?.name ?? ""}`) ? 1 : MOST_OPTIONS;
  const seen: Chosen[] = [];
  // The last of a row of states is the one that most depends on.
  for (const option of new Set([...others.slice(0, most - 1), ...others.slice(-1)])) {
    if (walk.over()) return null;
    const chosen = await choose(walk, path, candidate, option);
    if (!chosen) return null;
    seen.push(chosen);
  }
  const back = await choose(walk, path, candidate, first);
  // The text of a page leaves out what its selects offer: who says so there as well speaks of the item.
  const isSaid = fold(first) !== "" && survey.text.includes(fold(first));
  const isState = !PLACEHOLDER.test(fold(first)) && SETS.test(form.submit?.name ?? "") && isSaid;
  const meant = seen.filter(({ shown, wrong }) => shown || wrong);
  // Where none is kept, the first is to be: unless what was there before is no state, or comes not back.
  const options = meant.length > 0 ? meant : isState ? seen.slice(0, 1) : [];
  if (options.length === 0 || !back?.shown || !form.submit?.target) return null;
  return {
    field,
    submit: form.submit.target,
    first,
    options: options.map(({ option }) => option),
    stays: [...options.filter(({ wrong }) => !wrong), back].every(({ stays }) => stays),
  };
};

const isAlike = (walk: Walk, a: string, b: string): boolean => {
  const [one, other] = [a, b].map((path) => new URL(path, walk.origin));
  return a === b || (one && other ? walk.patterns.of(one) === walk.patterns.of(other) : false);
};

/**
 * Looks at the page that the item's name leads to: whether one comes there at once, and what can be set of it there. False
 * where there is none, and the list is still open.
 */
export const tryItemPage = async (walk: Walk, record: SiteRecord, row: Row, made: Made): Promise<boolean> => {
  const link = leadingLink(walk, row, made.name);
  const path = link ? relativeTo(walk.origin, link.href) : null;
  if (path === null || !path.startsWith("/")) return false;
  const there = await open(walk, path);
  if (!there.ok || !there.survey.text.includes(made.name)) return true;
  record.lands = made.landed !== null && isAlike(walk, made.landed, path);
  for (const candidate of candidates(there.survey).slice(0, MOST_CHOICES)) {
    const opened = await open(walk, path);
    const choice = opened.ok ? await tryChoice(walk, path, there.survey, candidate) : null;
    if (choice) record.choices.push(choice);
  }
  return true;
};
