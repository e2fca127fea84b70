import type { RequestEvidence } from "#model/evidence.ts";
import type { LatePage, SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isByAddress } from "./by-address.ts";
import { LATE_MS, LEAST_PAGES, MOST } from "./late-limits.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { isData } from "#core/explore/forms/note-data.ts";
import { look, lookNow } from "./open-page.ts";
import { pause } from "./pause.ts";
import { evidenceSince } from "./problems.ts";
import { isSteadyTarget } from "./steady.ts";
import type { Walk } from "./walk.ts";
import { beginStep, noteFailure } from "./walk.ts";

const ROUND_MS = 500;
const MOST_MS = 12_000;

/** What scripts have asked for and was not answered at all yet: of a stream, some has come. */
const isPending = ({ status, failure, duration_ms: ms }: RequestEvidence): boolean =>
  status === null && failure === null && ms === null;

const pendingSince = (walk: Walk, mark: number): boolean =>
  evidenceSince(walk.session.evidence, mark).requests.some(
    (request) => isData(request) && isPending(request),
  );

const textsOf = ({ headings }: PageSurvey): Set<string> => new Set(headings.map(({ text }) => text));

/** What there is to see now, in the place of nothing: the list of the page, what it is about, or a part of it with a heading. */
const cameIn = (before: PageSurvey, after: PageSurvey): Target | null => {
  const list = mainList(before) === null ? (mainList(after)?.target ?? null) : null;
  if (list !== null && isSteadyTarget(list)) return list;
  const [had, has] = [textsOf(before), textsOf(after)];
  // One heading in the place of another has changed, rather than come.
  if ([...had].some((text) => !has.has(text))) return null;
  const now = after.headings.filter(({ text }) => !had.has(text));
  const first = now.find(({ level }) => level === 1) ?? now[0];
  const heading = first && { role: "heading", name: first.text };
  return heading && isSteadyTarget(heading) ? heading : null;
};

/** Opens the page once more, and tells what came only after 4 s, once its data did; null where it had all by then. */
const cameLate = async (walk: Walk, { path }: SitePage): Promise<Target | null> => {
  const mark = beginStep(walk);
  const { page } = walk.session;
  const gone = await page.goto(new URL(path, walk.origin).href, { timeoutMs: MOST_MS });
  if (!gone.ok) {
    noteFailure(walk, gone);
    return null;
  }
  await pause(page, LATE_MS);
  if (!pendingSince(walk, mark)) return null;
  const before = await lookNow(walk);
  for (let waitedMs = 0; waitedMs < MOST_MS && pendingSince(walk, mark) && !walk.over(); waitedMs += ROUND_MS)
    await pause(page, ROUND_MS);
  const after = pendingSince(walk, mark) ? null : await look(walk);
  return before && after ? cameIn(before, after) : null;
};

/**
 * Pages that scripts draw which had nothing to show for 4 s, or nothing of a part that has a heading of its own, as data was waited
 * for, while that of most others came within one.
 */
export const lateData = async (walk: Walk, pages: SitePage[]): Promise<LatePage[]> => {
  const { asked, soon, slow } = walk.data;
  if (asked < LEAST_PAGES || soon * 2 < asked) return [];
  const waiting = pages.filter(
    (page) => isByAddress(page) && page.slow === undefined && !page.path.includes("#") && slow.has(page.path),
  );
  const late: LatePage[] = [];
  for (const page of waiting.slice(0, MOST)) {
    if (walk.over()) break;
    const shows = await cameLate(walk, page);
    if (shows !== null) late.push({ path: page.path, shows });
  }
  return late;
};
