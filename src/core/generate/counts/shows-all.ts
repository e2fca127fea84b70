import { isWordy } from "#core/explore/forms/form-data.ts";
import { sortFields } from "#core/explore/lists/sort-orders.ts";
import type { PageSurvey } from "#model/survey.ts";

/** No choice is made of what the page's list shows, nor anything looked for. */
export const showsAll = (survey: PageSurvey): boolean => {
  const sorts = new Set(sortFields(survey).map(({ field }) => field));
  return survey.forms
    .filter(({ fields, purpose }) => purpose === "search" || !fields.some(isWordy))
    .flatMap(({ fields }) => fields.filter((field) => !sorts.has(field)))
    .every(
      ({ type, value }) =>
        type !== "select" || value === "" || /^(?:all|any|alle|every(?:body|one|thing)?)\b|^-/i.test(value),
    );
};
