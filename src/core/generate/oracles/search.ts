import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel, SiteSearch } from "#model/site.ts";
import type { Target } from "#model/target.ts";
import { NONSENSE } from "#core/explore/probe-search.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  anyCase,
  literal,
  literalTarget,
  problemsOf,
  searchFor,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";

const shows = (search: SiteSearch, item: string): StepDocument => {
  const contains = literal(item);
  if (search.suggests) return { expect: { visible: { role: "option", name: contains } } };
  return search.results === null
    ? { expect: { text: contains } }
    : { expect: { text: { target: literalTarget(search.results), contains } } };
};

const gone = (search: SiteSearch, item: string): StepDocument => {
  if (search.suggests) return { expect: { hidden: { role: "option", name: literal(item) } } };
  const target: Target = search.results === null ? { text: item } : { text: item, within: search.results };
  return { expect: { hidden: literalTarget(target) } };
};

/** As long as an expect waits: a search that takes longer is one that people give up. */
const SOON = "5s";

/** A search that is started by Enter or a button has a page to answer with, which the step waits for. */
const searchSoon = (search: SiteSearch, value: string): StepDocument[] =>
  searchFor(search, value).map((step) =>
    typeof step === "object" && !("fill" in step) ? { ...step, timeout: SOON } : step,
  );

const cases = (site: SiteModel, search: SiteSearch): Draft[] => {
  const { pageId, path, term, item, rowTarget, plain, inPlace } = search;
  const open: StepDocument = { goto: literal(path) };
  const steps: StepDocument[] = [open, ...searchSoon(search, term), shows(search, item)];
  if (plain && rowTarget) steps.push({ expect: { each: { target: rowTarget, matches: anyCase(term) } } });
  const other = term === term.toLowerCase() ? term.toUpperCase() : term.toLowerCase();
  if (!search.suggests) steps.push(...searchSoon(search, other), shows(search, item));
  steps.push(...searchSoon(search, NONSENSE), gone(search, item));
  if (inPlace) steps.push(...searchFor(search, ""), shows(search, item));
  const what = inPlace
    ? "narrows the list, and clearing it restores the list"
    : "finds what contains the word";
  const drafts: Draft[] = [
    {
      id: `search-${pageId}`,
      title: `Searching for "${short(term, 20)}" in any case ${what}`,
      steps,
      rank: 10,
    },
  ];
  if (search.suggests) return drafts;
  drafts.push({
    id: `search-${pageId}-markup`,
    title: "Markup and signs that are searched for are text, and do no harm",
    steps: [
      open,
      ...searchFor(search, "<samp>markup</samp>"),
      { wait_for: "idle" },
      { expect: { count: { target: { css: "samp" }, is: 0 } } },
      ...searchFor(search, `O'Neil "50%" ([*\\`),
      { wait_for: "idle" },
      // To refuse such a search is an answer as well.
      withoutFaults(problemsOf(site), site.login?.used ?? false, [" 400", " 422", "console error:"]),
    ],
    rank: 31,
  });
  return drafts;
};

export const search = defineOracle({
  id: "search",
  joins: true,
  summary:
    "Search results come within 5 s and contain the term, what no item contains is not found, and clearing restores the list.",
  looks: true,
  applies: (site) => site.searches.filter(({ found }) => found).flatMap((search) => cases(site, search)),
});
