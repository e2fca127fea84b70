import { withoutQuery } from "#core/explore/pages/address.ts";

/**
 * Whether the address is that of a list above the page, `/invoices` above `/invoices/7`: with what was chosen there when one came
 * from it, as far as an app remembers that.
 */
export const leadsUp = (pagePath: string, path: string): boolean => {
  const above = withoutQuery(path).replace(/\/$/, "");
  return above !== "" && withoutQuery(pagePath).startsWith(`${above}/`);
};
