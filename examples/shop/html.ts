/** A piece of markup that is safe to put into a page as it is. */
export type Html = { readonly html: string };

type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The text with the five characters that HTML reserves written as entities. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Marks text that is markup already. */
export function raw(markup: string): Html {
  return { html: markup };
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  if ("html" in part) return part.html;
  return part.map(render).join("");
}

/** A template tag: every value is escaped unless it is `Html` itself; null, undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return raw(strings.reduce((page, text, index) => page + render(parts[index - 1]) + text));
}
