import type { RequestEvidence } from "#model/evidence.ts";
import type { LateAnswer, SiteAction } from "#model/site-pages.ts";
import { act } from "#core/explore/forms/act.ts";
import { isData, pathAsked } from "#core/explore/forms/note-data.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { relativeTo, withoutQuery } from "./address.ts";
import { LATE_MS, LEAST_PAGES } from "./late-limits.ts";
import { lookSteadily, open } from "./open-page.ts";
import { pause } from "./pause.ts";
import { evidenceSince } from "./problems.ts";
import type { Trail } from "./trail.ts";
import type { Walk } from "./walk.ts";
import { beginStep, here, isThorough } from "./walk.ts";

const MOST = 2;
const MOST_TRIED = 3;
/** What is asked for later than that has another cause. */
const ASKED_WITHIN_MS = 2_000;
const ROUND_MS = 500;
const MOST_MS = 12_000;
/** So much of the time each try needs, and what comes after it. */
const LEAST_LEFT_MS = 60_000;

/** Turns to what is before or behind: a month, a page. */
const TURNS =
  /^(?:[‹›«»<>←→◀▶]|(?:[‹«<←◀] ?)?(?:previous|prev|next|earlier|later|older|newer|vorherige[rsn]?|n[äa]chste[rsn]?|zur[üu]ck|weiter|pr[ée]c[ée]dente?|suivante?|anterior|siguiente|precedente|successiv[oa])(?: (?:month|week|day|year|page|monat|woche|tag|jahr|seite|mois|semaine|jour|mes|semana|mese|settimana))?(?: ?[›»>→▶])?)$/iu;
/** Lets in, or is made for the moment. */
const SECRET = /[?&](?:\w*token|\w*key|sig\w*|session\w*|sid|csrf\w*|auth\w*|_)=/i;

const startOf = ({ started_at: at }: RequestEvidence): number => Date.parse(at);

const isSlow = ({ duration_ms: ms }: RequestEvidence): boolean => (ms ?? 0) > LATE_MS;

const isLate = (request: RequestEvidence): boolean =>
  isData(request) &&
  !request.by_step &&
  isSlow(request) &&
  request.status !== null &&
  request.status < 400 &&
  !SECRET.test(request.url);

const isSending = ({ method, by_step: ours }: RequestEvidence): boolean =>
  !ours && !/^(?:GET|HEAD|OPTIONS)$/.test(method);

/** Only shows something else: a choice, a tab, or one step on. */
const isShowing = (action: SiteAction): boolean => {
  if (action.kind === "select") return true;
  if (action.kind !== "click") return false;
  const { target } = action;
  const name = typeof target === "string" ? target : (target.name ?? "");
  return (typeof target !== "string" && target.role === "tab") || TURNS.test(name.trim());
};

/** What was done on a page of the app just before it was asked for; null where that is not known, or something was sent meanwhile. */
const trailTo = (walk: Walk, request: RequestEvidence): Trail | null => {
  const start = startOf(request);
  const trail = walk.trails.findLast(
    ({ at }) => at - ASKED_WITHIN_MS <= start && start <= at + ASKED_WITHIN_MS,
  );
  const isKnown = [...walk.pages.values()].some(
    ({ path, examples }) => path === trail?.path || examples.includes(trail?.path ?? ""),
  );
  if (!trail || !isKnown || !trail.actions.every(isShowing) || JSON.stringify(trail).includes(MARK))
    return null;
  const sent = walk.session.evidence.requests.some(
    (each) => isSending(each) && startOf(each) >= trail.opened && startOf(each) <= start + MOST_MS,
  );
  return sent || SECRET.test(trail.path) ? null : trail;
};

const doAgain = (walk: Walk, action: SiteAction): Promise<boolean> => {
  if (action.kind === "click") return act(walk, action.target, { kind: "click" });
  return action.kind === "select"
    ? act(walk, action.target, { kind: "select", options: [action.option] })
    : Promise.resolve(false);
};

/** Does the same once more, and tells whether the same is asked for at once, and answered only after 4 s. */
const isLateAgain = async (
  walk: Walk,
  { path, actions }: Trail,
  { url }: RequestEvidence,
): Promise<boolean> => {
  const mark = beginStep(walk);
  if (!(await open(walk, path)).ok) return false;
  for (const action of actions.slice(0, -1)) {
    if (!(await doAgain(walk, action)) || (await lookSteadily(walk)) === null) return false;
  }
  if (evidenceSince(walk.session.evidence, mark).requests.some((each) => each.url === url)) return false;
  const step = beginStep(walk);
  const last = actions.at(-1);
  if (!last || !(await doAgain(walk, last))) return false;
  const asked = (): RequestEvidence | undefined =>
    evidenceSince(walk.session.evidence, step).requests.find((each) => isData(each) && each.url === url);
  for (let waitedMs = 0; waitedMs < MOST_MS && !walk.over(); waitedMs += ROUND_MS) {
    await pause(walk.session.page, ROUND_MS);
    const found = asked();
    if (!found && waitedMs >= ASKED_WITHIN_MS) return false;
    if (found && found.duration_ms !== null) break;
  }
  const stays = withoutQuery(here(walk) ?? "") === withoutQuery(path);
  const found = asked();
  return stays && found !== undefined && isSlow(found);
};

/**
 * What a choice, a tab or a step on asks for, and gets only after 4 s, twice, while the data of most pages came within one. Of
 * what pages ask for as they are opened, others tell.
 */
export const lateAnswers = async (walk: Walk): Promise<LateAnswer[]> => {
  const { asked, soon } = walk.data;
  if (!isThorough(walk) || asked < LEAST_PAGES || soon * 2 < asked) return [];
  const late = Map.groupBy(walk.session.evidence.requests.filter(isLate), pathAsked);
  const led = [...late.values()].flatMap((requests) => {
    const request = requests.find((each) => trailTo(walk, each) !== null);
    const trail = request ? trailTo(walk, request) : null;
    return request && trail ? [{ request, trail }] : [];
  });
  const found: LateAnswer[] = [];
  for (const { request, trail } of led.slice(0, MOST_TRIED)) {
    if (walk.over() || walk.timeLeft() < LEAST_LEFT_MS || found.length >= MOST) break;
    walk.progress(`waiting once more for what was slow on ${withoutQuery(trail.path)}`);
    if (await isLateAgain(walk, trail, request))
      found.push({ path: trail.path, actions: trail.actions, url: relativeTo(walk.origin, request.url) });
  }
  return found;
};
