import { fold, isUnique, itemName, mainList } from "#core/explore/lists/lists.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { ledTo } from "#core/generate/oracles/items.ts";
import { click, idle, literal, searchFor } from "#core/generate/steps.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyCollection } from "#model/survey.ts";

const LONGEST = 60;

/** The item furthest down: it comes up once it alone is found, and a list may lead by the places of its rows. */
const lastOf = ({ items }: SurveyCollection): number =>
  items.findLastIndex((item) => {
    const name = itemName(item);
    return name.length <= LONGEST && item.links.some(({ text }) => fold(text) === name);
  });

const draft = (site: SiteModel, search: SiteSearch): Draft[] => {
  const { path, pageId, inPlace, suggests, results } = search;
  const page = site.pages.find(({ id }) => id === pageId);
  const list = page ? mainList(page.survey) : null;
  if (!page || !list?.target || !inPlace || suggests) return [];
  if (JSON.stringify(results) !== JSON.stringify(list.target) || !isUnique(list.items.map(itemName)))
    return [];
  const led = ledTo(site, page);
  const last = lastOf(list);
  const name = led?.links.names[last];
  const said = led?.written.names[last];
  if (!led || last < 1 || name === undefined || said === undefined) return [];
  return [
    {
      id: `found-${pageId}`,
      title: "What is found by its name leads to its own page",
      steps: [
        { goto: literal(path) },
        ...searchFor(search, literal(name)),
        idle,
        click({ role: "link", name, exact: true, within: list.target }),
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
