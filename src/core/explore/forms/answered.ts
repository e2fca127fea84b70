import type { PageSurvey } from "#model/survey.ts";
import { pause } from "#core/explore/pages/pause.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { lookSteadily } from "#core/explore/pages/open-page.ts";

const ROUNDS = 20;
const ROUND_MS = 500;

/** Scripts wait for more to be typed or chosen before they ask: so long, in milliseconds, at most. */
const ASKS_WITHIN_MS = 700;
const SETTLE_TIMEOUT = 1_000;
const PAUSE_MS = 50;

/** Waits until the page has nothing planned, or what follows typing would have begun. */
const untilBegun = async ({ session: { page }, timeLeft, over }: Walk): Promise<void> => {
  const began = timeLeft();
  while (!over() && !(await page.settle({ timeoutMs: SETTLE_TIMEOUT }))) {
    if (began - timeLeft() >= ASKS_WITHIN_MS) return;
    await pause(page, PAUSE_MS);
  }
};

/** The page or its data is still under way; what streams is not waited for. */
const isUnderWay = ({ session, step }: Walk): boolean =>
  evidenceSince(session.evidence, step).requests.some(
    ({ same_origin: own, status, failure, resource_type: type }) =>
      own && status === null && failure === null && /^(?:document|xhr|fetch)$/.test(type),
  );

/**
 * Reads the page as `lookSteadily` does, once what was asked for since the step began is answered: what is slow is not
 * empty. Waits 10 s at most.
 */
export const lookAnswered = async (walk: Walk): Promise<PageSurvey | null> => {
  await untilBegun(walk);
  const survey = await lookSteadily(walk);
  if (!isUnderWay(walk)) return survey;
  for (let round = 0; round < ROUNDS && isUnderWay(walk) && !walk.over(); round += 1)
    await pause(walk.session.page, ROUND_MS);
  return lookSteadily(walk);
};
