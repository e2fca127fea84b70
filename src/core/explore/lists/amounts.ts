/** A number as it is written: its whole part, and its decimals with the mark before them, if any. */
export type Amount = { whole: number; decimals: string };

const SIGN = String.raw`(?:[€$£¥₹]|EUR|USD|GBP|CHF|zł|kr|Kč)`;
const AMOUNT = new RegExp(
  String.raw`^(?:${SIGN}\s?)?(\d{1,6}|\d{1,3}(?:[.,'’\s]\d{3}){1,2})([.,]\d{1,2})?(?:\s?${SIGN})?$`,
  "u",
);

/** Reads `3000`, `3,000.00`, `€ 12.50`; null where the text is anything else. */
export const readAmount = (text: string): Amount | null => {
  const [, whole, decimals = ""] = AMOUNT.exec(text.trim()) ?? [];
  return whole === undefined ? null : { whole: Number(whole.replaceAll(/\D/g, "")), decimals };
};

/** How often a text has the number, whether its thousands stand apart there or not, and its decimals are zeros or none. */
export const timesSaid = (text: string, { whole, decimals }: Amount): number => {
  const apart = String(whole).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, String.raw`[.,'’\s]?`);
  const [first = "0", second = "0"] = decimals.replace(/\D/, "");
  const ending = second === "0" ? `${first}0?` : `${first}${second}`;
  const rest = ending === "00?" ? "(?:[.,]00?)?" : `[.,]${ending}`;
  return [...text.matchAll(new RegExp(String.raw`(?<![\d.,])${apart}${rest}(?![.,]?\d)`, "gu"))].length;
};
