import type { RequestEvidence } from "#model/evidence.ts";
import type { Failure } from "#model/failure.ts";
import type { SiteAction, SiteProblem } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { normalise, pathOf, tabOf, withoutHash } from "./address.ts";
import { MOST_WAIT_MS, askedTooOften } from "./asked-too-often.ts";
import { withDrawn } from "#core/explore/controls/drawn-selects.ts";
import { untilLoaded } from "./loading.ts";
import { withoutNavigation } from "./navigation.ts";
import { asBegun } from "./own-beginning.ts";
import { noteData } from "#core/explore/forms/note-data.ts";
import { pause } from "./pause.ts";
import { brokenImages, evidenceSince, problemsSince } from "./problems.ts";
import { stateOf } from "./state-of.ts";
import { isSteadyTarget } from "./steady.ts";
import { isTypeset } from "./typeset.ts";
import type { Walk } from "./walk.ts";
import { ACT_TIMEOUT, beginStep, noteFailure, spend } from "./walk.ts";

export type Visited = {
  ok: true;
  url: URL;
  status: number | null;
  survey: PageSurvey;
  problems: SiteProblem[];
  /** Words such as "Loading…" that it still said after 4 s. */
  slow?: string;
};

const PAGE_TIMEOUT = 12_000;
const SETTLE_TIMEOUT = 4_000;
const SURVEY_TIMEOUT = 8_000;

/** A list that is only known by what it holds at the moment is known by nothing. */
const withSteadyLists = (survey: PageSurvey): PageSurvey => ({
  ...survey,
  collections: survey.collections.map((list) =>
    list.target !== null && isSteadyTarget(list.target) ? list : { ...list, target: null },
  ),
});

/** Reads the page once it is quiet. */
export const look = async (walk: Walk): Promise<PageSurvey | null> => (await lookIdle(walk)).survey;

/** `idle`: the page is known to have nothing more to do. */
const lookIdle = async (walk: Walk): Promise<{ survey: PageSurvey | null; idle: boolean }> => {
  const idle = await walk.session.page.settle({ timeoutMs: SETTLE_TIMEOUT });
  return { survey: await lookNow(walk), idle };
};

/** Reads the page as it is now, whatever it waits for. */
export const lookNow = async (walk: Walk): Promise<PageSurvey | null> => {
  const seen = await walk.session.page.survey({ timeoutMs: SURVEY_TIMEOUT });
  if (seen.ok) {
    walk.typeset ||= isTypeset(seen.survey);
    return withoutNavigation(walk, withDrawn(walk.drawn, withSteadyLists(seen.survey)));
  }
  noteFailure(walk, seen);
  return null;
};

const ROUNDS = 5;
const BLANK_ROUNDS = 20;
const PAUSE = 150;

/** Nothing can be read or used yet. */
export const isBlank = ({ text, links, buttons, forms, dialogs, frames, images }: PageSurvey): boolean =>
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
  let { survey, idle } = quiet ? { survey: await lookNow(walk), idle: false } : await lookIdle(walk);
  if (survey && known === stateOf(survey) && !isBlank(survey)) return survey;
  const most = (now: PageSurvey): number => (isBlank(now) ? BLANK_ROUNDS : ROUNDS);
  for (let round = 0; survey && round < most(survey) && !walk.over(); round += 1) {
    if (idle && !isBlank(survey)) return survey;
    await pause(walk.session.page, PAUSE);
    const next = await lookNow(walk);
    if (!next) return survey;
    if (stateOf(next) !== stateOf(survey)) {
      const now = await lookIdle(walk);
      survey = now.survey ?? next;
      idle = now.survey !== null && now.idle;
    } else if (!isBlank(next)) return next;
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

/** Notes whether a page that was opened makes a request that was refused once. */
const noteAsking = (walk: Walk, address: string): void => {
  if (!walk.tooOften) return;
  const { requests } = evidenceSince(walk.session.evidence, walk.step);
  const asks = requests.some(
    ({ method, url }) => URL.canParse(url) && walk.refused.requests.has(`${method} ${new URL(url).pathname}`),
  );
  if (asks) walk.refused.pages.add(walk.patterns.of(new URL(address, walk.origin)));
};

/** An app that has refused one kind of request alone is to be asked slowly for pages that make it. */
const isToBeSlow = (walk: Walk, address: string): boolean =>
  walk.refused.requests.size > 1 || walk.refused.pages.has(walk.patterns.of(new URL(address, walk.origin)));

/** Leaves the app alone for as long as it asked for since the step began. False where it asked for nothing, or for too much. */
export const waited = async (walk: Walk, since: number): Promise<boolean> => {
  const refusal = askedTooOften(walk.session.evidence, since);
  if (!refusal) return false;
  const known = walk.tooOften ?? { request: refusal.request, times: 0, waitedMs: 0 };
  walk.tooOften = { ...known, times: known.times + 1 };
  walk.refused.requests.add(refusal.request);
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
    if (isToBeSlow(walk, address)) await pause(walk.session.page, SLOWLY_MS);
    const asked = walk.timeLeft();
    const visited = await openOnce(walk, address, mostMs);
    noteAsking(walk, address);
    if (round < TRIES && (await waited(walk, walk.step))) continue;
    if (!visited.ok) return visited;
    const begun = await asBegun(walk, address, visited, () => openOnce(walk, address, mostMs));
    return onceLoaded(walk, asked, begun);
  }
};

/** The page once it no longer says that it loads. */
const onceLoaded = async (walk: Walk, asked: number, visited: Visited): Promise<Visited> => {
  if (visited.survey.pending) walk.skeletons.add(pathOf(visited.url));
  const { survey, slow } = await untilLoaded(walk, asked, visited.survey, () => look(walk));
  if (survey === visited.survey) return visited;
  const { session, step, origin } = walk;
  const problems = [...problemsSince(session.evidence, step, origin), ...brokenImages(survey, origin)];
  return { ...visited, survey, problems, ...(slow !== null && { slow }) };
};

const openOnce = async (walk: Walk, address: string, mostMs: number): Promise<Visited | Failure> => {
  const { session, origin } = walk;
  const mark = beginStep(walk);
  const timeoutMs = Math.max(1_000, Math.min(mostMs, walk.timeLeft()));
  const to = new URL(address, origin).href;
  // Another tab of the page that is open already would be asked for without loading anything.
  const at = session.page.url();
  const isOpen = tabOf(address) !== "" && at !== to && withoutHash(at) === withoutHash(to);
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
  noteData(walk, address, mark);
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

const doingOf = (
  action: Exclude<SiteAction, { kind: "goto" }>,
): Parameters<Walk["session"]["page"]["act"]>[1] => {
  if (action.kind === "select") return { kind: "select", options: [action.option] };
  return action.kind === "fill" ? { kind: "fill", value: action.value } : { kind: "click" };
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
    const acted = await walk.session.page.act(action.target, doingOf(action), { timeoutMs: ACT_TIMEOUT });
    if (!acted.ok) {
      noteFailure(walk, acted);
      return false;
    }
    await walk.session.page.settle({ timeoutMs: SETTLE_TIMEOUT });
  }
  return true;
};
