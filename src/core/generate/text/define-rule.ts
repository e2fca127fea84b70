import type { Intent, Named } from "./intent.ts";
import { namedIn } from "./named.ts";
import { mark, quoteOf, unmask } from "./quotes.ts";

/** What a rule is given: the parts that its pattern has found. */
export type Parts = {
  /** The words of a part, quoted texts put back; empty when it is not there. */
  words(part: string): string;
  has(part: string): boolean;
  /** The quoted text, when the part is nothing else. */
  quote(part: string): string | null;
  /** The quoted text, or a lone word that can only be a value: a number, an address. */
  value(part: string): string | null;
  named(part: string): Named | null;
  quotes: readonly string[];
  raw(part: string): string;
};
export type Rule = { pattern: RegExp; read(parts: Parts): Intent[] | string | null };

/** A quoted text, or words. */
const named = "(?:.+?)";
const value = String.raw`(?:${mark}|\S+)`;
/** An address within the app, quoted or not. */
const path = String.raw`(?:${mark}|(?:https?:\/\/|\/|#\/)\S*)`;

/**
 * A rule for sentences without their quoted texts. In the pattern `<x:T>` is a part that names an element, `<x:Q>` a quoted
 * text, `<x:V>` a value, `<x:P>` an address. A rule gives what the sentence says; a text: why nothing can be made of it;
 * null: it is for another rule.
 */
export const rule = (source: string, read: Rule["read"]): Rule => ({
  pattern: new RegExp(
    `^${source.replaceAll(/<(\w+):([TQVP])>/g, (_, name: string, kind: string) => {
      const inner = kind === "T" ? named : kind === "Q" ? mark : kind === "V" ? value : path;
      return `(?<${name}>${inner})`;
    })}$`,
    "iu",
  ),
  read,
});

const isValue = (word: string): boolean =>
  /^[\d.,:-]+$|@/.test(word) || /^[A-Z\d][\w.-]*\d[\w.-]*$/.test(word);

export const partsOf = (groups: Record<string, string | undefined>, quotes: readonly string[]): Parts => {
  const raw = (part: string): string => groups[part]?.trim() ?? "";
  const quote = (part: string): string | null => quoteOf(raw(part), quotes);
  return {
    raw,
    has: (part) => raw(part) !== "",
    words: (part) => unmask(raw(part), quotes),
    quote,
    value: (part) => quote(part) ?? (isValue(raw(part)) ? raw(part) : null),
    named: (part) => (raw(part) === "" ? null : namedIn(raw(part), quotes)),
    quotes,
  };
};
