import { BEHIND_INITIALS } from "#core/explore/lists/initials.ts";
import { LAST_WORD, mayBePeople } from "#core/explore/forms/last-names.ts";
import { FIRST_NAME, LAST_NAME, turned } from "#core/explore/forms/turned-names.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { Target } from "#model/target.ts";

const LEAST_NAME = 3;

/** The name as words of the text; "Ann" is not said by "Annual". */
export const isSaid = (text: string, name: string): boolean =>
  name.length >= LEAST_NAME &&
  new RegExp(`(?<![\\p{L}\\d])${escapeRegex(name)}(?![\\p{L}\\d])`, "u").test(text);

type Captured = { capture: StepDocument; said: string };

/** Names of a list's items as the headings of their pages have them, and how a case has them from the list. */
export type Written = { names: string[]; captured(variable: string, text: Target): Captured };

const asListed = (names: string[]): Written => ({
  names,
  captured: (variable, text) => ({ capture: { capture: { [variable]: { text } } }, said: `\${${variable}}` }),
});

/** "Byrne, Dimitri" has a page called "Dimitri Byrne". */
const firstInFront = (names: string[]): Written => ({
  names,
  captured: (variable, text) => ({
    capture: {
      capture: {
        [`${variable}_first`]: { text, match: FIRST_NAME },
        [`${variable}_last`]: { text, match: LAST_NAME },
      },
    },
    said: `\${${variable}_first} \${${variable}_last}`,
  }),
});

/** The other way round, where the end of the last name alone is sure. */
const lastInFront = (names: string[]): Written => ({
  names: names.map((name) => new RegExp(LAST_WORD).exec(name)?.[1] ?? name),
  captured: (variable, text) => ({
    capture: { capture: { [variable]: { text, match: LAST_WORD } } },
    said: `\${${variable}}`,
  }),
});

/** "CD Chloé Dubois" has a page called "Chloé Dubois". */
const behindInitials = (names: string[]): Written => ({
  names,
  captured: (variable, text) => ({
    capture: { capture: { [variable]: { text, match: BEHIND_INITIALS } } },
    said: `\${${variable}}`,
  }),
});

/** Null where only some of the names can be had as their pages have them. `areBehindInitials`: the list has these before each name. */
export const asHeaded = (names: string[], headings: string[], areBehindInitials: boolean): Written | null => {
  const isHeading = (name: string | null): boolean =>
    name !== null && headings.some((heading) => isSaid(heading, name));
  if (areBehindInitials) return names.some(isHeading) ? behindInitials(names) : null;
  if (names.some(isHeading)) return asListed(names);
  if (headings.some((heading) => names.includes(turned(heading) ?? "")))
    return mayBePeople(names) ? lastInFront(names) : null;
  const others = names.map(turned);
  if (!others.some(isHeading)) {
    // The pages that were opened are of others, whose names are in the other order.
    const isOther = !others.includes(null) && headings.every((heading) => turned(heading) === null);
    return isOther ? null : asListed(names);
  }
  return others.includes(null) ? null : firstInFront(others.map((name) => name ?? ""));
};
