import type { SurveyForm } from "#model/survey.ts";
import { dataFor } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { choicesOf } from "./item-data.ts";

/** What a form that asks for an item is given: another choice than the usual one, where there is one. Null where something cannot be made up. */
export const claimData = (form: SurveyForm): Entry[] | null => {
  const entries = dataFor(form);
  const others = form.fields.flatMap((field): Entry[] => {
    const option = choicesOf(field).find((each) => each !== field.value);
    return option === undefined || field.taken ? [] : [{ kind: "select", field, option }];
  });
  const rest = entries?.filter(({ field }) => others.every((other) => other.field !== field));
  return rest ? [...others, ...rest] : null;
};
