import { missingQuote } from "#core/llm/judge.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import type { StepFailure } from "#core/suite/outcome.ts";
import { sayFailure } from "#core/suite/say-failure.ts";
import type { FoundActions } from "#model/agent.ts";
import type { PageOutline } from "#model/outline.ts";
import { leftFor } from "./check-goal.ts";
import type { Checked } from "./check-goal.ts";
import { stateOf } from "./page-state.ts";
import { lookAt, performAction } from "./perform.ts";

/** reached: without any model. unfit: what was found before no longer fits, from where the page is now. */
export type Replayed =
  | { kind: "reached"; actions: number }
  | { kind: "unfit"; why: string; outline: PageOutline }
  | { kind: "failed"; failure: StepFailure };

/**
 * Repeats the actions that have reached the goal before, each only on the state of the page that it was found on, and never off the origin. `check`
 * looks for the goal by the step's expects; null: the state after the last action must be that of then, and the page must
 * say all that the judgement went by.
 */
export const replay = async (
  context: StepContext,
  found: FoundActions,
  start: PageOutline,
  origin: string,
  check: (() => Promise<Checked>) | null,
): Promise<Replayed> => {
  let outline = start;
  for (const [at, action] of found.actions.entries()) {
    if (stateOf(outline) !== action.state)
      return { kind: "unfit", why: `the page is another before action ${at + 1} (${action.verb})`, outline };
    const outcome = await performAction(context, action, "cache", origin);
    const seen = await lookAt(context);
    if ("failure" in seen) return { kind: "failed", failure: seen.failure };
    ({ outline } = seen);
    const strayed = leftFor(outline.url, origin);
    if (strayed) return { kind: "failed", failure: strayed };
    if (outcome.ok) continue;
    if (outcome.kind === "crashed" || outcome.kind === "closed" || outcome.kind === "value")
      return { kind: "failed", failure: outcome };
    return { kind: "unfit", why: `action ${at + 1} (${action.verb}): ${sayFailure(outcome)}`, outline };
  }
  const checked = check ? await check() : null;
  if (checked && "failure" in checked) return { kind: "failed", failure: checked.failure };
  if (checked) return { kind: "unfit", why: `the goal is not reached any more: ${checked.unmet}`, outline };
  if (!check && stateOf(outline) !== found.end)
    return { kind: "unfit", why: "the page is another after the last action", outline };
  const missing = check ? null : missingQuote(found.quotes, outline);
  if (missing !== null)
    return { kind: "unfit", why: `the page no longer says "${missing.slice(0, 200)}"`, outline };
  return { kind: "reached", actions: found.actions.length };
};
