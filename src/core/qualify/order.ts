type Row = { text: string; cells: string[] };

/** The order that rows are in: of a column, or of their whole text (null). */
export type RowOrder = {
  column: number | null;
  by: "text" | "number" | "date" | "money";
  order: "ascending" | "descending";
};

const amount = /^[^\d-]{0,4}-?[\d.,\s]+[^\d]{0,4}$/;
const isMoney = (text: string): boolean => amount.test(text) && /[€$£¥]|\b(?:EUR|USD|GBP)\b/.test(text);

const asNumber = (text: string): number => {
  if (!amount.test(text)) return Number.NaN;
  const digits = text.replaceAll(/[^\d.,-]/g, "");
  const fraction = /[.,](\d{2})$/.exec(digits)?.[1];
  const whole = (fraction === undefined ? digits : digits.slice(0, -3)).replaceAll(/[.,]/g, "");
  return Number(`${whole}.${fraction ?? "0"}`);
};

const asDate = (text: string): number =>
  /\d/.test(text) && /[A-Za-z-/]/.test(text) ? Date.parse(text) : Number.NaN;

const direction = <T>(values: readonly T[], compare: (a: T, b: T) => number): RowOrder["order"] | null => {
  const steps = values.slice(1).map((value, index) => Math.sign(compare(values[index] ?? value, value)));
  if (!steps.some((step) => step !== 0)) return null;
  if (steps.every((step) => step <= 0)) return "ascending";
  return steps.every((step) => step >= 0) ? "descending" : null;
};

const orderOfTexts = (texts: readonly string[]): Omit<RowOrder, "column"> | null => {
  if (new Set(texts).size < 3 || texts.includes("")) return null;
  for (const [by, read] of [
    ["number", asNumber],
    ["date", asDate],
  ] as const) {
    const values = texts.map(read);
    if (values.some((value) => Number.isNaN(value))) continue;
    const order = direction(values, (a, b) => a - b);
    return order && { by: by === "number" && texts.every(isMoney) ? "money" : by, order };
  }
  const order = direction(texts, (a, b) => a.localeCompare(b, "en"));
  return order && { by: "text", order };
};

/** The order that rows are in by one of their columns, if by any; three different values at least. */
export const orderOf = (rows: readonly Row[]): RowOrder | null => {
  const width = Math.min(...rows.map(({ cells }) => cells.length));
  for (let column = 0; column < width; column += 1) {
    const found = orderOfTexts(rows.map(({ cells }) => cells[column] ?? ""));
    if (found) return { column, ...found };
  }
  if (width > 0) return null;
  const found = orderOfTexts(rows.map(({ text }) => text));
  return found && { column: null, ...found };
};
