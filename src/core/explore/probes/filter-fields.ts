import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { sortFields } from "#core/explore/lists/sort-orders.ts";
import { CREATE, SAVES } from "#core/explore/words.ts";

const PER_PAGE_NUMBER = /^\d+(?: per page)?$|per page|rows|page size|pro seite|par page/i;

const MOST_ALIKE = 2;

/** Selects that offer the same, one to an item: each sets what its item has. */
const ofItems = ({ forms }: PageSurvey): Set<SurveyField> => {
  const selects = forms.flatMap(({ fields }) => fields).filter(({ type }) => type === "select");
  // "Stage of A", "Stage of B"; not "Beds" and "Baths" from one to five.
  const alike = Map.groupBy(selects, ({ name, options }) =>
    [fold(name).split(" ")[0], ...options].join("\n"),
  );
  return new Set([...alike.values()].filter(({ length }) => length > MOST_ALIKE).flat());
};

/**
 * Selects beside a list that may choose what it shows; what sorts it or sizes its pages is left aside, and what items have.
 */
export const filterFields = (survey: PageSurvey): { form: SurveyForm; field: SurveyField }[] => {
  const aside = new Set([...sortFields(survey).map(({ field }) => field), ...ofItems(survey)]);
  return survey.forms
    .filter(({ method, action, purpose, fields, name, submit }) => {
      const sends = method.toLowerCase() === "post" && action !== null;
      const adds = CREATE.test(submit?.name ?? "") || (submit !== null && CREATE.test(name));
      const saves =
        submit !== null && (SAVES.test(submit.name) || fields.some(({ type }) => type === "textarea"));
      return purpose !== "login" && !sends && !adds && !saves && fields.every(({ required }) => !required);
    })
    .flatMap((form) =>
      form.fields
        .filter(({ type, target, disabled, options }) => {
          return type === "select" && target !== null && !disabled && options.length >= 2;
        })
        .filter((field) => !aside.has(field) && !PER_PAGE_NUMBER.test(field.name))
        .filter(({ options }) => !options.every((option) => PER_PAGE_NUMBER.test(option.trim())))
        .map((field) => ({ form, field })),
    );
};
