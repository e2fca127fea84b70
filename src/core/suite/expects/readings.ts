import { describeTarget } from "#model/target.ts";
import type { TargetObject } from "#model/target.ts";
import type { Page, Wait } from "#ports/browser.ts";
import type { ExpectContext } from "#core/suite/define-expect.ts";
import { unmetBy } from "#core/suite/outcome.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { brief } from "#core/suite/scalars.ts";

/** Rows beyond this are not read. */
const most = 60;
const everyMs = 100;
const LOOK_MS = 2_000;

/** Null while it cannot be read: the page goes, or what the target is within is not one thing. */
const readAll = async (
  target: TargetObject,
  { page }: ExpectContext,
  timeoutMs: number,
  attribute?: string,
): Promise<string[] | null> => {
  const wait = { timeoutMs: Math.min(timeoutMs, LOOK_MS) };
  if (target.nth !== undefined) return readOne(target, page, wait, attribute);
  const read = await page.readAll(target, { ...wait, most, ...(attribute !== undefined && { attribute }) });
  return read.ok ? read.texts : null;
};

/** One of several is what an action would take. */
const readOne = async (
  target: TargetObject,
  page: Page,
  wait: Wait,
  attribute?: string,
): Promise<string[] | null> => {
  const read = await page.read(target, attribute === undefined ? "text" : { attribute }, wait);
  if (!read.ok) return null;
  if (read.value.trim() !== "" || attribute !== undefined) return [read.value.trim()];
  const held = await page.read(target, "value", wait);
  return [held.ok ? held.value.trim() : ""];
};

/**
 * Waits until the texts of all elements that fit the target are as they should be. `judge` gives what is wrong, or
 * null; at least one element has to be there.
 */
export const holdForAll = (
  context: ExpectContext,
  target: TargetObject,
  expected: string,
  judge: (texts: string[]) => string | null,
): Promise<StepOutcome> =>
  holdForReadings(context, [target], expected, ([texts = []]) =>
    texts.length === 0 ? "nothing fits" : judge(texts),
  );

/** The same for several targets, whose texts `judge` gets in their order; or for an attribute instead of the text. */
export const holdForReadings = async (
  context: ExpectContext,
  targets: readonly [TargetObject, ...TargetObject[]],
  expected: string,
  judge: (readings: string[][]) => string | null,
  attribute?: string,
): Promise<StepOutcome> => {
  const [target] = targets;
  const ends = performance.now() + context.timeoutMs;
  for (;;) {
    const left = Math.max(0, ends - performance.now());
    const readings: string[][] = [];
    for (const each of targets) {
      const texts = await readAll(each, context, Math.max(everyMs, left), attribute);
      if (texts === null) break;
      readings.push(texts);
    }
    const wrong = readings.length < targets.length ? "could not be read" : judge(readings);
    if (wrong === null) return { ok: true, note: `${readings[0]?.length ?? 0} looked at` };
    if (context.signal.aborted)
      return { ok: false, kind: "closed", verdict: "broken", message: "the run was cancelled" };
    if (left <= 0) {
      const failure = { ok: false, failure: "not_held", observed: brief(wrong, 400) } as const;
      const message = `expected ${expected} of ${describeTarget(target)}: ${brief(wrong, 400)}`;
      return unmetBy({ ...failure, message }, expected, target);
    }
    await context.sleep(Math.min(everyMs, left));
  }
};
