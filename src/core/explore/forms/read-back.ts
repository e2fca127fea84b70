import type { SiteEditForm } from "#model/site-records.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { takesOneMore } from "./field-hints.ts";
import { fold } from "#core/explore/lists/lists.ts";

/** The value of a field for a day, however the page shows it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The same for a time, with or without a day. */
const TIME = /^(?:\d{4}-\d{2}-\d{2}T)?\d{2}:\d{2}$/;

/** A telephone number with its country, and with spaces. */
const PHONE = /^\+\d+ [\d ]+$/;

/** What is shown is what was typed with something missing, or what the form had at first: no other way to write it. */
const isLost = (typed: string, shown: string, first: string): boolean =>
  typed !== shown &&
  typed !== "" &&
  (shown === "" ||
    (DAY.test(typed) && DAY.test(shown)) ||
    (TIME.test(typed) && TIME.test(shown)) ||
    shown === first ||
    typed.startsWith(shown) ||
    typed.replace(/^0+/, "") === shown ||
    // A number that is put into another shape loses its spaces as well.
    (PHONE.test(typed) && typed.replace("+", "").trim() === shown) ||
    (Number(shown) === 0 && Number(typed) > 0) ||
    /&(?:amp|lt|quot|#\d+);/.test(shown));

/** The form that changes an item: the one that is most like the form that made it, or the one that shows the item's name. */
const formIn = (survey: PageSurvey, made: SurveyForm, name: string): SurveyForm | null => {
  const names = new Set(made.fields.map((field) => field.name));
  const common = ({ fields }: SurveyForm): number => fields.filter((field) => names.has(field.name)).length;
  const showing = ({ fields }: SurveyForm): boolean => fields.some(({ value }) => fold(value).includes(name));
  const able = survey.forms.filter(({ purpose, submit }) => purpose === "other" && Boolean(submit?.target));
  const likely = able.toSorted(
    (a, b) =>
      Number(showing(b)) - Number(showing(a)) || common(b) - common(a) || a.fields.length - b.fields.length,
  )[0];
  return likely && (showing(likely) || common(likely) * 2 >= names.size) ? likely : null;
};

/** A field that is called after the item is called otherwise in the form of the next one. */
const withoutName = (field: SurveyField, name: string): SurveyField =>
  JSON.stringify(field.target).includes(name) ? { ...field, target: null } : field;

/**
 * What the form for changing an item shows of what was typed when it was made; `values` by name of the field. Null where
 * no such form came up.
 */
export const readBack = (
  survey: PageSurvey,
  made: SurveyForm,
  values: ReadonlyMap<string, string>,
  name: string,
): SiteEditForm | null => {
  const found = formIn(survey, made, name);
  if (!found) return null;
  const form = { ...found, fields: found.fields.map((field) => withoutName(field, name)) };
  // An address that has the name in it is another thing.
  const isAddress = ({ value }: SurveyField): boolean => /\S@\S/.test(value) && !name.includes("@");
  const nameField =
    form.fields.find((field) => fold(field.value).includes(name) && !isAddress(field)) ?? null;
  const typed = form.fields.flatMap(({ name: field, type, value }) => {
    const text = values.get(field);
    const first = made.fields.find((each) => each.name === field && each.type === type)?.value ?? "";
    // What is secret is shown nowhere, and a file is not given back.
    return text === undefined || type === "password" || type === "file" || takesOneMore({ name: field, type })
      ? []
      : [{ field, text: fold(text), value: fold(value), first: fold(first) }];
  });
  return {
    form,
    nameField,
    kept: typed.filter(({ text, value }) => text === value).map(({ field }) => field),
    lost: typed.filter(({ text, value, first }) => isLost(text, value, first)).map(({ field }) => field),
    further: [],
    fixed: [],
  };
};
