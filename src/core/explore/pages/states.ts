import type { SiteAction, SitePage, SiteProblem } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { normalise, pathOf, placeOf, withoutQuery } from "./address.ts";
import { isPartMenu } from "./part-menus.ts";
import { hasAllOf, offersMore } from "#core/explore/controls/uses.ts";
import type { Walk } from "./walk.ts";
import { isThorough } from "./walk.ts";

/** More kinds of page than this under one pattern are taken for variations of what is known. */
const STATES_PER_PATTERN = 4;
/** In a thorough exploration, where each offers something to use that the others do not. */
const MOST_STATES = 16;
const EXAMPLES = 3;
const MOST_SAMPLES = 60;

export type Seen = {
  url: URL;
  status: number | null;
  survey: PageSurvey;
  problems: SiteProblem[];
  depth: number;
  via: SitePage["via"];
  setup: SiteAction[];
  behindLogin: boolean;
  slow?: string;
};

const merge = (page: SitePage, seen: Seen, path: string): void => {
  if (page.path !== path && !page.examples.includes(path) && page.examples.length < EXAMPLES) {
    page.examples.push(path);
  }
  const known = new Set(page.problems.map((problem) => problem.message));
  page.problems.push(...seen.problems.filter((problem) => !known.has(problem.message)));
};

const LEAST_TEXT = 60;

/** A route that a script draws has no status of its own. */
const isSound = (status: number | null): boolean => status === null || status < 400;

/** The same page under two addresses, such as the start page and its own: all that can be read is the same. */
const isTwin = (page: SitePage, { survey, status, setup }: Seen): boolean =>
  page.survey.structure === survey.structure &&
  page.title === survey.title &&
  isSound(page.status) === isSound(status) &&
  page.setup.length === 0 &&
  setup.length === 0 &&
  survey.text.length >= LEAST_TEXT &&
  page.survey.text === survey.text;

const pageOf = (id: string, pattern: string, seen: Seen): SitePage => ({
  id,
  pattern,
  path: pathOf(seen.url),
  title: seen.survey.title,
  status: seen.status,
  depth: seen.depth,
  via: seen.via,
  examples: [],
  survey: seen.survey,
  problems: seen.problems,
  reveals: [],
  setup: seen.setup,
  behindLogin: seen.behindLogin,
  ...(seen.slow !== undefined && { slow: seen.slow }),
  guard: null,
  offered: false,
  remembered: false,
});

/** One more example of a page that is known. */
const further = (walk: Walk, page: SitePage, seen: Seen, path: string): SitePage => {
  const isExample = path !== page.path && seen.setup.length === 0;
  const isNew = walk.samples.every((each) => each.path !== path);
  if (isExample && isNew && (walk.samples.length < MOST_SAMPLES || seen.problems.length > 0))
    walk.samples.push(pageOf(`${page.id}-${slug(path.split("/").at(-1) ?? "")}`, page.pattern, seen));
  // What is wrong with one of them is told of that one.
  const isKept = isExample && walk.samples.some((each) => each.path === path);
  merge(page, isKept ? { ...seen, problems: [] } : seen, path);
  return page;
};

/** What was seen of a page before all of it was there gives way to the whole; what was tried on it already need not be again. */
const onceWhole = (walk: Walk, page: SitePage, key: string, seen: Seen): SitePage => {
  const { survey, title } = pageOf(page.id, page.pattern, seen);
  merge(page, seen, page.path);
  for (const [known, each] of walk.pages) if (each === page) walk.pages.delete(known);
  walk.pages.set(key, Object.assign(page, { survey, title }));
  return page;
};

/** Enters what was seen into the model: as a new kind of page, or as a further example of one that is known. */
export const enter = (walk: Walk, seen: Seen): { page: SitePage; isNew: boolean } => {
  learnItems(walk, seen.survey);
  const pattern = walk.patterns.of(seen.url);
  const path = pathOf(seen.url);
  const key = `${pattern}|${seen.survey.structure}`;
  const known = walk.pages.get(key);
  if (known) {
    return { page: further(walk, known, seen, path), isNew: false };
  }
  const twin = [...walk.pages.values()].find((page) => isTwin(page, seen));
  if (twin) {
    const known = new Set(twin.problems.map(({ message }) => message));
    // What is wrong at the one address alone is told of that.
    if (seen.problems.some(({ message }) => !known.has(message))) further(walk, twin, seen, path);
    else merge(twin, seen, path);
    return { page: twin, isNew: false };
  }
  const kin = [...walk.pages.values()].filter((page) => page.pattern === pattern);
  const same = kin.find((page) => page.path === path && page.setup.length === 0 && seen.setup.length === 0);
  // What is remembered from page to page, such as how far a navigation is unfolded, makes no other page of it.
  if (same && isSound(same.status) && isSound(seen.status) && !offersMore([same], seen.survey))
    return { page: further(walk, same, seen, path), isNew: false };
  if (same && isSound(same.status) && isSound(seen.status) && hasAllOf(same, seen.survey))
    return { page: onceWhole(walk, same, key, seen), isNew: true };
  const nearest = kin[0];
  const room = isThorough(walk) && kin.length < MOST_STATES && offersMore(kin, seen.survey);
  if (nearest && kin.length >= STATES_PER_PATTERN && !room) {
    return { page: further(walk, nearest, seen, path), isNew: false };
  }
  const page = pageOf(uniqueId(walk, pattern, seen.survey), pattern, seen);
  walk.pages.set(key, page);
  walk.patterns.learnPages(linksEverywhere(walk));
  return { page, isNew: true };
};

/** What only a few pages have been seen to name may be items that they share. */
const LEAST_PAGES = 3;

const linksEverywhere = (walk: Walk): URL[] => {
  const counts = new Map<string, number>();
  for (const { survey } of walk.pages.values())
    for (const href of new Set(survey.links.map((link) => link.href)))
      counts.set(href, (counts.get(href) ?? 0) + 1);
  const least = Math.max(LEAST_PAGES, walk.pages.size * 0.75);
  return [...counts].flatMap(([href, count]) => {
    const url = count >= least ? normalise(href, walk.origin) : null;
    return url?.origin === walk.origin ? [url] : [];
  });
};

/** Links of like rows tell what varies in the addresses of items. */
const learnItems = (walk: Walk, survey: PageSurvey): void => {
  // What the navigation leads to is no item, with whatever query a tile of a start page leads there.
  const chrome = new Set(
    survey.links.filter((link) => link.chrome).map(({ href }) => placeOf(new URL(href, walk.origin))),
  );
  for (const collection of survey.collections) {
    if (isPartMenu(collection, survey.url)) {
      walk.patterns.learnMenu(itemUrls(walk, collection).filter(({ search }) => search === ""));
      continue;
    }
    walk.patterns.learnSiblings(itemUrls(walk, collection).filter((url) => !chrome.has(placeOf(url))));
    for (const urls of deedUrls(walk, collection)) walk.patterns.learnSiblings(urls);
  }
};

const MOST_LINKS = 4;

/** Addresses of further links of like rows, as far as they end alike: `/payees/p2/edit` and `/payees/p6/edit`. */
const deedUrls = (walk: Walk, collection: SurveyCollection): URL[][] =>
  Array.from({ length: MOST_LINKS }, (_, at) => {
    const urls = itemUrls(walk, collection, at + 1);
    const ends = new Set(urls.map(({ pathname }) => pathname.split("/").at(-1)));
    return urls.length === collection.items.length && ends.size === 1 ? urls : [];
  });

/** Addresses of the rows' links at one place, the first of each where nothing is said. */
const itemUrls = (walk: Walk, collection: SurveyCollection, at = 0): URL[] =>
  collection.items.flatMap(({ links }) => {
    const href = links[at]?.href;
    return href !== undefined && URL.canParse(href, walk.origin) ? [new URL(href, walk.origin)] : [];
  });

export const slug = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");

const singular = (name: string): string =>
  name.endsWith("ies")
    ? `${name.slice(0, -3)}y`
    : name.endsWith("s") && !name.endsWith("ss")
      ? name.slice(0, -1)
      : name;

const baseId = (pattern: string, survey: PageSurvey): string => {
  const path = withoutQuery(pattern);
  if (path === "/") return "home";
  const parts = path.split("/").filter((part) => part !== "" && part !== "#" && part !== "#!");
  const words = parts.map((part, index) => {
    if (part.endsWith(":id")) return "";
    return parts[index + 1]?.endsWith(":id") ? singular(slug(part)) : slug(part);
  });
  const heading = slug((survey.headings.find(({ level }) => level === 1) ?? survey.headings[0])?.text ?? "");
  // One script that serves all pages says nothing of any.
  if (/\.(?:php|aspx?|jsp|cgi|do)$/i.test(parts.at(-1) ?? "")) return heading || slug(survey.title) || "page";
  const name = words
    .filter((part) => part !== "" && part !== "index-html")
    .slice(-2)
    .join("-");
  return name || heading || slug(survey.title) || "page";
};

const uniqueId = (walk: Walk, pattern: string, survey: PageSurvey): string => {
  const base = baseId(pattern, survey);
  const taken = new Set([...walk.pages.values()].map((page) => page.id));
  if (!taken.has(base)) return base;
  const heading = slug(survey.headings.find((entry) => entry.level === 1)?.text ?? "");
  const named = `${base}-${heading}`;
  if (heading !== "" && heading !== base && !taken.has(named)) return named;
  const titled = slug(survey.title);
  if (base === heading && titled !== "" && !taken.has(titled)) return titled;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
};
