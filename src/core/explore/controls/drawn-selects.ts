import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";

/** What a select that a script draws was seen to offer, and where. */
export type DrawnSelect = {
  name: string;
  target: string;
  /** The first part of the address, and the names of the form's fields: one of them is the same where it is the same select. */
  area: string;
  beside: string;
  options: string[];
};

/** Offers a list of its own; what a native select offers is known without opening it. */
export const isDrawn = ({ type, popup, target, disabled, name }: SurveyField): boolean =>
  target !== null &&
  !disabled &&
  name !== "" &&
  (type === "combobox" || (type === "text" && popup === "listbox"));

const STEPS = /^(?:new|edit|create|add)$/i;

/** What the page is about, by its address: the same for making something and for changing it. */
export const areaOf = (address: string): string => {
  const { pathname, hash } = new URL(address);
  const parts = `${pathname}${hash}`
    .split(/[/#?]/)
    .filter((part) => /^\p{L}/u.test(part) && !STEPS.test(part));
  return parts.slice(0, 2).join("/");
};

/** The names of a form's fields. */
export const besideOf = ({ fields }: SurveyForm): string => fields.map(({ name }) => name).join("|");

/** How much of a form's fields another form, told by their names, has as well: 0 to 1. */
const shareOf = (form: SurveyForm, beside: string): number => {
  const others = new Set(beside.split("|"));
  const both = new Set(form.fields.map(({ name }) => name));
  return [...both].filter((name) => others.has(name)).length / Math.max(1, both.size, others.size);
};
/** The form for a new item and the one for changing it have most in common; what narrows their list has one name with them. */
const LEAST_SHARE = 0.5;

/** What is known of a drawn select, by the form or the kind of page that it stands in. */
export const knownOf = (
  drawn: readonly DrawnSelect[],
  area: string,
  form: SurveyForm,
  field: SurveyField,
): DrawnSelect | undefined => {
  const target = JSON.stringify(field.target);
  const beside = besideOf(form);
  const same = drawn.filter((each) => each.name === field.name && each.target === target);
  const alike = same
    .filter((each) => each.area === area && shareOf(form, each.beside) >= LEAST_SHARE)
    .toSorted((a, b) => shareOf(form, b.beside) - shareOf(form, a.beside));
  return same.find((each) => each.beside === beside) ?? alike[0];
};

const bare = (text: string): string =>
  text
    .replace(/[\s*:]+$/u, "")
    .trim()
    .toLowerCase();

/** Its label stands in it for as long as nothing is chosen ("Role *"). */
const valueOf = ({ name, value }: SurveyField): string => (bare(value) === bare(name) ? "" : value);

const asSelect = (field: SurveyField, options: string[]): SurveyField => {
  const value = valueOf(field);
  const all = options.includes(value) || value === "" ? options : [value, ...options];
  return { ...field, type: "select", read_only: false, value, options: all };
};

/** Forms on a page about `area`, with what is known of their drawn selects. */
export const formsWith = (drawn: readonly DrawnSelect[], area: string, forms: SurveyForm[]): SurveyForm[] =>
  forms.map((form) => ({
    ...form,
    fields: form.fields.map((field) => {
      const known = isDrawn(field) ? knownOf(drawn, area, form, field) : undefined;
      return known && known.options.length > 0 ? asSelect(field, known.options) : field;
    }),
  }));

/** The page with what is known of the selects that scripts draw on it: they are selects like others then. */
export const withDrawn = (drawn: readonly DrawnSelect[], survey: PageSurvey): PageSurvey =>
  drawn.length === 0 ? survey : { ...survey, forms: formsWith(drawn, areaOf(survey.url), survey.forms) };
