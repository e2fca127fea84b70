import type { SurveyForm } from "#model/survey.ts";
import { dataFor } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { choicesOf } from "./item-data.ts";

/** What costs something, or has somebody write. */
const LEAVE = /\bpay|remind|notif|charge|price|billing|zahl|erinner|pai?ement|rappel|pago|recordatorio/i;

/** What a form that asks for an item is given: another choice than the usual one, where there is one. Null where something cannot be made up. */
export const claimData = (form: SurveyForm): Entry[] | null => {
  const entries = dataFor(form);
  if (!entries) return null;
  return form.fields.flatMap((field): Entry[] => {
    const own = entries.filter((entry) => entry.field === field);
    // What is offered today, such as an hour, may not be so tomorrow.
    const option = choicesOf(field).find((each) => each !== field.value && !/\d/.test(each));
    const isLeft = option === undefined || field.taken || field.unsent === true || LEAVE.test(field.name);
    return isLeft ? own : [{ kind: "select", field, option }];
  });
};
