import { withTrail } from "./trail.ts";
import type { Trail } from "./trail.ts";
import type { Session } from "#ports/browser.ts";
import type { Failure } from "#model/failure.ts";
import type { SiteBounds } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { Patterns } from "./address.ts";
import { createPatterns, normalise, pathOf } from "./address.ts";
import type { DrawnSelect } from "#core/explore/controls/drawn-selects.ts";
import { routesIn } from "./routes.ts";

export type Limits = {
  /** States of pages that are looked at. */
  pages: number;
  /** Clicks, fills and key presses. */
  actions: number;
  timeMs: number;
  /** Clicks away from the start. */
  depth: number;
};

/** What all parts of one exploration share. */
export type Walk = {
  session: Session;
  /** What was done on pages, as far as it can be done again: see trail.ts. */
  trails: readonly Trail[];
  origin: string;
  limits: Limits;
  patterns: Patterns;
  pages: Map<string, SitePage>;
  /** See SiteModel. */
  samples: SitePage[];
  /** By address: the state in which the page came to rest last (see state-of.ts); null once data is changed. */
  steady: Map<string, string> | null;
  avoided: Set<string>;
  reached: Set<SiteBounds["reached"][number]>;
  visited: number;
  /** Stamp of the evidence that is gathered now. */
  step: number;
  actions: number;
  /** Requests of scripts to the app itself: `GET /api/items/:id`. */
  routes: Set<string>;
  routePatterns: Patterns;
  /** Addresses that the app's navigation leads to; known once the crawl is over. */
  navigation: ReadonlySet<string>;
  /** Lists that stand beside most kinds of page and are about none; known once the crawl is over. */
  sidebars: ReadonlySet<string>;
  /** By role and name: `unusable` is what could not be clicked where it was met first, `followed` are menus whose entries were tried, with these. */
  controls: { seen: Set<string>; used: Set<string>; unusable: Set<string>; followed: Set<string> };
  /** What selects offer that scripts draw; known once the crawl is over. */
  drawn: DrawnSelect[];
  /** The cart that something was put into, and the page of that; null where there is none. */
  cart: { path: string; from: string } | null;
  /** Addresses of pages that drew skeletons before what they have. */
  skeletons: Set<string>;
  /** Some page shows what was typed with a printer's apostrophe. */
  typeset: boolean;
  /** How often the words "Loading…" were waited for until they go, and stayed. */
  waitedInVain: Map<string, number>;
  /** By the address that was asked for and led elsewhere: the parts of that but for a token of its own; null where it has none. */
  beginnings: Map<string, string[] | null>;
  /** Tokens that were made for one such beginning each. */
  tokens: Set<string>;
  /** What the app has refused because it was asked too often. */
  tooOften: { request: string; times: number; waitedMs: number } | null;
  /** Such requests, and the patterns of the pages that were seen to make one since. */
  refused: { requests: Set<string>; pages: Set<string> };
  /** Pages whose scripts asked for data as they were opened: how many, how many had it soon, and where it was waited for. */
  data: { asked: number; soon: number; slow: Set<string> };
  progress(message: string): void;
  /** Milliseconds that are left, besides what is kept for later. */
  timeLeft(): number;
  /** Milliseconds that what is done now leaves to what comes after it. */
  keptMs: number;
  /** True once the exploration has to end: cancelled, out of time, or the browser is lost. */
  over(): boolean;
  lost: boolean;
};

const THOROUGH_ACTIONS = 300;

/** Whether all that is there is wanted, rather than what matters most. */
export const isThorough = ({ limits }: Walk): boolean => limits.actions >= THOROUGH_ACTIONS;

/** Milliseconds that the lists, and the items that are made in them, need once all pages are seen. */
export const reserveOf = (walk: Walk): number => {
  const share = walk.limits.timeMs * 0.35;
  return isThorough(walk) ? share : Math.min(share, 40_000);
};

/**
 * A third of the time is gone, half of it in a quick exploration: of what pages can be used for, only what matters most is
 * tried from now on, so that forms get their turn.
 */
export const isLate = (walk: Walk): boolean =>
  walk.timeLeft() < walk.limits.timeMs * (isThorough(walk) ? 0.67 : 0.5);

export const ACT_TIMEOUT = 3_000;

export const createWalk = (options: {
  session: Session;
  origin: string;
  limits: Limits;
  signal: AbortSignal;
  progress(message: string): void;
  now(): number;
}): Walk => {
  const started = options.now();
  const { session, trails } = withTrail(options.session, options.origin);
  const walk: Walk = {
    session,
    trails,
    origin: options.origin,
    limits: options.limits,
    patterns: createPatterns(),
    pages: new Map(),
    samples: [],
    steady: new Map(),
    avoided: new Set(),
    reached: new Set(),
    visited: 0,
    step: 0,
    actions: 0,
    routes: new Set(),
    routePatterns: createPatterns(),
    navigation: new Set(),
    sidebars: new Set(),
    controls: { seen: new Set(), used: new Set(), unusable: new Set(), followed: new Set() },
    drawn: [],
    typeset: false,
    cart: null,
    skeletons: new Set(),
    waitedInVain: new Map(),
    beginnings: new Map(),
    tokens: new Set(),
    tooOften: null,
    refused: { requests: new Set(), pages: new Set() },
    data: { asked: 0, soon: 0, slow: new Set() },
    keptMs: 0,
    lost: false,
    progress: options.progress,
    // The app's wish to be left alone for a while costs none of what is looked at.
    timeLeft: () =>
      options.limits.timeMs + (walk.tooOften?.waitedMs ?? 0) - walk.keptMs - (options.now() - started),
    over() {
      if (walk.timeLeft() <= 0) walk.reached.add("time");
      return options.signal.aborted || walk.lost || walk.timeLeft() <= 0;
    },
  };
  return walk;
};

/** Does what must not take the time of all that comes after it: of what is left, it has at least half. */
export const keepingTime = async <T>(walk: Walk, work: () => Promise<T>): Promise<T> => {
  walk.keptMs = Math.max(0, Math.min(walk.limits.timeMs * 0.35, walk.timeLeft() / 2));
  try {
    return await work();
  } finally {
    walk.keptMs = 0;
  }
};

/** Says once so much of all the time has gone by since it was asked for. */
export const timeOf = (walk: Walk, share: number): (() => boolean) => {
  const ends = walk.timeLeft() - walk.limits.timeMs * share;
  return () => walk.timeLeft() < ends;
};

/** A browser that is gone ends the exploration. Gives the failure back. */
export const noteFailure = (walk: Walk, failure: Failure): Failure => {
  if (failure.failure === "crashed" || failure.failure === "closed") walk.lost = true;
  return failure;
};

/** Enters what the app's scripts asked for since the step began. */
export const noteRoutes = (walk: Walk): void => {
  for (const route of routesIn(walk.session.evidence, walk.step, walk.routePatterns)) walk.routes.add(route);
};

/** From now on evidence bears the stamp that this gives. */
export const beginStep = (walk: Walk): number => {
  noteRoutes(walk);
  walk.step += 1;
  walk.session.beginStep(walk.step);
  return walk.step;
};

/** Counts one action on the app; false when no more is allowed. */
export const spend = (walk: Walk): boolean => {
  if (walk.over()) return false;
  if (walk.actions >= walk.limits.actions) {
    walk.reached.add("actions");
    return false;
  }
  walk.actions += 1;
  return true;
};

/** The address of the page that is open, relative to the origin; null when it has left the app. */
export const here = (walk: Walk): string | null => {
  const url = normalise(walk.session.page.url(), walk.origin);
  return url && url.origin === walk.origin ? pathOf(url) : null;
};
