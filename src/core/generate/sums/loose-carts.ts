import type { RowControl } from "#model/site-records.ts";
import type { PageSurvey, SurveyCollection, SurveyControl, SurveyField } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { findValues, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { ITEM } from "#core/explore/items/own-item.ts";
import { DELETE } from "#core/explore/words.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { asObject } from "#core/generate/steps.ts";

/** What a cart shows of its only item where its rows are neither those of a list nor of a table. */
export const looseList = (survey: PageSurvey, name: string): SurveyCollection | null => {
  const isThere = fold(survey.text).includes(name);
  const controls = survey.buttons.filter(({ name: text }) => DELETE.test(text.replace(name, "")));
  if (!isThere || (controls.length !== 1 && looseQuantity(survey, name) === null)) return null;
  return {
    kind: "list",
    name: "",
    target: mainOf(survey),
    rows: 1,
    columns: [],
    items: [{ text: name, cells: [], links: [], buttons: [], images: [], fields: [] }],
    footers: [],
    code: false,
    paging: null,
  };
};

/** The only number field of the page, or the one that is called after the item. */
export const quantityField = ({ forms }: PageSurvey, name: string): SurveyField | null => {
  const numbers = forms
    .flatMap(({ fields }) => fields)
    .filter(({ type, target }) => type === "number" && target !== null);
  const named = numbers.filter((field) => fold(field.name).includes(name));
  const found = named.length > 0 ? named : numbers;
  return found.length === 1 ? (found[0] ?? null) : null;
};

export const looseQuantity = (survey: PageSurvey, name: string): TargetObject | null => {
  const target = quantityField(survey, name)?.target ?? null;
  return typeof target === "string" ? { label: target } : target && asObject(target);
};

/** What removes the item: a button that is called after it, or the only one that removes anything. */
export const looseRemoval = ({ buttons }: PageSurvey, name: string): RowControl | null => {
  const able = (control: SurveyControl): boolean =>
    !control.disabled && DELETE.test(control.name.replace(name, ""));
  const found = buttons.filter(able);
  const [only] = found;
  if (!only || found.length > 1) return null;
  const called = only.name.replace(name, ITEM);
  const [head = "", ...rest] = called.split(ITEM);
  // "Remove Evening concert, Adult" says what was chosen as well, which is another thing of the next item.
  return rest.join("").trim() !== "" && DELETE.test(head)
    ? { role: "button", name: `${head}${ITEM}`, part: true }
    : { role: "button", name: called };
};

const UNIT =
  /^\s*(?:each|apiece|per\b|a piece|\/|[x×]\s*1\b|pro\b|je\b|l['’]unit|cada|cad\.|al pezzo|per stuk|za sztuk)/iu;

/**
 * Fits what the cart says with so many of the item, where with one of it all the amounts that it says are the same: its price, and
 * its sums, which all follow. Null where it says other amounts as well.
 */
export const manyCome = (survey: PageSurvey, many: number): string | null => {
  const text = fold(survey.text);
  const amounts = findValues(text, "money");
  const [one, ...others] = new Set(amounts);
  const digits = one === undefined ? null : /\d+([.,])\d\d(?!\d)/.exec(one);
  const each = one === undefined ? null : readNumber(one);
  if (one === undefined || others.length > 0 || amounts.length < 2 || !digits || each === null) return null;
  if (each * many >= 1_000) return null;
  const sum = one.replace(digits[0], (each * many).toFixed(2).replace(".", digits[1] ?? "."));
  const units = text
    .split(one)
    .slice(1)
    .filter((after) => UNIT.test(after)).length;
  const sums = units > 0 ? amounts.length - units : 1;
  return sums < 1 ? null : `(?:${escapeRegex(sum)}[\\s\\S]*){${sums}}`;
};
