import type { SiteItemChoice } from "#model/site-records.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { PLACEHOLDER } from "#core/explore/forms/form-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { refusalOf } from "#core/explore/forms/refusal.ts";
import { sayingOf } from "#core/explore/posts/sayings.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { sortFields } from "#core/explore/lists/sort-orders.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { beginStep } from "#core/explore/pages/walk.ts";
import { isDangerous } from "#core/explore/words.ts";

const MOST_CHOICES = 3;
const MOST_AT_ONCE = 4;
const MOST_OPTIONS = 3;
/** Whoever is chosen may be told. */
const PERSON =
  /assign|owner|agent|responsible|member|person|handler|zuweis|bearbeiter|zust[äa]ndig|assigner/i;
/** A button that sets what is chosen, and makes or fetches nothing. */
const SETS =
  /^(?:update|change|set|assign|re-?assign|save|apply|move|transfer|[äa]ndern|setzen|speichern|zuweisen|changer|affecter|asignar|cambiar|guardar|assegna|salva)\b/i;
/** Chooses what is shown, or puts a text into another field. */
const NO_MATTER =
  /\b(?:sort|order by|filter|view|show|language|theme|per page|template|insert|canned|snippet)\b/i;

/** `submit`: null where the choice itself is sent. */
type Candidate = { form: SurveyForm; field: SurveyField; submit: Target | null };

const isFilter = ({ method, action }: SurveyForm): boolean =>
  method.toLowerCase() === "get" && action !== null;

/** Forms of one select and a button, as pages of items have for their status or whose they are. */
const withButton = ({ forms }: PageSurvey): Candidate[] =>
  forms.flatMap((form) => {
    const [field, other] = form.fields;
    const name = form.submit?.name ?? "";
    if (!field || other || field.type !== "select" || field.target === null || field.disabled) return [];
    if (!form.submit?.target || form.submit.disabled || isDangerous(name)) return [];
    return form.purpose === "other" && !isFilter(form) ? [{ form, field, submit: form.submit.target }] : [];
  });

/** Selects that may send what is chosen by themselves: none of a form that asks for more and is sent as a whole. */
const atOnce = (survey: PageSurvey): Candidate[] => {
  const sorting = new Set(sortFields(survey).map(({ field }) => field));
  return survey.forms.flatMap((form) =>
    form.purpose !== "other" || isFilter(form) || (form.action !== null && form.fields.length > 1)
      ? []
      : form.fields
          .filter(
            (field) =>
              field.type === "select" &&
              field.target !== null &&
              !field.disabled &&
              !sorting.has(field) &&
              !NO_MATTER.test(field.name) &&
              field.options.includes(field.value),
          )
          .map((field) => ({ form, field, submit: null })),
  );
};

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
  { form, field, submit }: Candidate,
  option: string,
): Promise<Chosen | null> => {
  const mark = beginStep(walk);
  if (!(await put(walk, { kind: "select", field, option }, ""))) return null;
  const after = submit === null ? await lookAnswered(walk) : await click(walk, submit);
  if (!isSent(walk, mark)) return null;
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

/** Whether the page says what is chosen elsewhere as well, as it is when it is loaded again. */
const saidLater = async (
  walk: Walk,
  path: string,
  candidate: Candidate,
  before: { survey: PageSurvey; value: string },
  option: string,
): Promise<string | null> => {
  const opened = await open(walk, path);
  const isKept = opened.ok && again(opened.survey, candidate.field)?.value === option;
  return opened.ok && isKept ? sayingOf(before.survey.text, before.value, opened.survey.text, option) : null;
};

const tryChoice = async (
  walk: Walk,
  path: string,
  survey: PageSurvey,
  candidate: Candidate,
): Promise<SiteItemChoice | null> => {
  const { form, field, submit } = candidate;
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
  const last = seen.at(-1);
  const said =
    last?.shown && last.stays
      ? await saidLater(walk, path, candidate, { survey, value: first }, last.option)
      : null;
  const back = await choose(walk, path, candidate, first);
  // The text of a page leaves out what its selects offer: who says so there as well speaks of the item.
  const isSaid = fold(first) !== "" && survey.text.includes(fold(first));
  const isState = !PLACEHOLDER.test(fold(first)) && SETS.test(form.submit?.name ?? "") && isSaid;
  const meant = seen.filter(({ shown, wrong }) => shown || wrong);
  // Where none is kept, the first is to be: unless what was there before is no state, or comes not back.
  const options = meant.length > 0 ? meant : isState && submit !== null ? seen.slice(0, 1) : [];
  if (options.length === 0 || !back?.shown) return null;
  return {
    field,
    submit,
    first,
    options: options.map(({ option }) => option),
    stays: [...options.filter(({ wrong }) => !wrong), back].every(({ stays }) => stays),
    said: last !== undefined && said !== null ? { option: last.option, text: said } : null,
  };
};

/** What can be set of an item on its page, one by one: tried, and put back. */
export const tryChoices = async (walk: Walk, path: string, survey: PageSurvey): Promise<SiteItemChoice[]> => {
  const found: SiteItemChoice[] = [];
  const buttoned = withButton(survey).slice(0, MOST_CHOICES);
  const others = atOnce(survey).filter(({ field }) => buttoned.every((each) => each.field !== field));
  for (const candidate of [...buttoned, ...others.slice(0, MOST_AT_ONCE)]) {
    if (found.length >= MOST_CHOICES || walk.over()) break;
    const opened = await open(walk, path);
    const choice = opened.ok ? await tryChoice(walk, path, opened.survey, candidate) : null;
    if (choice) found.push(choice);
  }
  return found;
};
