import type { Session } from "#ports/browser.ts";
import type { RequestEvidence } from "#model/evidence.ts";
import type { Failure } from "#model/failure.ts";
import type { SiteAction, SiteBounds, SitePage, SiteProblem } from "#model/site.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Patterns } from "./address.ts";
import { createPatterns, normalise, pathOf, tabOf } from "./address.ts";
import { MOST_WAIT_MS, askedTooOften } from "./asked-too-often.ts";
import { untilLoaded } from "./loading.ts";
import { withoutNavigation } from "./navigation.ts";
import { pause } from "./pause.ts";
import { isSteadyTarget } from "./steady.ts";
import { stateOf } from "./state-of.ts";
import { brokenImages, evidenceSince, problemsSince } from "./problems.ts";
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
  /** `unusable`: role and name of what could not be clicked where it was met first. */
  controls: { seen: Set<string>; used: Set<string>; unusable: Set<string> };
  /** How often the words "Loading…" were waited for until they go, and stayed. */
  waitedInVain: Map<string, number>;
  /** What the app has refused because it was asked too often. */
  tooOften: { request: string; times: number; waitedMs: number } | null;
  progress(message: string): void;
  /** Milliseconds that are left. */
  timeLeft(): number;
  /** True once the exploration has to end: cancelled, out of time, or the browser is lost. */
  over(): boolean;
  lost: boolean;
};

export type Visited = {
  ok: true;
  url: URL;
  status: number | null;
  survey: PageSurvey;
  problems: SiteProblem[];
  /** Words such as "Loading…" that it still said after 5 s. */
  slow?: string;
};

/** Milliseconds that probing the lists needs once all pages are seen. */
export const reserveOf = ({ limits }: Walk): number => Math.min(limits.timeMs * 0.35, 40_000);

const THOROUGH_ACTIONS = 300;

/** Whether all that is there is wanted, rather than what matters most. */
export const isThorough = ({ limits }: Walk): boolean => limits.actions >= THOROUGH_ACTIONS;

const PAGE_TIMEOUT = 12_000;
const SETTLE_TIMEOUT = 4_000;
const SURVEY_TIMEOUT = 8_000;
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
  const walk: Walk = {
    session: options.session,
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
    controls: { seen: new Set(), used: new Set(), unusable: new Set() },
    waitedInVain: new Map(),
    tooOften: null,
    lost: false,
    progress: options.progress,
    // The app's wish to be left alone for a while costs none of what is looked at.
    timeLeft: () => options.limits.timeMs + (walk.tooOften?.waitedMs ?? 0) - (options.now() - started),
    over() {
      if (walk.timeLeft() <= 0) walk.reached.add("time");
      return options.signal.aborted || walk.lost || walk.timeLeft() <= 0;
    },
  };
  return walk;
};

const noteFailure = (walk: Walk, failure: Failure): Failure => {
  if (failure.failure === "crashed" || failure.failure === "closed") walk.lost = true;
  return failure;
};

/** A list that is only known by what it holds at the moment is known by nothing. */
const withSteadyLists = (survey: PageSurvey): PageSurvey => ({
  ...survey,
  collections: survey.collections.map((list) =>
    list.target !== null && isSteadyTarget(list.target) ? list : { ...list, target: null },
  ),
});

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

/** Reads the page once it is quiet. */
export const look = async (walk: Walk): Promise<PageSurvey | null> => {
  await walk.session.page.settle({ timeoutMs: SETTLE_TIMEOUT });
  return read(walk);
};

const read = async (walk: Walk): Promise<PageSurvey | null> => {
  const seen = await walk.session.page.survey({ timeoutMs: SURVEY_TIMEOUT });
  if (seen.ok) return withoutNavigation(walk, withSteadyLists(seen.survey));
  noteFailure(walk, seen);
  return null;
};

const ROUNDS = 5;
const BLANK_ROUNDS = 20;
const PAUSE = 150;

/** Nothing can be read or used yet. */
const isBlank = ({ text, links, buttons, forms, dialogs, frames, images }: PageSurvey): boolean =>
  text.trim() === "" && [links, buttons, forms, dialogs, frames, images].every((some) => some.length === 0);

/**
 * The same once nothing changes any more: an app that is drawn by scripts has pauses that look like its end, and a blank
 * page looks most like one. `quiet` says that the page was waited for already, `known` the state that it is to end in: that
 * is not waited for any longer once it is there.
 */
export const lookSteadily = async (
  walk: Walk,
  { quiet = false, known }: { quiet?: boolean; known?: string } = {},
): Promise<PageSurvey | null> => {
  let survey = await (quiet ? read(walk) : look(walk));
  if (survey && known === stateOf(survey) && !isBlank(survey)) return survey;
  const most = (now: PageSurvey): number => (isBlank(now) ? BLANK_ROUNDS : ROUNDS);
  for (let round = 0; survey && round < most(survey) && !walk.over(); round += 1) {
    await pause(walk.session.page, PAUSE);
    const next = await read(walk);
    if (!next) return survey;
    if (stateOf(next) !== stateOf(survey)) survey = (await look(walk)) ?? next;
    else if (!isBlank(next)) return next;
  }
  return survey;
};

/** False when the document that came is an image, data or another file. */
const isPage = (requests: readonly RequestEvidence[]): boolean => {
  const type = requests.findLast(({ resource_type }) => resource_type === "document")?.content_type ?? null;
  return type === null || /html|^text\/plain/i.test(type);
};

/** Between two pages of an app that was asked too often once. */
const SLOWLY_MS = 700;
const TRIES = 3;

/** Leaves the app alone for as long as it asked for since the step began. False where it asked for nothing, or for too much. */
export const waited = async (walk: Walk, since: number): Promise<boolean> => {
  const refusal = askedTooOften(walk.session.evidence, since);
  if (!refusal) return false;
  const known = walk.tooOften ?? { request: refusal.request, times: 0, waitedMs: 0 };
  walk.tooOften = { ...known, times: known.times + 1 };
  if (walk.over() || known.waitedMs + refusal.waitMs > MOST_WAIT_MS) return false;
  const { request, waitMs } = refusal;
  walk.progress(`the app was asked too often (${request} 429): waiting ${Math.ceil(waitMs / 1000)} s`);
  walk.tooOften.waitedMs += waitMs;
  await pause(walk.session.page, waitMs);
  return true;
};

/**
 * Opens an address and reads the page that comes; again, more slowly, where the app was asked too often. Bounded in time
 * whatever the app does.
 */
export const open = async (
  walk: Walk,
  address: string,
  mostMs = PAGE_TIMEOUT,
): Promise<Visited | Failure> => {
  for (let round = 1; ; round += 1) {
    if (walk.tooOften) await pause(walk.session.page, SLOWLY_MS);
    const asked = walk.timeLeft();
    const visited = await openOnce(walk, address, mostMs);
    if (round >= TRIES || !(await waited(walk, walk.step)))
      return visited.ok ? onceLoaded(walk, asked, visited) : visited;
  }
};

/** The page once it no longer says that it loads. */
const onceLoaded = async (walk: Walk, asked: number, visited: Visited): Promise<Visited> => {
  const { survey, slow } = await untilLoaded(walk, asked, visited.survey, () => look(walk));
  if (survey === visited.survey) return visited;
  const { session, step, origin } = walk;
  const problems = [...problemsSince(session.evidence, step, origin), ...brokenImages(survey, origin)];
  return { ...visited, survey, problems, ...(slow !== null && { slow }) };
};

const withoutHash = (address: string): string => address.split("#", 1)[0] ?? "";

const openOnce = async (walk: Walk, address: string, mostMs: number): Promise<Visited | Failure> => {
  const { session, origin } = walk;
  const mark = beginStep(walk);
  const timeoutMs = Math.max(1_000, Math.min(mostMs, walk.timeLeft()));
  const to = new URL(address, origin).href;
  // Another tab of the page that is open already would be asked for without loading anything.
  const isOpen = tabOf(address) !== "" && withoutHash(session.page.url()) === withoutHash(to);
  const led = await session.page.goto(to, { timeoutMs });
  const gone = led.ok && isOpen ? await session.page.reload({ timeoutMs }) : led;
  if (!gone.ok) return noteFailure(walk, gone);
  if (!isPage(evidenceSince(session.evidence, mark).requests)) {
    return { ok: false, failure: "refused", message: "it is a file, no page" };
  }
  const scripted = evidenceSince(session.evidence, mark).requests.some(
    (request) => request.resource_type === "script",
  );
  const known = walk.steady?.get(address);
  const survey = scripted ? await lookSteadily(walk, known === undefined ? {} : { known }) : await look(walk);
  if (!survey) return { ok: false, failure: "timeout", message: "the page could not be read" };
  walk.steady?.set(address, stateOf(survey));
  const url = normalise(session.page.url(), origin);
  if (!url)
    return { ok: false, failure: "unreachable", message: `${session.page.url()} is no page of the app` };
  const tab = tabOf(address);
  if (tab !== "" && tabOf(session.page.url()) === tab) url.hash = tab;
  const asked = normalise(address, origin);
  const only =
    tab === "" &&
    asked &&
    asked.hash === "" &&
    url.hash !== "" &&
    asked.href === url.href.replace(url.hash, "");
  const problems = [...problemsSince(session.evidence, mark, origin), ...brokenImages(survey, origin)];
  // Where the app itself adds a route to the address, it may be another one next time.
  return { ok: true, url: only ? asked : url, status: gone.status, survey, problems };
};

/** Opens an address that is known, without a look at what comes. */
const goTo = async (walk: Walk, path: string): Promise<boolean> => {
  beginStep(walk);
  const timeoutMs = Math.max(1_000, Math.min(PAGE_TIMEOUT, walk.timeLeft()));
  const gone = await walk.session.page.goto(new URL(path, walk.origin).href, { timeoutMs });
  if (!gone.ok) noteFailure(walk, gone);
  else await walk.session.page.settle({ timeoutMs: SETTLE_TIMEOUT });
  return gone.ok;
};

/** Puts the page into a state: each action in turn. False when one did not succeed. */
export const perform = async (walk: Walk, actions: readonly SiteAction[]): Promise<boolean> => {
  for (const action of actions) {
    if (walk.over()) return false;
    if (action.kind === "goto") {
      if (!(await goTo(walk, action.path))) return false;
      continue;
    }
    if (!spend(walk)) return false;
    const acted = await walk.session.page.act(action.target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
    if (!acted.ok) {
      noteFailure(walk, acted);
      return false;
    }
    await walk.session.page.settle({ timeoutMs: SETTLE_TIMEOUT });
  }
  return true;
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
