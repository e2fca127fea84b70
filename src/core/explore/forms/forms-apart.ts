import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { sameForm } from "./sendable-forms.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT } from "#core/explore/pages/walk.ts";

/** A form that stands on the page for each of several things, and sends to an address of each. */
export const isOneOfSeveral = ({ forms }: PageSurvey, form: SurveyForm): boolean =>
  form.action !== null && forms.filter((other) => sameForm(other, form)).length > 1;

/** The same element, looked for in the form that sends to this address. */
const within = (target: Target, action: string): Target => {
  const form = { css: `form[action="${action.replaceAll(/["\\]/g, String.raw`\$&`)}"]` };
  if (typeof target === "string") return { called: target, within: form };
  const itself = Object.entries(target).filter(([key]) => key !== "nth");
  return { ...Object.fromEntries(itself), within: form };
};

/**
 * The form with targets that its address tells from all others on the open page: what stands around it is called by what
 * others have written. Null where they do not fit it alone.
 */
export const toldByAction = async (walk: Walk, form: SurveyForm): Promise<SurveyForm | null> => {
  const { action, submit } = form;
  if (action === null || !submit?.target) return null;
  const fields = form.fields.map((field) => ({
    ...field,
    target: field.target === null ? null : within(field.target, action),
  }));
  const told = { ...form, fields, submit: { ...submit, target: within(submit.target, action) } };
  for (const { target } of [...told.fields, told.submit]) {
    if (target === null) continue;
    const count = await walk.session.page.read(target, "count", { timeoutMs: ACT_TIMEOUT });
    if (!count.ok || count.value !== "1") return null;
  }
  return told;
};

/** Forms of an open page that others are like are told from these for good; `survey` shows the page as it is now. */
export const tellApart = async (walk: Walk, page: SitePage, survey: PageSurvey): Promise<void> => {
  for (const form of page.survey.forms.filter((each) => isOneOfSeveral(survey, each))) {
    const told = await toldByAction(walk, form);
    if (!told || !form.submit || !told.submit) continue;
    form.submit.target = told.submit.target;
    for (const [at, field] of form.fields.entries()) field.target = told.fields[at]?.target ?? null;
  }
};
