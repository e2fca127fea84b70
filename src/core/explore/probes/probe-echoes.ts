import type { SiteEcho, SiteRecord } from "#model/site-records.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyLink } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { act, click } from "#core/explore/forms/act.ts";
import { pathOf, routeOf } from "#core/explore/pages/address.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { canBeMadeAgain, fillRecord } from "#core/explore/forms/fill-record.ts";
import { hasLoaded } from "#core/explore/controls/leads-back.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { ofFrame } from "#core/explore/lists/nav-counts.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { removeItem } from "#core/explore/items/remove-item.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";

const MOST_RECORDS = 3;
const MOST_PAGES = 5;
const READ_TIMEOUT = 1_000;

/** Another page, the link of the navigation that leads there, and the parts of it that may tell of an item. */
type Other = {
  pageId: string;
  path: string;
  routes: string[];
  link: Target;
  parts: Target[];
  before: string[];
};

const steadyLink = (links: readonly SurveyLink[]): Target | null =>
  links.find(({ target }) => target !== null && isSteadyTarget(target))?.target ?? null;

const partsOf = ({ survey: { landmarks, collections } }: SitePage): Target[] => [
  ...(landmarks.some((landmark) => /^main\b/.test(landmark)) ? [{ role: "main" }] : []),
  ...collections.flatMap(({ target, beside }) => (target !== null && !beside ? [target] : [])),
];

const othersOf = (walk: Walk, pages: readonly SitePage[], home: SitePage): Other[] => {
  const paths = new Set<string>();
  return pages
    .filter((page) => isByAddress(page) && page.behindLogin === home.behindLogin)
    .filter(({ path }) => routeOf(path) !== routeOf(home.path))
    .flatMap((page): Other[] => {
      const path = routeOf(page.path);
      const ways = paths.has(path) ? [] : [page.path, ...page.examples];
      const link = steadyLink(ways.flatMap((way) => ofFrame(home, walk.origin, way)));
      paths.add(path);
      const parts = partsOf(page);
      return link === null || parts.length === 0
        ? []
        : [{ pageId: page.id, path: page.path, routes: ways.map(routeOf), link, parts, before: [] }];
    })
    .slice(0, MOST_PAGES);
};

const said = async ({ session }: Walk, parts: readonly Target[]): Promise<string[]> => {
  const texts: string[] = [];
  for (const part of parts) {
    const read = await session.page.read(part, "text", { timeoutMs: READ_TIMEOUT });
    texts.push(read.ok ? fold(read.value) : "");
  }
  return texts;
};

/** Clicks, and waits for what is asked for then. */
const follow = async (walk: Walk, target: Target): Promise<boolean> =>
  (await act(walk, target, { kind: "click" })) && (await lookAnswered(walk)) !== null;

type Echo = "told" | "late" | null;

/** All of a page, where all of it is told; else what is behind, which says more than all around it. -1 for none. */
const tellingPart = (told: Echo[]): number => {
  if (told[0] === "told") return 0;
  return told.includes("late") ? told.lastIndexOf("late") : told.indexOf("told");
};

const withoutNumbers = (text: string): string => text.replace(/[\d.,]+/g, "#");

/** Of what a part said before, at once and once it was loaded: whether it tells of the item, and is behind with that. */
const echoIn = (before: string, now: string, later: string, name: string): Echo => {
  const isTold =
    before !== later && (later.includes(name) || withoutNumbers(before) === withoutNumbers(later));
  if (!isTold) return null;
  return now === later ? "told" : now === before ? "late" : null;
};

/** Makes an item while other pages were seen before, and looks at what they say of it at once and when they are loaded. */
const probe = async (
  walk: Walk,
  record: SiteRecord,
  home: SitePage,
  others: Other[],
  tag: string,
): Promise<SiteEcho[]> => {
  const back = steadyLink(ofFrame(home, walk.origin, home.path));
  const submit = record.form.submit?.target ?? null;
  if (back === null || submit === null || !(await open(walk, record.path)).ok) return [];
  const mark = beginStep(walk);
  const seen: Other[] = [];
  for (const other of others) {
    if (!(await follow(walk, other.link)) || hasLoaded(walk, mark)) return [];
    const at = routeOf(pathOf(new URL(walk.session.page.url())));
    if (!other.routes.includes(at)) continue;
    seen.push({ ...other, before: await said(walk, other.parts) });
  }
  if (seen.length === 0 || !(await click(walk, back))) return [];
  const name = await fillRecord(walk, record, tag);
  if (name === null || !(await follow(walk, submit)) || hasLoaded(walk, mark)) return [];
  const atOnce = new Map<Other, string[]>();
  for (const other of seen) {
    if (!(await follow(walk, other.link))) continue;
    atOnce.set(other, await said(walk, other.parts));
  }
  const echoes: SiteEcho[] = [];
  for (const [{ pageId, path, link, parts, before }, now] of atOnce) {
    if (!(await open(walk, path)).ok) continue;
    const later = await said(walk, parts);
    const told = parts.map((_, place) =>
      echoIn(before[place] ?? "", now[place] ?? "", later[place] ?? "", name),
    );
    const at = tellingPart(told);
    const part = parts[at];
    if (part === undefined || !(await open(walk, path)).ok) continue;
    const [again] = await said(walk, [part]);
    if (again === later[at]) echoes.push({ pageId, path, link, back, part, late: told[at] === "late" });
  }
  await removeItem(walk, record, name);
  return echoes;
};

/**
 * Where scripts show the pages: which of those that the navigation leads to tell of a new item, and whether they do so at
 * once, though they had been seen before it was made.
 */
export const probeEchoes = async (
  walk: Walk,
  pages: readonly SitePage[],
  records: readonly SiteRecord[],
  tag: string,
): Promise<void> => {
  if (!isThorough(walk)) return;
  const fit = records.filter((record) => canBeMadeAgain(record) && !record.local);
  for (const [at, record] of fit.slice(0, MOST_RECORDS).entries()) {
    const home = pages.find(({ id }) => id === record.pageId);
    const others = home ? othersOf(walk, pages, home) : [];
    if (walk.over() || !home || others.length === 0) continue;
    walk.progress(`looking what other pages say at once of an item made on ${record.path}`);
    const echoes = await probe(walk, record, home, others, `${tag}e${at}`);
    if (echoes.length > 0) record.echoes = echoes;
  }
};
