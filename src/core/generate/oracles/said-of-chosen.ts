import { fold, mainList } from "#core/explore/lists/lists.ts";
import {
  isGeneric,
  isPart,
  isSaidOnce,
  lastWord,
  mainOf,
  numberIn,
  stem,
} from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { choose, nameOfChoice } from "#core/generate/filter-choices.ts";
import { turner } from "#core/generate/counts/page-numbers.ts";
import {
  captureName,
  idle,
  literal,
  literalTarget,
  openPage,
  searchFor,
  short,
} from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteFilter, SiteSearch } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

/** Rows beyond this may be drawn only as one scrolls. */
const MOST_ROWS = 40;
const MOST_CHOICES = 2;

/** "46 tickets" on a page that lists tickets: how many that was of all, and what finds the number. */
type Saying = { text: string; all: number; pattern: string; noun: string };

/** What leaves a few rows of a list, all in sight: how to choose it, and what the page said of them when it was tried. */
type Chosen = {
  what: string;
  path: string;
  steps: StepDocument[];
  rows: Target;
  many: number;
  said: string[];
};

/** What the page says of all that it lists, whether all of it is in sight or a page of it. */
const sayingOf = ({ survey }: SitePage, list: SurveyCollection): Saying | null => {
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? "";
  const sayings = survey.counters.flatMap(({ text }): Saying[] => {
    const found = numberIn(fold(text));
    if (!found || isPart(found) || !isSaidOnce(survey, found.pattern)) return [];
    const { noun, number: all, pattern } = found;
    const isOfList =
      isGeneric(noun) || [list.name, heading].some((name) => stem(lastWord(name)) === stem(noun));
    const fits = list.paging ? all > list.rows : all === list.rows;
    return isOfList && fits ? [{ text: fold(text), all, pattern, noun: found.words }] : [];
  });
  return sayings.length === 1 ? (sayings[0] ?? null) : null;
};

const byFilter = (filter: SiteFilter): Chosen[] =>
  filter.options.flatMap((option) => {
    const { rows, names, next, said, problems } = option;
    if (!rows || names.length === 0 || next !== null || problems.length > 0) return [];
    const what = nameOfChoice(option);
    return [{ what, path: filter.path, steps: choose(filter, option), rows, many: names.length, said }];
  });

const bySearch = (search: SiteSearch): Chosen[] => {
  const { rowTarget: rows, said, term, inPlace, found } = search;
  if (!rows || !said || !inPlace || !found || search.rows.term === 0) return [];
  const steps = [...searchFor(search, literal(term)), idle];
  return [{ what: term, path: search.path, steps, rows, many: search.rows.term, said }];
};

const numberOf = ({ pattern }: Saying, { said }: Chosen): number | null => {
  const numbers = said.flatMap((text) => {
    const found = numberIn(text);
    return found?.pattern === pattern ? [found.number] : [];
  });
  return numbers.length === 1 ? (numbers[0] ?? null) : null;
};

/** It stands below what chooses: of all there is, it would stand in the heading or say so. */
const isBelow = ({ survey }: SitePage, { text, noun }: Saying, names: string[]): boolean => {
  const buttons = survey.forms.flatMap(({ submit }) => (submit ? [submit.name] : []));
  const places = [...names, ...buttons].map((name) => survey.text.indexOf(name)).filter((at) => at >= 0);
  return (
    places.length > 0 &&
    survey.text.indexOf(text) > Math.max(...places) &&
    !/\b(?:all|total|overall|number|alle|gesamt)\b/i.test(noun)
  );
};

const draft = (site: SiteModel, page: SitePage): Draft[] => {
  const filters = site.filters.filter(({ pageId }) => pageId === page.id);
  const searches = site.searches.filter(({ pageId }) => pageId === page.id);
  const list = filters[0]?.list ?? (searches.length > 0 ? mainList(page.survey) : null);
  const saying = list ? sayingOf(page, list) : null;
  const next = list?.paging?.next ?? null;
  // Only where the way to more is known is it known that there is none.
  if (!list || !saying || (list.paging && next === null)) return [];
  const few = [...filters.flatMap(byFilter), ...searches.flatMap(bySearch)].flatMap((chosen) => {
    const number = chosen.many < list.rows && chosen.many <= MOST_ROWS ? numberOf(saying, chosen) : null;
    return number === null ? [] : [{ chosen, number }];
  });
  const right = few.filter(({ chosen, number }) => number === chosen.many);
  const still = few.filter(({ number }) => number === saying.all);
  const names = [
    ...filters.flatMap(({ name, kind, options }) => (kind === "tabs" ? options.map(nameOfChoice) : [name])),
    ...searches.map(({ field }) => field.name),
  ];
  // Where it never follows, it may well be meant to count all there is.
  const isMeant = right.length > 0 || (isBelow(page, saying, names) && still.length === few.length);
  const some = isMeant ? [...still, ...right].slice(0, MOST_CHOICES) : [];
  if (some.length === 0) return [];
  const what = some.map(({ chosen }) => `"${short(chosen.what, 20)}"`).join(" and ");
  return [
    {
      id: `said-${page.id}-chosen`,
      title: `The number above the list is that of ${what} alone`,
      steps: some.flatMap(({ chosen }, at): StepDocument[] => {
        const name = captureName(`rows_chosen${at > 0 ? `_${at + 1}` : ""}`, page.id);
        const says = saying.pattern.replace(String.raw`(\d+)`, `(?<![\\d.,])\${${name}}(?![\\d.,]*\\d)`);
        return [
          ...openPage({ path: chosen.path, setup: page.setup }),
          idle,
          ...chosen.steps,
          { capture: { [name]: { count: literalTarget(chosen.rows) } } },
          {
            expect: { text: { target: literalTarget(mainOf(page.survey)), matches: says } },
            // What the suite itself has made may be too much for one page.
            ...(next !== null && { when: { hidden: turner(page, next) } }),
          },
        ];
      }),
      rank: 21,
    },
  ];
};

export const saidOfChosen = defineOracle({
  id: "said-of-chosen",
  joins: true,
  summary: 'A list that says "46 tickets" says how many there are of what is chosen or looked for alone.',
  looks: true,
  applies: (site) => site.pages.flatMap((page) => draft(site, page)),
});
