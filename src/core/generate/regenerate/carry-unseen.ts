import { compose } from "./merge-suites.ts";
import { cutSuite } from "./suite-text.ts";
import { asUnseen } from "./unseen.ts";

/**
 * What was generated now, with the cases of the generation before that it did not come to, each under a comment that says
 * why; not those that were tried and left out, of which `dropped` are the ids. Throws AppError("conflict") for a text that cannot be cut.
 */
export const carryUnseen = (
  fresh: string,
  before: string,
  { why, dropped }: { why: string; dropped: readonly string[] },
): string => {
  const [now, earlier] = [cutSuite(fresh), cutSuite(before)];
  const written = new Set([...now.cases.map(({ id }) => id), ...dropped]);
  const cases = earlier.cases
    .filter(({ id }) => !written.has(id))
    .map((part) => ({ ...part, text: asUnseen(part.text, earlier.indent, why) }));
  if (cases.length === 0) return fresh;
  // Nothing is known to be of people here: what stands in one of them alone is in the result.
  return compose(null, now, { ...earlier, cases }, new Set()).yaml;
};
