import type { FixtureDocument } from "#core/suite/fixtures.ts";

/** A text, which may hold variables, and what they stand for. */
export type Made = { value: string; fixtures?: Record<string, FixtureDocument> };

/** A text that is nothing but the variable. */
export const variable = (name: string, fixture: FixtureDocument): Made => ({
  value: `\${${name}}`,
  fixtures: { [name]: fixture },
});

/** So many digits, other ones each time. */
export const digits = (many: number): Made =>
  variable(`digits_${many}`, { int: [10 ** (many - 1), 10 ** many - 1] });

/** Longer numbers are left as they are. */
export const MOST_DIGITS = 12;

/** Capital letters and digits in no order, at the end of an example. */
const MIXED = /^(|.*[^A-Z0-9#])((?=\d*[A-Z])(?=[A-Z]*\d)[A-Z0-9]{4,6})$/;

/** Of an example such as "SN-A1B2C3", what has letters alone where that has letters and digits. */
const asCapitals = (example: string): Made | null => {
  const [, before = "", { length } = ""] = MIXED.exec(example) ?? [];
  const called = `capitals_${length}`;
  return length === 0
    ? null
    : { value: `${before}\${${called}}`, fixtures: { [called]: { capitals: length } } };
};

/** As many as are other ones each time. */
const MANY = 6;

/**
 * As the example, with other digits at its end where it has some, and more of them than two where the field says that it
 * takes those.
 */
export const likeExample = (example: string, isTaken: (text: string) => boolean = () => false): Made => {
  // Two digits are enough behind letters, as in "ATL-01".
  const run = /^(.*?)(\d{3,})(\D*)$/.exec(example) ?? /^([A-Z]{1,6}[-/ ]?)(\d\d)()$/.exec(example);
  const [, before = "", number = "", after = ""] = run ?? [];
  if (!run || number.length > MOST_DIGITS) return asCapitals(example) ?? { value: example };
  const isShort = number.length === 2 && isTaken(`${before}${"1".repeat(MANY)}`);
  const { value, fixtures } = digits(isShort ? MANY : number.length);
  return { value: `${before}${value}${after}`, ...(fixtures && { fixtures }) };
};
