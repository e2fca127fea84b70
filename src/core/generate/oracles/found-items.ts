import { fold, isUnique, itemName, mainList, termOf } from "#core/explore/lists.ts";
import { firstWordOf } from "#core/explore/search-terms.ts";
import type { Pick } from "#core/explore/wanted-item.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { ledTo } from "#core/generate/oracles/items.ts";
import { anyCase, idle, literal, literalTarget, searchFor } from "#core/generate/steps.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyCollection } from "#model/survey.ts";

const LONGEST = 60;

/** The item furthest down that a word finds and that stands higher then: a list may lead by the places of its rows. */
const comesUp = ({ items }: SurveyCollection, pick: Pick): { at: number; term: string } | null => {
  const isFoundBy = (term: string, text: string): boolean => text.toLowerCase().includes(term.toLowerCase());
  const found = items.flatMap((item, at) => {
    const name = itemName(item);
    const term = pick(name);
    const isLink = item.links.some(({ text }) => fold(text) === name);
    if (term === null || !isLink || name.length > LONGEST) return [];
    return items.slice(0, at).every(({ text }) => isFoundBy(term, text)) ? [] : [{ at, term }];
  });
  return found.at(-1) ?? null;
};

const draft = (site: SiteModel, search: SiteSearch): Draft[] => {
  const { path, pageId, plain, rowTarget, inPlace, suggests, results } = search;
  const page = site.pages.find(({ id }) => id === pageId);
  const list = page ? mainList(page.survey) : null;
  if (!page || !list?.target || !rowTarget || !inPlace || !plain || suggests) return [];
  if (JSON.stringify(results) !== JSON.stringify(list.target) || !isUnique(list.items.map(itemName)))
    return [];
  const led = ledTo(site, page);
  const wanted = comesUp(list, search.item.startsWith(search.term) ? firstWordOf : termOf);
  const name = wanted ? led?.links.names[wanted.at] : undefined;
  const said = wanted ? led?.written.names[wanted.at] : undefined;
  if (!led || !wanted || name === undefined || said === undefined) return [];
  const link = literalTarget({ role: "link", name, exact: true, within: list.target });
  // Who has typed a word sees the whole list for a moment; who has sent it may be led to the only one that is found.
  const narrowed: StepDocument =
    search.trigger === "typing"
      ? { expect: { each: { target: rowTarget, matches: anyCase(wanted.term) } } }
      : idle;
  return [
    {
      id: `found-${pageId}`,
      title: "What is found by searching leads to its own page",
      steps: [
        { goto: literal(path) },
        ...searchFor(search, wanted.term),
        narrowed,
        { click: link, when: { visible: link } },
        led.arrives(literal(said)),
      ],
      rank: 22,
    },
  ];
};

export const foundItems = defineOracle({
  id: "found-items",
  joins: true,
  summary: "What a search has found leads to the page of that very item.",
  looks: true,
  applies: (site) => site.searches.filter(({ found }) => found).flatMap((search) => draft(site, search)),
});
