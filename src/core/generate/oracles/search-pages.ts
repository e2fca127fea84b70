import { escapeRegex } from "#model/escape-regex.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { click, idle, literal, literalTarget, searchFor, short } from "#core/generate/steps.ts";

const [ALL, NAME] = ["listed_in_all", "found_in_all"];

export const searchPagesKept = defineOracle({
  id: "search-pages",
  joins: true,
  summary: "The next page of what a search has found is of that search as well.",
  looks: true,
  applies: (site) =>
    site.searches.flatMap((search) => {
      const survey = site.pages.find(({ id }) => id === search.pageId)?.survey;
      if (!search.pages || !survey) return [];
      const { term, next, total } = search.pages;
      const [before, after] = total;
      const target = literalTarget(mainOf(survey));
      const match = `(?<!\\d)${escapeRegex(before)}(\\d[\\d.,]*)${escapeRegex(after)}`;
      return [
        {
          id: `search-${search.pageId}-pages`,
          title: `The next page of what "${short(search.field.name, 30)}" has found says that as many were found`,
          steps: [
            { goto: literal(search.path) },
            idle,
            { capture: { [ALL]: { text: target, match } } },
            ...searchFor(search, term),
            // A script may wait for more to be typed before it asks.
            {
              expect: {
                text: { target, contains: `${literal(before)}\${${ALL}}${literal(after)}`, not: true },
              },
            },
            idle,
            { capture: { [NAME]: { text: target, match } } },
            click(next),
            idle,
            {
              expect: { text: { target, contains: `${literal(before)}\${${NAME}}${literal(after)}` } },
            },
          ],
          rank: 29,
        },
      ];
    }),
});
