import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { pause } from "#core/explore/pages/pause.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look } from "#core/explore/pages/open-page.ts";

const WAIT_MS = 1_500;

const headingsOf = (survey: PageSurvey | null): Set<string> =>
  new Set((survey?.headings ?? []).map(({ text }) => text));

/**
 * Whether the app has taken what was sent since the step began, and the form is there still as it was `before`, with what
 * was typed: one that stays for the next item is empty, and one that goes on with this item is called otherwise.
 */
export const isLingering = async (
  walk: Walk,
  step: number,
  before: PageSurvey | null,
  form: SurveyForm,
  nameField: SurveyField,
): Promise<boolean> => {
  const sent = evidenceSince(walk.session.evidence, step).requests.filter(
    ({ same_origin: own, method, resource_type: type }) =>
      own && /^(?:POST|PUT|PATCH)$/.test(method) && type !== "ping",
  );
  if (sent.length === 0 || !sent.every(({ status }) => status !== null && status < 300)) return false;
  await pause(walk.session.page, WAIT_MS);
  const survey = await look(walk);
  // What is made may be headed itself, in a list behind the form.
  const headings = headingsOf(survey);
  if ([...headingsOf(before)].some((text) => !headings.has(text))) return false;
  const fields = survey?.forms.find(
    (each) =>
      each.submit?.name === form.submit?.name &&
      each.fields.length === form.fields.length &&
      each.fields.every(({ name }, at) => name === form.fields[at]?.name),
  )?.fields;
  const value = fields?.find(({ name }) => name === nameField.name)?.value ?? "";
  return value.trim() !== "" && value !== nameField.value;
};
