import { problemsOf } from "#core/generate/steps.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { TAKEN } from "#core/explore/forms/refusal.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyForm } from "#model/survey.ts";

const hintsIn = ({ fields }: SurveyForm): string[] => fields.flatMap(({ hint = "" }) => hint || []);

const formsOf = ({ pages, records }: SiteModel): SurveyForm[] => [
  ...pages.flatMap(({ survey, reveals }) => [...survey.forms, ...reveals.flatMap((each) => each.forms)]),
  ...records.flatMap(({ form, edit }) => [form, edit?.form?.form ?? []].flat()),
];

/** What the fields of all forms are called. */
export const fieldsOf = (site: SiteModel): string[] => [
  ...new Set(formsOf(site).flatMap(({ fields }) => fields.map(({ name }) => name))),
];

/** What forms say beside their fields whatever is typed, as far as it sounds like a refusal: "Must be unique." */
export const hintsOf = (site: SiteModel): string[] => {
  const sentences = formsOf(site)
    .flatMap(hintsIn)
    .flatMap((hint) => fold(hint).split(/(?<=[.!?])\s+/));
  return [...new Set(sentences)].filter((sentence) => TAKEN.test(sentence));
};

/** What pages asked for and did not get while they were explored, as the messages that tell it. */
export const missingOf = (site: SiteModel): string[] => [
  ...new Set([
    ...problemsOf(site).flatMap(({ kind, message }) => (kind === "request" ? [message] : [])),
    ...site.background.map(({ url, status }) => `GET ${url} ${status}`),
  ]),
];
