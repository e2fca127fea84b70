import type { SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";

export const MONEY =
  /\bamount|\bprice|\bcosts?\b|\bsalary|\bfee\b|\btotal\b|betrag|\bpreis|\bgehalt|montant|\bprix\b|importe|\bprecio|importo|prezzo|bedrag|\bprijs|kwota|\bcena\b/i;
/** Cents behind a point, as they are typed. */
const WITH_CENTS = /\d\.\d{2}(?!\d)/;
const LEAST = 10;
const MOST = 999;

const takesCents = ({ type, step }: SurveyField): boolean =>
  ["text", ""].includes(type) || (type === "number" && (step === "any" || step === "0.01"));

const hasRoom = ({ min, max }: SurveyField): boolean =>
  (min === null || min === "" || Number(min) <= LEAST) && (max === null || max === "" || Number(max) > MOST);

/** A field for money, whatever it is called besides. */
export const isAmountField = (field: SurveyField): boolean =>
  MONEY.test(field.name) && takesCents(field) && hasRoom(field) && !field.pattern;

/** The amount by which an item is known that bears no name, where its list shows amounts as they are typed; null where it does not. */
export const amountFieldOf = ({ fields }: SurveyForm, list: SurveyCollection): SurveyField | null => {
  const column = list.columns.findIndex(({ name }) => MONEY.test(name));
  const isShown =
    column >= 0 &&
    list.items.length > 0 &&
    list.items.every(({ cells }) => WITH_CENTS.test(cells[column] ?? ""));
  const found = fields.filter(
    (field) =>
      isAmountField(field) &&
      field.target !== null &&
      !field.disabled &&
      !field.read_only &&
      field.value === "",
  );
  return isShown && found.length === 1 ? (found[0] ?? null) : null;
};

/** Another one each time. */
export const AMOUNT = "${digits_2}.${digits_2_cents}";
const DIGITS: [number, number] = [10, 99];
export const amountFixtures = { digits_2: { int: DIGITS }, digits_2_cents: { int: DIGITS } };

const BEFORE = { changed: "5", dropped: "7", again: "6" };

/** What an item is to be called instead, so that what it was called is still a part of it: a name with a word behind it, or a larger amount. */
export const renamed = (field: SurveyField, name: string, word: keyof typeof BEFORE): string =>
  isAmountField(field) ? `${BEFORE[word]}${name}` : `${name} ${word}`;
