import { withoutQuery } from "#core/explore/pages/address.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { NONSENSE, UNFILLED } from "#core/generate/nonsense.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  hasErrors,
  listed,
  literal,
  literalTarget,
  noErrors,
  openPage,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { LATE_MS } from "#core/explore/pages/late-limits.ts";
import { MOST_SAMPLES, tellersOf, telling } from "#core/generate/tell-once.ts";
import { commonHeadings, ownHeading } from "#core/generate/page-names.ts";
import { isSteady, isSteadyTarget } from "#core/explore/pages/steady.ts";
import { TEMPLATE, withoutTemplates } from "#core/generate/written-templates.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** Titles of a kind of page have a part in common with the site's; the rest is the page's own. */
const titleOf = (page: SitePage): string | null => (isSteady(page.title) ? page.title : null);

/** Titles that pages of several kinds have: they say nothing of these, and a script may be about to put another in their place. */
const sharedTitles = (pages: readonly SitePage[]): Set<string> => {
  const kinds = Map.groupBy(pages, ({ title }) => title);
  return new Set(
    [...kinds].flatMap(([title, alike]) =>
      new Set(alike.map(({ pattern }) => withoutQuery(pattern))).size > 1 ? [title] : [],
    ),
  );
};

export const pages = defineOracle({
  id: "pages",
  summary: "A page loads without errors and shows its title and heading.",
  looks: true,
  applies(all) {
    const site = withoutTemplates(all);
    const tellers = tellersOf(site);
    const common = commonHeadings(site.pages);
    const shared = sharedTitles(site.pages);
    const names = site.pages.map((page) => ownHeading(page, common) ?? page.title);
    const own = tellers.pages.map(telling).filter((page) => isOwn(site.pages, page));
    const isWell = (page: SitePage): boolean =>
      !hasErrors(page.problems, page.behindLogin) &&
      page.slow === undefined &&
      sensible(page).length === 0 &&
      page.setup.length === 0;
    const one = (page: SitePage): Draft => ({
      id: `page-${page.id}`,
      title: `The page ${called(page, ownHeading(page, common), names)} loads without errors`,
      steps: look(page, common, shared),
      rank: rank(page),
    });
    const seen = new Map<string, number>();
    const isFurther = ({ pattern }: SitePage): boolean => {
      seen.set(pattern, (seen.get(pattern) ?? 0) + 1);
      return pattern.includes("?") && (seen.get(pattern) ?? 0) > MOST_ALIKE;
    };
    const well = own.filter((page) => isWell(page) && !isFurther(page));
    const together = Array.from({ length: Math.ceil(well.length / MOST_TOGETHER) }, (_, at) =>
      well.slice(at * MOST_TOGETHER, (at + 1) * MOST_TOGETHER),
    ).map((some, at): Draft => {
      const [only] = some;
      if (only && some.length === 1) return one(only);
      const all = some.map((page) => called(page, ownHeading(page, common), names));
      return {
        id: at === 0 ? "pages" : `pages-${at + 1}`,
        title: `Pages load without errors: ${listed(all, 90)}`,
        steps: some.flatMap((page) => look(page, common, shared)),
        rank: Math.min(...some.map(rank)),
      };
    });
    const unwell = own.filter((page) => !isWell(page));
    const known = new Set(unwell.map(faultsOf));
    const odd = tellers.samples
      .map(telling)
      .filter((page) => !isWell(page))
      .filter((page) => !known.has(faultsOf(page)) && known.add(faultsOf(page)));
    return [...together, ...[...unwell, ...odd.slice(0, MOST_SAMPLES)].map(one)];
  },
});

/** What is wrong with a page, whichever item it is about. */
const faultsOf = (page: SitePage): string =>
  JSON.stringify([
    ...page.problems.map(({ message }) => message.replace(/[^/\s]*(?= \d{3}$)/, "*").replaceAll(/\d+/g, "0")),
    ...(page.slow === undefined ? [] : [page.slow]),
    ...sensible(page).map((step) => JSON.stringify(step)),
  ]);

/** Pages that share a case, each with few steps; one of which something was wrong has a case to itself. */
const MOST_TOGETHER = 6;
/** Of pages that a query alone tells apart. */
const MOST_ALIKE = 2;

const isNotBlank = ({ survey }: SitePage): StepDocument => ({
  expect: { text: { target: literalTarget(mainOf(survey)), matches: String.raw`\S` } },
});

const look = (page: SitePage, common: string[], shared: ReadonlySet<string>): StepDocument[] => {
  const name = ownHeading(page, common);
  const title = shared.has(page.title) ? null : titleOf(page);
  const sign = name === null ? lasting(page) : null;
  return [
    ...opened(page),
    ...(name !== null
      ? [{ expect: { visible: { role: "heading", name: literal(name) } } }]
      : title !== null
        ? [{ expect: { title: literal(title) } }]
        : []),
    ...(sign === null ? [] : [{ expect: { visible: literalTarget(sign) } }]),
    ...(name === null && title === null && sign === null ? [isNotBlank(page)] : []),
    ...sensible(page),
    // What was put into a cart before may be all that one can have.
    page.setup.length > 0
      ? withoutFaults(page.problems, page.behindLogin, [" 409"])
      : noErrors(page.problems, page.behindLogin),
  ];
};

/** False for a further choice of the same page, made by the query of its address, that shows no fault. */
const isOwn = (pages: SitePage[], page: SitePage): boolean => {
  if (!page.pattern.includes("?") || page.setup.length > 0) return true;
  if (hasErrors(page.problems, page.behindLogin) || sensible(page).length > 1) return true;
  const first = pages.find(
    ({ pattern, setup, status }) =>
      isByAddress({ setup, status }) && withoutQuery(pattern) === withoutQuery(page.pattern),
  );
  return first?.id === page.id || first?.title !== page.title;
};

const NO_VALUE = /^\W*(?:undefined|NaN|Invalid Date|\[object Object\])\W*$/;

/** A table that shows what stands for no value; one that speaks of such words is left alone. */
const isJudged = ({ kind, target, rows, items, code }: SurveyCollection): boolean =>
  kind === "table" &&
  !code &&
  target !== null &&
  rows > 1 &&
  items.some(({ cells }) => cells.some((cell) => NO_VALUE.test(cell))) &&
  items.every(({ cells }) =>
    cells.every((cell) => NO_VALUE.test(cell) || !/undefined|\bNaN\b|Invalid Date|object Object/i.test(cell)),
  );

/** Where texts are written, "{{name}}" may be a part of them. */
const unfilledOn = ({ forms, text }: PageSurvey): string =>
  forms.some(({ fields }) => fields.some(({ type }) => type === "textarea")) ||
  !new RegExp(TEMPLATE, "u").test(text)
    ? UNFILLED
    : `${UNFILLED}|${TEMPLATE}`;

/** Values without a value, on the page itself or in its tables, and a page that says itself that it went wrong or still loads. */
const sensible = ({ survey, title }: SitePage): StepDocument[] => {
  const failed = survey.alerts.some((text) => WENT_WRONG.test(text));
  const main = literalTarget(mainOf(survey));
  const pattern = unfilledOn(survey);
  const unfilled = new RegExp(pattern, "u").test(survey.text);
  const untitled = /\b(?:undefined|NaN)\b|\[object Object\]|^null\b/.test(title);
  return [
    ...(untitled ? [{ expect: { title: { matches: String.raw`^(?!.*(?:${NONSENSE}|^null\b))` } } }] : []),
    ...survey.unfilled.slice(0, 2).map((text): StepDocument => ({
      expect: { hidden: { text: literal(text), exact: true } },
    })),
    ...(unfilled && survey.unfilled.length === 0
      ? [{ expect: { text: { target: main, matches: pattern, not: true } } }]
      : []),
    ...survey.collections
      .filter(isJudged)
      .slice(0, 1)
      .map(({ target }): StepDocument => ({
        expect: { text: { target: literalTarget(target ?? ""), matches: NONSENSE, not: true } },
      })),
    ...(failed ? [{ expect: { hidden: { role: "alert" } } } satisfies StepDocument] : []),
  ];
};

/** Of a page that had to be waited for, what came late is looked for first: how long it takes counts from when it is opened. */
const opened = (page: SitePage): StepDocument[] => {
  const { survey, slow, path, setup } = page;
  if (slow === undefined) return openPage(page);
  return [
    ...(setup.length > 0
      ? openPage(page)
      : [{ goto: literal(path), timeout: `${LATE_MS / 1000}s` } satisfies StepDocument]),
    loaded(survey, slow),
  ];
};

/** What came late is to be there in time; what never came, no longer to be announced. */
const loaded = (survey: PageSurvey, words: string): StepDocument => {
  const list = mainList(survey)?.target ?? null;
  const expect =
    list === null ? { hidden: { text: literal(words), exact: true } } : { visible: literalTarget(list) };
  return { expect, timeout: `${LATE_MS / 1000}s` };
};

const WENT_WRONG =
  /\b(?:error|fail(?:ed|ure)?|could not|cannot|can't|unexpected|unable|went wrong|not valid JSON|undefined)\b/i;

/** Something that stays on a page without a heading: a field, or a button of its frame. */
const lasting = ({ survey }: SitePage): Target | null => {
  const fields = survey.forms.flatMap(({ fields }) => fields.map(({ target }) => target));
  const controls = survey.buttons
    .filter(({ name, chrome }) => name !== "" && chrome)
    .map(({ target }) => target);
  return [...fields, ...controls].find((target) => target !== null && isSteadyTarget(target)) ?? null;
};

/** By its heading; with its address where another page has the same. */
const called = (page: SitePage, name: string | null, names: string[]): string => {
  const shown = name ?? page.title;
  const several = names.filter((other) => other === shown).length > 1;
  if (shown === "") return page.path;
  return `"${short(shown)}"${several ? ` at ${short(page.path, 60)}` : ""}${page.setup.length > 0 ? " (with something in it)" : ""}`;
};

const rank = (page: SitePage): number => {
  if (hasErrors(page.problems, page.behindLogin)) return 5;
  if (page.depth === 0) return 8;
  // What exploring had to wait for is told like a page that is answered late.
  if (page.slow !== undefined) return 10;
  const { forms, collections } = page.survey;
  const rich = forms.length > 0 || collections.some(({ rows }) => rows > 2);
  return Math.min(90, (rich ? 36 : 42) + page.depth * 4 + (page.setup.length > 0 ? 2 : 0));
};
