import type { RequestEvidence } from "#model/evidence.ts";
import type { BackgroundRequest, SitePage } from "#model/site-pages.ts";
import { isData, pathAsked } from "#core/explore/forms/note-data.ts";
import { isByAddress } from "./by-address.ts";
import { pause } from "./pause.ts";
import { evidenceSince } from "./problems.ts";
import { open } from "./open-page.ts";
import type { Walk } from "./walk.ts";
import { beginStep, isThorough } from "./walk.ts";

const MOST = 2;
const MOST_PAGES = 2;
const MOST_TRIED = 3;
/** What scripts ask for again and again in the background they ask for at first within so long. */
const MOST_MS = 6_000;
const ROUND_MS = 500;
const STAY_MS = 3_000;

/** Of these there may be none. */
const MAY_BE_NONE =
  /(?:current|latest|last|active|draft|pending|next|version|me|session|running|today|preference|setting)s?(?:\.json)?$|\d/i;

/** There is nothing at that address, or the app broke at it; to ask who is logged in may well be refused. */
const isBroken = ({ status, url }: RequestEvidence): boolean =>
  (status === 404 && !MAY_BE_NONE.test(new URL(url).pathname)) || status === 410 || status === 500;

const brokenSince = (walk: Walk, step: number): RequestEvidence[] =>
  evidenceSince(walk.session.evidence, step).requests.filter((each) => isData(each) && isBroken(each));

/** Stays on a page for a moment, as people do. */
const stay = async (walk: Walk, page: SitePage): Promise<void> => {
  if ((await open(walk, page.path)).ok) await pause(walk.session.page, STAY_MS);
};

/** Paths that scripts asked for, and never got: those first that they asked for most. */
const neverGot = (walk: Walk, isTold: (path: string) => boolean): string[] => {
  const asked = walk.session.evidence.requests.filter(
    (request) => isData(request) && request.status !== null && !request.by_step,
  );
  return [...Map.groupBy(asked, pathAsked)]
    .filter(([path, all]) => all.every(isBroken) && !isTold(path))
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_TRIED)
    .map(([path]) => path);
};

/** Opens a page and waits for what it asks for once it has loaded. */
const waitedFor = async (walk: Walk, page: SitePage, path: string): Promise<BackgroundRequest | null> => {
  const mark = beginStep(walk);
  if (!(await open(walk, page.path)).ok) return null;
  for (let waitedMs = 0; waitedMs <= MOST_MS && !walk.over(); waitedMs += ROUND_MS) {
    const found = brokenSince(walk, mark).find((request) => pathAsked(request) === path);
    if (found) return { pageId: page.id, path: page.path, url: path, status: found.status ?? 0 };
    await pause(walk.session.page, ROUND_MS);
  }
  return null;
};

/**
 * What scripts ask for only a while after their page has loaded, and never got: of what they ask for as it loads, the page
 * itself tells.
 */
export const probeBackground = async (
  walk: Walk,
  pages: readonly SitePage[],
): Promise<BackgroundRequest[]> => {
  const isTold = (path: string): boolean =>
    pages.some(({ problems }) => problems.some(({ message }) => message.split(/[ ?]/).includes(path)));
  const found: BackgroundRequest[] = [];
  const asking = pages.filter((page) => isByAddress(page) && page.setup.length === 0);
  const first = asking[0];
  if (first && isThorough(walk) && !walk.over()) await stay(walk, first);
  for (const path of neverGot(walk, isTold)) {
    for (const page of asking.slice(0, MOST_PAGES)) {
      if (walk.over() || found.length >= MOST) return found;
      const seen = await waitedFor(walk, page, path);
      if (seen) found.push(seen);
      if (seen) break;
    }
  }
  return found;
};
