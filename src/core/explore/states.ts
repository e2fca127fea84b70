import type { SiteAction, SitePage, SiteProblem } from "#model/site.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { pathOf } from "./address.ts";
import type { Walk } from "./walk.ts";

/** More kinds of page than this under one pattern are taken for variations of what is known. */
const STATES_PER_PATTERN = 4;
const EXAMPLES = 3;

export type Seen = {
  url: URL;
  status: number | null;
  survey: PageSurvey;
  problems: SiteProblem[];
  depth: number;
  via: SitePage["via"];
  setup: SiteAction[];
  behindLogin: boolean;
};

const merge = (page: SitePage, seen: Seen, path: string): void => {
  if (page.path !== path && !page.examples.includes(path) && page.examples.length < EXAMPLES) {
    page.examples.push(path);
  }
  const known = new Set(page.problems.map((problem) => problem.message));
  page.problems.push(...seen.problems.filter((problem) => !known.has(problem.message)));
};

/** Enters what was seen into the model: as a new kind of page, or as a further example of one that is known. */
export const enter = (walk: Walk, seen: Seen): { page: SitePage; isNew: boolean } => {
  learnItems(walk, seen.survey);
  const pattern = walk.patterns.of(seen.url);
  const path = pathOf(seen.url);
  const key = `${pattern}|${seen.survey.structure}`;
  const known = walk.pages.get(key);
  if (known) {
    merge(known, seen, path);
    return { page: known, isNew: false };
  }
  const kin = [...walk.pages.values()].filter((page) => page.pattern === pattern);
  const nearest = kin[0];
  if (nearest && kin.length >= STATES_PER_PATTERN) {
    merge(nearest, seen, path);
    return { page: nearest, isNew: false };
  }
  const page: SitePage = {
    id: uniqueId(walk, pattern, seen.survey),
    pattern,
    path,
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
    guard: null,
  };
  walk.pages.set(key, page);
  return { page, isNew: true };
};

/** Links of like rows tell what varies in the addresses of items. */
const learnItems = (walk: Walk, survey: PageSurvey): void => {
  const chrome = new Set(survey.links.filter((link) => link.chrome).map((link) => link.href));
  for (const collection of survey.collections) {
    walk.patterns.learnSiblings(itemUrls(walk, collection).filter((url) => !chrome.has(url.href)));
  }
};

const itemUrls = (walk: Walk, collection: SurveyCollection): URL[] =>
  collection.items.flatMap(({ links }) => {
    const href = links[0]?.href;
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
  const path = pattern.split("?")[0] ?? "";
  if (path === "/") return "home";
  const parts = path.split("/").filter((part) => part !== "" && part !== "#" && part !== "#!");
  const words = parts.map((part, index) => {
    if (part === ":id") return "";
    return parts[index + 1] === ":id" ? singular(slug(part)) : slug(part);
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
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
};
