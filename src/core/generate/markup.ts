import type { StepDocument } from "#core/suite/grammar.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";

/** An element that there is not: none is left by an app that cleans the markup it shows, and some take it out of what they keep. */
const UNKNOWN = "<x-note>two</x-note>";

/** A text that ends in markup. */
export const withMarkup = (text: string): string => `${text} ${UNKNOWN}`;

/** The text itself, as far as every app keeps it; null where no markup was put behind it. */
export const withoutMarkup = (text: string): string | null =>
  text.endsWith(` ${UNKNOWN}`) ? text.slice(0, -UNKNOWN.length - 1) : null;

/** That the markup in what was typed has not become part of the page. */
export const isText = (typed: Entry[]): StepDocument[] =>
  typed.some((entry) => entry.kind === "fill" && withoutMarkup(entry.value) !== null)
    ? [{ expect: { count: { target: { css: "x-note" }, is: 0 } } }]
    : [];
