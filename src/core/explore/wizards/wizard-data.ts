import { findValues } from "#core/suite/order.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { WizardEntry, WizardOption } from "#model/wizard.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { PLACEHOLDER, dataFor, isWordy, withoutNone } from "#core/explore/forms/form-data.ts";
import { choicesOf, told } from "#core/explore/items/item-data.ts";
import { isPast } from "#core/explore/forms/field-values.ts";
import { putSamples } from "#core/explore/forms/samples.ts";

/** A day in the middle of a week, that no other way to write it makes another one, and that shows when it is off by one. */
const OWN_DAY = "2030-06-19";

const NAMES =
  /(?:^|full |last |sur|family |your |guest |customer )name\b|title|subject|nachname|nom\b|nombre|nome\b|naam/i;
const NOT_OWN = /first|given|vorname|pr[ée]nom|user|company|card/i;

/** Fields of a step as one form. */
export const asForm = (fields: SurveyField[]): SurveyForm => ({
  name: "",
  action: null,
  method: "post",
  purpose: "other",
  fields,
  submit: null,
});

const typed = (entry: Extract<Entry, { kind: "fill" }>, tag: string): WizardEntry[] =>
  entry.field.target === null
    ? []
    : [
        {
          kind: "fill",
          label: entry.field.name,
          target: entry.field.target,
          field: entry.field,
          value: entry.value,
          typed: putSamples(entry.value, tag),
          options: [],
        },
      ];

const chosen = (
  kind: "choose" | "check",
  field: SurveyField,
  option: WizardOption,
  options: WizardOption[],
): WizardEntry => ({
  kind,
  label: field.name,
  target: option.target,
  field,
  value: option.text,
  typed: option.text,
  options,
});

/** What is chosen is not what was there first, so that it shows. */
const other = (options: WizardOption[], now: string): WizardOption | undefined => {
  const free = options.filter(({ text }) => text !== now);
  return (now === "" ? free[1] : free[0]) ?? options[0];
};

const isFree = ({ disabled, read_only: fixed, target }: SurveyField): boolean =>
  !disabled && !fixed && target !== null;

/** One more, or one less, than the field says itself. */
const otherNumber = ({ value, min, max }: SurveyField): string | null => {
  const now = Number(value);
  const wanted = now + 1;
  if (value === "" || !Number.isInteger(now) || now > 20) return null;
  if (max === null || max === "" || wanted <= Number(max)) return String(wanted);
  return min !== null && min !== "" && now - 1 >= Number(min) ? String(now - 1) : null;
};

const isInReach = ({ min, max }: SurveyField): boolean =>
  (!min || min <= OWN_DAY) && (!max || max >= OWN_DAY);

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day that lies ahead, or may: no birthday. */
export const isDay = (field: SurveyField): boolean =>
  (field.type === "date" || (isWordy(field) && ISO_DAY.test(field.value))) && !isPast(field);

/** A radio button that is drawn by scripts is a field of its own; those that follow each other belong together. */
const drawnWith = (fields: SurveyField[], field: SurveyField): SurveyField[] => {
  const isDrawn = (each: SurveyField): boolean => each.type === "radio" && each.options.length === 0;
  let from = fields.indexOf(field);
  while (from > 0 && isDrawn(fields[from - 1] ?? field)) from -= 1;
  const end = fields.findIndex((each, at) => at > from && !isDrawn(each));
  return fields.slice(from, end < 0 ? undefined : end);
};

/** Those that are not used up; all where none is left. */
const unspent = (options: WizardOption[], spent: ReadonlySet<string>): WizardOption[] => {
  const left = options.filter(({ text }) => !spent.has(text));
  return left.length > 0 ? left : options;
};

const ofRadio = (fields: SurveyField[], field: SurveyField, spent: ReadonlySet<string>): WizardEntry[] => {
  if (field.options.length > 0) {
    const options = field.options.filter((text) => text !== "").map((text) => ({ text, target: text }));
    const option = other(unspent(options, spent), field.value);
    return option ? [chosen("check", field, option, options)] : [];
  }
  const group = drawnWith(fields, field);
  if (group[0] !== field) return [];
  const options = group.flatMap(({ name, target, disabled }) =>
    target && !disabled ? [{ text: name, target }] : [],
  );
  const [first, second] = unspent(options, spent);
  const option = second ?? first;
  return option ? [{ ...chosen("check", field, option, options), label: "" }] : [];
};

/** One of its buttons is chosen from the start. */
export const isChosen = ({ type, options, value }: SurveyField): boolean =>
  type === "radio" && value !== "" && options.includes(value);

const ofSelect = (field: SurveyField, spent: ReadonlySet<string>): WizardEntry[] => {
  const { target } = field;
  const now = PLACEHOLDER.test(field.value.trim()) ? "" : field.value;
  const options = target === null ? [] : choicesOf(field).map((text) => ({ text, target }));
  const option = other(
    withoutNone(field.name, unspent(options, spent), ({ text }) => text),
    now,
  );
  return option && option.text !== now ? [chosen("choose", field, option, options)] : [];
};

/**
 * How much is put in otherwise than it has to be: whatever can be, all but the radio buttons that are chosen from the start,
 * or nothing but what `dataFor` has. `spent`: options that such a form was ended with already.
 */
export type Boldness = { kept: boolean; plain: boolean; spent: ReadonlySet<string> };

/** What is put into the fields of a step. Null where something cannot be made up. */
export const stepData = (
  fields: SurveyField[],
  tag: string,
  { kept, plain, spent }: Boldness,
): WizardEntry[] | null => {
  const data = dataFor(asForm(fields.filter(({ type }) => type !== "radio")));
  if (!data) return null;
  const named = plain
    ? undefined
    : data.find(({ field }) => isWordy(field) && NAMES.test(field.name) && !NOT_OWN.test(field.name));
  return fields.filter(isFree).flatMap((field): WizardEntry[] => {
    const entry = data.find((each) => each.field === field);
    const { type, target } = field;
    if (target === null) return [];
    if (type === "radio") return kept && isChosen(field) ? [] : ofRadio(fields, field, spent);
    const selected = type === "select" ? ofSelect(field, spent) : [];
    if (selected.length > 0) return selected;
    if (
      type === "checkbox" &&
      field.value !== "true" &&
      (entry || findValues(field.name, "money").length === 1)
    )
      return [chosen("check", field, { text: field.name, target }, [])];
    if (isDay(field) && !plain && isInReach(field))
      return typed({ kind: "fill", field, value: OWN_DAY, fixtures: {} }, tag);
    const number = type === "number" && !plain ? otherNumber(field) : null;
    if (number !== null) return typed({ kind: "fill", field, value: number, fixtures: {} }, tag);
    if (!entry) return [];
    if (entry.kind === "select") return [chosen("choose", field, { text: entry.option, target }, [])];
    if (entry.kind === "check") return [chosen("check", field, { text: field.name, target }, [])];
    const own = entry === named ? told(entry) : entry;
    return own.kind === "fill" ? typed(own, tag) : [];
  });
};
