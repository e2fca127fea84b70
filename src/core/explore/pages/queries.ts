/** What the query of a pattern (see address.ts) says of the page that it asks for. */

const parametersOf = (pattern: string): { path: string; fixed: string[]; free: string[] } => {
  const [path = "", query = ""] = pattern.split("?", 2);
  const all = query === "" ? [] : query.split("&");
  const free = all.filter((part) => part.endsWith("=:v"));
  return {
    path,
    fixed: all.filter((part) => !free.includes(part)),
    free: free.map((part) => part.slice(0, -3)),
  };
};

/** The place whose list the address makes a choice of by its query, such as a filter of it; null for others. */
export const choiceOf = (pattern: string): string | null => {
  const { path, fixed, free } = parametersOf(pattern);
  return free.length === 0 ? null : `${path}?${fixed.join("&")}`;
};

/** Parameters that name a page of their own, rather than what is shown of the page that is there without them. */
const NAMES_PAGE =
  /^(?:id|p|pid|tid|page_?id|title|slug|sku|post|article|topic|product|item|route|r|t|f|v)$|_id$|[a-z]Id$/;

/**
 * What an address asks for of a page that is there without it, such as a filter, or an item in a dialog over it: the names of those
 * parameters, and the pattern of that page. Null where it has none, or they name a page.
 */
export const askedOf = (pattern: string): { names: string[]; page: string } | null => {
  const { path, fixed, free } = parametersOf(pattern);
  if (free.length === 0 || free.some((name) => NAMES_PAGE.test(name))) return null;
  return { names: free, page: fixed.length === 0 ? path : `${path}?${fixed.join("&")}` };
};
