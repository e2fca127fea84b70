const MONEY = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });
const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Cents as `€1,249.00`. */
export function money(cents: number): string {
  return MONEY.format(cents / 100);
}

/** A day or an instant as `3 Mar 2025` (UTC). */
export function day(date: string): string {
  return DAY.format(new Date(date));
}

/** `1 item`, `2 items`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}
