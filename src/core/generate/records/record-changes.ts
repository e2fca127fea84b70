import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { furtherEntry } from "#core/explore/items/edit-further.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { isWordy, offeredBy } from "#core/explore/forms/form-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { isOnFreeDay } from "#core/explore/items/make-item.ts";
import { MARK, OTHER_PHONE, OTHER_POSTCODE, PHONE, POSTCODE } from "#core/explore/forms/samples.ts";
import { weekLater } from "#core/generate/days/later-day.ts";
import { atLength, takesMuch } from "#core/generate/at-length.ts";
import { withMarkup } from "#core/generate/markup.ts";
import { otherNumber } from "#core/generate/other-number.ts";
import type { Plan } from "./record-plan.ts";

/** As long as the first, and of the same signs. */
const CODE = "00TW${tag}";
const OTHER_CODE = "00TX${tag}";

const MADE_UP = /\$\{(?:tag|person|street|city|company|first_name|last_name)(?:_\w+)?\}/g;
/** A number or a sign may be part of a form that the app insists on. */
const PROSE = /^[\p{L}\s.,'’&<>-]*$/u;

/** Another day on the same side of today: some are to come, others are to be over. */
const otherDay = (day: string): string => {
  const [year = ""] = day.split("-");
  const isOver = /^\d{4}$/.test(year) && Number(year) < 2026;
  return isOver ? `${year}-07-16` : "2031-07-16";
};

const MORE = 4;

/** A bit more, with as many decimals, if the field takes that. */
const otherAmount = (field: SurveyField, value: string): string | null => {
  const [plain, decimals = ""] = /^\d+(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  const other = plain === undefined ? null : otherNumber(field, Number(value), MORE);
  return other === null ? null : other.toFixed(decimals.length);
};

/** So many letters have room for one word more than was typed: of any text, and of one name. */
const LEAST_ROOM = 60;
const LEAST_OF_NAME = 40;

const MADE_MARK = new RegExp(String.raw`^${MARK} (?=\$\{tag\w*\}$)`);

const otherText = (field: SurveyField, { value }: Extract<Entry, { kind: "fill" }>): string | null => {
  // Another one of the same form is taken wherever the first one was.
  if (value === PHONE) return OTHER_PHONE;
  if (value === POSTCODE) return OTHER_POSTCODE;
  // A plus is as valid as the rest, and what stands behind it of one's own choice.
  if (field.type === "email" || /^\S+@example\.com$|^\$\{email\}$/.test(value))
    return value.includes("@") ? value.replace("@", "+changed@") : `changed+${value}`;
  if (field.type === "number") return otherAmount(field, value);
  if (field.pattern || field.min !== null || field.max !== null) return null;
  if (value === CODE) return OTHER_CODE;
  if (field.type === "tel" || /^\+?[\d ]{8,}$/.test(value)) return OTHER_PHONE;
  if (field.type === "date") return otherDay(value);
  // A field may be shorter than it says: what goes on behind the first text need not be taken.
  if (isWordy(field) && field.type !== "textarea" && MADE_MARK.test(value))
    return value.replace(MADE_MARK, "Changed ");
  const least = /^\$\{(?:first_name|last_name|city)(?:_\w+)?\}$/.test(value) ? LEAST_OF_NAME : LEAST_ROOM;
  const room = field.max_length === null || field.max_length <= 0 || field.max_length >= least;
  return isWordy(field) &&
    room &&
    PROSE.test(value.replaceAll(MADE_UP, "")) &&
    /\$\{(?!tag)|\p{L}{3}/u.test(value)
    ? field.type === "textarea"
      ? withMarkup(takesMuch(field) ? atLength(value) : `${value} two`)
      : `${value} two`
    : null;
};

/** The same field with another value; null where it is best left as it is. */
export const changeOf = (field: SurveyField, entry: Entry): Entry | null => {
  if (field.read_only || field.disabled || field.unsent) return null;
  if (entry.kind === "fill") {
    const later = weekLater(field, entry);
    if (later) return later;
    const value = otherText(field, entry);
    return value === null ? null : { kind: "fill", field, value, fixtures: {} };
  }
  if (entry.kind !== "select") return null;
  const option = offeredBy(field.options).find((text) => text !== entry.option && text.trim() !== "");
  return option === undefined ? null : { kind: "select", field, option };
};

/** The page lists what has just this choice, and is called so: with another one the item would be elsewhere. */
export const isOfPage = ({ page }: Plan, option: string): boolean =>
  (page?.survey.headings ?? []).some(({ text }) => fold(text) === fold(option));

/** Days that are had once stay: they are nobody else's. */
export const isOfOwnDays = ({ record }: Plan, entry: Entry): boolean =>
  record.exclusive === true && isOnFreeDay(entry);

export const isAtLength = ({ field }: Entry): boolean => field.type === "textarea";

/** Other choices for what nothing was put into when the item was made. */
export const furtherChanges = (plan: Plan): Entry[] => {
  const form = plan.record.edit?.form;
  return (form?.further ?? []).flatMap(({ field: name, option }) => {
    const field = form?.form.fields.find((each) => each.name === name && each.target !== null);
    return field && !isOfPage(plan, field.value) ? [furtherEntry(field, option)] : [];
  });
};

/** As one fills a form in: what is chosen first may fill in what comes after it. */
export const inOrder = ({ fields }: SurveyForm, entries: Entry[]): Entry[] => {
  const place = ({ field }: Entry): number => fields.findIndex(({ name }) => name === field.name);
  return entries.toSorted((a, b) => place(a) - place(b));
};
