import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Entry } from "./form-data.ts";
import { isSameField } from "./refusal.ts";

/** What a box may set going, or keep from us. */
export const SETS_GOING =
  /activ|enabl|admin|publi|archiv|delet|remov|notif|mail|send|lock|disabl|default|privat|hidden|hide|visib|password|staff|super|role|right|permission|all\b|aktiv|gel[öo]scht|gesperrt/i;

/** What somebody may do or is to be sent, and what one agrees to. */
const LEAVE = /access|role|permission|right|scope|privileg|notif|remind|consent|agree|channel|rechte|rolle/i;

const TICKED = 2;

const isOfGroup = ({ type, group }: SurveyField): boolean => type === "checkbox" && group !== undefined;

/** Ticks two of a group of boxes, as an item may have several labels; none where one of them is ticked or means something else. */
export const ticksIn = ({ fields }: SurveyForm, known: readonly Entry[]): Entry[] => {
  const boxes = fields.filter(isOfGroup);
  const isTold = ({ name }: SurveyField): boolean =>
    fields.filter((other) => other.name === name).length === 1;
  const isFree = (field: SurveyField): boolean =>
    field.value === "false" &&
    field.target !== null &&
    !field.disabled &&
    !field.required &&
    !field.taken &&
    isTold(field) &&
    !SETS_GOING.test(field.name) &&
    !known.some((entry) => entry.field === field);
  return [...new Set(boxes.flatMap(({ group }) => group ?? []))].flatMap((group): Entry[] => {
    const own = boxes.filter((field) => field.group === group);
    if (LEAVE.test(group) || SETS_GOING.test(group) || !own.every(isFree)) return [];
    return own.slice(0, TICKED).map((field): Entry => ({ kind: "check", field }));
  });
};

/** One of several boxes that an item may have ticked, or none. */
export const isTick = ({ kind, field }: Entry): boolean =>
  kind === "check" && isOfGroup(field) && !field.required;

/** One of the boxes that were ticked is not any more, as another one has put it out. */
export const isUnticked = ({ forms }: PageSurvey, entries: readonly Entry[]): boolean => {
  const now = forms.flatMap(({ fields }) => fields);
  return entries.some(
    (entry) => isTick(entry) && now.some((each) => isSameField(each, entry.field) && each.value !== "true"),
  );
};
