import { fold } from "#core/explore/lists/lists.ts";
import { TAKEN } from "#core/explore/forms/refusal.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyForm } from "#model/survey.ts";

const hintsIn = ({ fields }: SurveyForm): string[] => fields.flatMap(({ hint = "" }) => hint || []);

/** What forms say beside their fields whatever is typed, as far as it sounds like a refusal: "Must be unique." */
export const hintsOf = ({ pages, records }: SiteModel): string[] => {
  const forms = [
    ...pages.flatMap(({ survey, reveals }) => [...survey.forms, ...reveals.flatMap((each) => each.forms)]),
    ...records.flatMap(({ form, edit }) => [form, edit?.form?.form ?? []].flat()),
  ];
  const sentences = forms.flatMap(hintsIn).flatMap((hint) => fold(hint).split(/(?<=[.!?])\s+/));
  return [...new Set(sentences)].filter((sentence) => TAKEN.test(sentence));
};
