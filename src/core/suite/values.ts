import { z } from "zod";

/** Names of fixtures and captures. */
export const variableNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "expected a name of letters, digits and _, not starting with a digit");

const variablePattern = /\$(\$?)\{([^{}]*)\}/g;

/** Names in the `${…}` of a text, in order; `$${…}` is none. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(variablePattern)]
    .filter((match) => match[1] === "")
    .map((match) => (match[2] ?? "").trim());

/** Calls visit for every text in a value, mapping keys included, with its path. */
export const visitTexts = (
  value: unknown,
  visit: (text: string, path: (string | number)[]) => void,
  path: (string | number)[] = [],
): void => {
  if (typeof value === "string") visit(value, path);
  else if (Array.isArray(value)) value.forEach((item, index) => visitTexts(item, visit, [...path, index]));
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      visit(key, [...path, key]);
      visitTexts(item, visit, [...path, key]);
    }
  }
};

/** A variable without a value; the message says which and what to do. */
export class MissingValue extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MissingValue";
  }
}

export type Lookup = (name: string) => unknown;

const asText = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

const putInText = (text: string, lookup: Lookup, keepTypes: boolean): unknown => {
  const lone = /^\$\{([^{}]*)\}$/.exec(text);
  if (lone) {
    const value = lookup((lone[1] ?? "").trim());
    return keepTypes ? value : asText(value);
  }
  return text.replaceAll(variablePattern, (whole, escaped: string, name: string) =>
    escaped === "$" ? whole.slice(1) : asText(lookup(name.trim())),
  );
};

/**
 * Puts values into every `${…}` of a value. A text that is one variable and nothing else takes the variable's type,
 * unless keepTypes is false. `$${` stands for `${`. Throws MissingValue when lookup does.
 */
export const putIn = (value: unknown, lookup: Lookup, keepTypes = true): unknown => {
  if (typeof value === "string") return putInText(value, lookup, keepTypes);
  if (Array.isArray(value)) return value.map((item) => putIn(item, lookup, keepTypes));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      asText(putInText(key, lookup, false)),
      putIn(item, lookup, keepTypes),
    ]),
  );
};
