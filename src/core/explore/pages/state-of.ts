import type { PageSurvey, SurveyForm } from "#model/survey.ts";

export const formKey = (form: SurveyForm): string =>
  `${form.name}|${form.fields.map((field) => field.name).join("|")}`;

/** What tells two states of one page apart, by what can be seen and used. */
export const stateOf = (survey: PageSurvey): string =>
  JSON.stringify([
    survey.structure,
    survey.headings.map(({ text }) => text),
    survey.buttons.map(({ name, expanded }) => [name, expanded]),
    survey.links.map(({ text }) => text),
    survey.forms.map(formKey),
    survey.dialogs.length,
    survey.collections.map(({ items }) => items.map(({ text }) => text)),
  ]);
