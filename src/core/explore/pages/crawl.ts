import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isFile, normalise, pathOf } from "./address.ts";
import { isAnswered } from "./by-address.ts";
import type { CommonControls } from "#core/explore/controls/common-controls.ts";
import type { Shown } from "#core/explore/controls/controls.ts";
import { useControls } from "#core/explore/controls/controls.ts";
import type { Frontier, Lead } from "./frontier.ts";
import { dismissLate } from "./greeting.ts";
import type { Visited } from "./open-page.ts";
import { open } from "./open-page.ts";
import { renewedSource } from "./passing-links.ts";
import { enter } from "./states.ts";
import { isVariant } from "./variants.ts";
import type { Walk } from "./walk.ts";
import { reserveOf } from "./walk.ts";
import { isDangerousAddress } from "#core/explore/words.ts";

/** What a crawl goes by; `tried` holds the controls that need no second try. */
export type Crawl = {
  walk: Walk;
  frontier: Frontier;
  tried: Set<string>;
  common: CommonControls;
  behindLogin: boolean;
  greetings: Target[];
};

const READ = { timeoutMs: 3_000 };

/** Enters a page that is open, follows up its links and tries its controls. */
export const take = async (
  ctx: Crawl,
  visited: Visited,
  lead: Lead,
  setup: SitePage["setup"] = [],
): Promise<void> => {
  const { walk, frontier, behindLogin } = ctx;
  if (visited.url.origin !== walk.origin) return;
  const { page, isNew } = enter(walk, { ...visited, depth: lead.depth, via: lead.via, setup, behindLogin });
  frontier.add(page, visited.survey, lead.depth + 1);
  addFrames(ctx, page, visited.survey, lead.depth + 1);
  if (!isNew) return;
  frontier.wasNew(lead);
  walk.progress(`${page.id}: ${page.path}`);
  const overlap = await walk.session.page.read(null, "overlap", READ);
  if (overlap.ok && overlap.value !== "") page.overlap = overlap.value;
  const onShown = ({ reveal, survey, tab, leads = [] }: Shown): void => {
    page.reveals.push(reveal);
    const url = reveal.path === null ? null : new URL(reveal.path, walk.origin);
    const via = { pageId: page.id, text: reveal.control.name, target: reveal.control.target };
    if (tab) frontier.push({ url: tab, depth: lead.depth + 1, via });
    for (const { name: text, url: to } of leads)
      frontier.push({ url: to, depth: lead.depth + 1, via: { pageId: page.id, text, target: null } });
    if (url) frontier.push({ url, depth: lead.depth + 1, via });
    else frontier.add(page, survey, lead.depth + 1);
  };
  if (isAnswered(page) && !isVariant(page, [...walk.pages.values()]))
    await useControls(walk, page, ctx, onShown);
};

/** What a frame of the app's own shows is a page as well. */
const addFrames = ({ walk, frontier }: Crawl, page: SitePage, survey: PageSurvey, depth: number): void => {
  for (const src of survey.frames) {
    const url = normalise(src, walk.origin);
    if (!url || url.origin !== walk.origin || isFile(url) || isDangerousAddress(pathOf(url))) continue;
    frontier.push({ url, depth, via: { pageId: page.id, text: "", target: null } });
  }
};

/** The same where a greeting may come late. */
export const takeLate = async (ctx: Crawl, visited: Visited, lead: Lead): Promise<void> =>
  take(ctx, await dismissLate(ctx.walk, visited, ctx.greetings), lead);

/** Visits what is linked until nothing is left, or a limit is reached. */
export const crawl = async (ctx: Crawl): Promise<void> => {
  const { walk, frontier } = ctx;
  for (let lead = frontier.next(); lead; lead = frontier.next()) {
    if (walk.over()) return;
    if (walk.timeLeft() < reserveOf(walk)) {
      walk.reached.add("time");
      return;
    }
    if (walk.visited >= walk.limits.pages) {
      walk.reached.add("pages");
      return;
    }
    walk.visited += 1;
    const visited = await open(walk, pathOf(lead.url));
    if (!visited.ok) {
      frontier.wasNone(lead);
      continue;
    }
    const source = await renewedSource(walk, visited, lead);
    if (source) frontier.add(source, source.survey, lead.depth);
    else await takeLate(ctx, visited, lead);
  }
};
