import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { Target } from "#model/target.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";

/** That the item is among what was found. */
export const shows = (search: SiteSearch, item: string): StepDocument => {
  const contains = literal(item);
  if (search.suggests) return { expect: { visible: { role: "option", name: contains } } };
  return search.results === null
    ? { expect: { text: contains } }
    : { expect: { text: { target: literalTarget(search.results), contains } } };
};

/** That it is not. */
export const gone = (search: SiteSearch, item: string): StepDocument => {
  if (search.suggests) return { expect: { hidden: { role: "option", name: literal(item) } } };
  const target: Target = search.results === null ? { text: item } : { text: item, within: search.results };
  return { expect: { hidden: literalTarget(target) } };
};
