import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { click, put } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { isForm, refusalOf } from "#core/explore/forms/refusal.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";
import { SAVES, WHO } from "#core/explore/words.ts";

const MOST = 2;
/** A form of more fields configures the whole app. */
const MOST_FIELDS = 12;
const LEAST_ROOM = 30;

const LEAVE_FORM = /pass(?:word|wort)|delet|remov|billing|payment/i;
/** What one logs in with or is called, and what is not left empty for good. */
const LEAVE =
  /e-?mail|user|name|login|handle|pass|token|key|title|host|port|domain|currency|zone|lang|locale|theme|default|required/i;
const MARKED = /\*\s*:?\s*$/;
const KEEPS =
  /(?:leave|left)[^.]*(?:empty|blank)|required|must|at least|default|(?:leer|frei) ?lassen|lass\w* [^.]*(?:leer|frei)\b|laisse[rz] [^.]*vide|dej(?:ar|e) [^.]*(?:vac[ií]o|en blanco)|lasci(?:are|a) [^.]*vuot|leeg laten|beibehalten|unver[äa]ndert/i;
const NEEDED = /pflicht|erforderlich|obligat|requis|verplicht|wymagan/i;

/** A text that the form shows and does not ask for. */
export const isOptional = ({ target, type, name, value, hint, ...rest }: SurveyField): boolean =>
  target !== null &&
  (isWordy({ type }) || /^(?:tel|url)$/.test(type)) &&
  value.trim() !== "" &&
  !/^[\d.,]+$/.test(value) &&
  !rest.required &&
  !rest.read_only &&
  !rest.disabled &&
  !MARKED.test(name) &&
  !LEAVE.test(name) &&
  !WHO.test(name) &&
  ![KEEPS, NEEDED].some((words) => words.test(`${name} ${hint ?? ""}`));

/** Any other text can be typed into it. */
const isFree = ({ type, pattern, max_length: most }: SurveyField): boolean =>
  isWordy({ type }) && !pattern && (most === null || most <= 0 || most >= LEAST_ROOM);

/** Its own passwords may be left empty, and it is about no item. */
const isOfSettings = (page: SitePage, { fields, submit, method, action, name }: SurveyForm): boolean =>
  isByAddress(page) &&
  !/:id|:v/.test(page.pattern) &&
  submit?.target !== undefined &&
  submit.target !== null &&
  !submit.disabled &&
  SAVES.test(submit.name) &&
  !LEAVE_FORM.test(`${name} ${submit.name}`) &&
  !(method.toLowerCase() === "get" && action !== null) &&
  fields.length > 1 &&
  fields.length <= MOST_FIELDS &&
  fields.every(({ type, value, required }) => type !== "password" || (value === "" && !required));

type Saved = { fields: SurveyField[]; refused: boolean };

/** Sends the form with other texts in some fields; the fields as they are when the page is opened again, or null. */
const save = async (
  walk: Walk,
  page: SitePage,
  form: SurveyForm,
  texts: [SurveyField, string][],
): Promise<Saved | null> => {
  const opened = await open(walk, page.path);
  if (!opened.ok || !form.submit?.target || !opened.survey.forms.some((each) => isForm(each, form)))
    return null;
  for (const [field, value] of texts)
    if (!(await put(walk, { kind: "fill", field, value, fixtures: {} }, value))) return null;
  const ready = await look(walk);
  const step = beginStep(walk);
  const after = await click(walk, form.submit.target);
  const refused = !after || refusalOf(walk, step, form, ready, after) !== null || !isSent(walk, step);
  const again = await open(walk, page.path);
  const there = again.ok ? again.survey.forms.find((each) => isForm(each, form)) : undefined;
  return there ? { fields: there.fields, refused } : null;
};

const probe = async (walk: Walk, page: SitePage, form: SurveyForm, tag: string): Promise<string[]> => {
  const optional = form.fields.filter(isOptional);
  const free = optional.find(isFree);
  if (!free) return [];
  const valueOf = ({ fields }: Saved, { name }: SurveyField): string | undefined =>
    fields.find((field) => field.name === name)?.value;
  const typed = `${MARK} ${tag}`;
  const changed = await save(walk, page, form, [[free, typed]]);
  if (!changed) return [];
  const keeps = !changed.refused && valueOf(changed, free) === typed;
  const without = keeps
    ? await save(
        walk,
        page,
        form,
        optional.map((field) => [field, ""]),
      )
    : null;
  await save(
    walk,
    page,
    form,
    optional.map((field) => [field, field.value]),
  );
  if (!without || without.refused) return [];
  // Where something else takes its place, that is what stands for nothing.
  const isMeant = (field: SurveyField): boolean =>
    ["", field === free ? typed : field.value].includes(valueOf(without, field) ?? "?");
  return optional.filter(isMeant).map(({ name }) => name);
};

/** Empties the texts that forms of settings show and do not ask for, where another text is kept, and puts them back. */
export const probeEmptied = async (walk: Walk, pages: SitePage[], tag: string): Promise<void> => {
  const forms = pages.flatMap((page) =>
    page.survey.forms.filter((form) => isOfSettings(page, form)).map((form) => ({ page, form })),
  );
  for (const { page, form } of isThorough(walk) ? forms.slice(0, MOST) : []) {
    if (walk.over()) return;
    walk.progress(`emptying what "${form.submit?.name ?? form.name}" on ${page.path} can do without`);
    const emptied = await probe(walk, page, form, tag);
    if (emptied.length > 0) form.emptied = emptied;
  }
};
