import type { RequestEvidence } from "#model/evidence.ts";
import type { LateAnswer } from "#model/site-pages.ts";
import { act } from "#core/explore/forms/act.ts";
import { isData } from "#core/explore/forms/note-data.ts";
import { relativeTo } from "./address.ts";
import { LATE_MS, LEAST_PAGES } from "./late-limits.ts";
import { look, open } from "./open-page.ts";
import { pause } from "./pause.ts";
import { evidenceSince } from "./problems.ts";
import type { Trail } from "./trail.ts";
import type { SiteAction } from "#model/site-pages.ts";
import type { Walk } from "./walk.ts";
import { beginStep, isThorough } from "./walk.ts";

const MOST = 2;
const MOST_TRIED = 3;
/** What is asked for later than that has another cause. */
const ASKED_WITHIN_MS = 2_000;
const ROUND_MS = 500;
const MOST_MS = 12_000;

const startOf = ({ started_at: at }: RequestEvidence): number => Date.parse(at);
const pathOf = ({ url }: RequestEvidence): string => new URL(url).pathname;

const isLate = (request: RequestEvidence): boolean =>
  isData(request) &&
  !request.by_step &&
  (request.duration_ms ?? 0) > LATE_MS &&
  request.status !== null &&
  request.status < 400;

/** What was done just before it was asked for; null where that is not known, or something was sent meanwhile. */
const trailTo = (walk: Walk, request: RequestEvidence): Trail | null => {
  const start = startOf(request);
  const trail = walk.trails.findLast(({ at }) => at <= start);
  if (!trail || start - trail.at > ASKED_WITHIN_MS) return null;
  const sent = walk.session.evidence.requests.some(
    (each) =>
      each.same_origin &&
      !/^(?:GET|HEAD|OPTIONS)$/.test(each.method) &&
      startOf(each) >= trail.opened &&
      startOf(each) <= start,
  );
  return sent ? null : trail;
};

const doAgain = (walk: Walk, action: SiteAction): Promise<boolean> => {
  if (action.kind === "click") return act(walk, action.target, { kind: "click" });
  return action.kind === "select"
    ? act(walk, action.target, { kind: "select", options: [action.option] })
    : Promise.resolve(false);
};

/** Does the same once more; what is asked for then and not answered within 5 s, by its address, null where all is. */
const lateAgain = async (walk: Walk, { path, actions }: Trail, late: string): Promise<string | null> => {
  const mark = beginStep(walk);
  if (!(await open(walk, path)).ok) return null;
  for (const action of actions.slice(0, -1)) {
    if (!(await doAgain(walk, action)) || (await look(walk)) === null) return null;
  }
  const before = new Set(evidenceSince(walk.session.evidence, mark).requests.map(({ url }) => url));
  const step = beginStep(walk);
  const last = actions.at(-1);
  if (!last || !(await doAgain(walk, last))) return null;
  await pause(walk.session.page, LATE_MS);
  const pending = (): RequestEvidence | undefined =>
    evidenceSince(walk.session.evidence, step).requests.find(
      (request) =>
        isData(request) &&
        pathOf(request) === late &&
        request.status === null &&
        request.failure === null &&
        request.duration_ms === null,
    );
  const found = pending();
  for (let waitedMs = 0; waitedMs < MOST_MS && pending() && !walk.over(); waitedMs += ROUND_MS)
    await pause(walk.session.page, ROUND_MS);
  return found && !pending() && !before.has(found.url) ? relativeTo(walk.origin, found.url) : null;
};

/**
 * What a click or a choice asks for, and gets only after 5 s, twice, while the data of most pages came within one. Of what
 * pages ask for as they are opened, others tell.
 */
export const lateAnswers = async (walk: Walk): Promise<LateAnswer[]> => {
  const { asked, soon } = walk.data;
  if (!isThorough(walk) || asked < LEAST_PAGES || soon * 2 < asked) return [];
  const late = Map.groupBy(walk.session.evidence.requests.filter(isLate), pathOf);
  const found: LateAnswer[] = [];
  for (const [path, requests] of [...late].slice(0, MOST_TRIED)) {
    const trail = requests.flatMap((request) => trailTo(walk, request) ?? [])[0];
    if (!trail || walk.over() || found.length >= MOST) continue;
    walk.progress(`waiting once more for what was slow on ${trail.path}`);
    const url = await lateAgain(walk, trail, path);
    if (url !== null) found.push({ path: trail.path, actions: trail.actions, url });
  }
  return found;
};
