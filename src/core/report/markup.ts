/** Markup that is safe to place in a page: made only by `html`. */
export type Markup = { readonly markup: string };

type Part = Markup | Markup[] | string | number | null | false;

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char);

const render = (part: Part): string => {
  if (part === null || part === false) return "";
  if (typeof part === "string") return escape(part);
  if (typeof part === "number") return String(part);
  if (Array.isArray(part)) return part.map((item) => item.markup).join("");
  return part.markup;
};

/** Tagged template: every value is escaped unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup => ({
  markup: strings.reduce((text, string, index) => text + render(parts[index - 1] ?? null) + string),
});
