import { fold } from "#core/explore/lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyForm } from "#model/survey.ts";

const hintsIn = ({ fields }: SurveyForm): string[] => fields.flatMap(({ hint = "" }) => hint || []);

/** The sentences that forms have beside their fields whatever is typed: "Must be unique." is no refusal. */
export const hintsOf = ({ pages, records }: SiteModel): string[] => {
  const forms = [
    ...pages.flatMap(({ survey, reveals }) => [...survey.forms, ...reveals.flatMap((each) => each.forms)]),
    ...records.flatMap(({ form, edit }) => [form, edit?.form?.form ?? []].flat()),
  ];
  const sentences = forms.flatMap(hintsIn).flatMap((hint) => fold(hint).split(/(?<=[.!?])\s+/));
  return [...new Set(sentences)];
};
