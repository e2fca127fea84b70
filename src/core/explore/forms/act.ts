import type { PageSurvey } from "#model/survey.ts";
import { makeFile } from "#core/suite/files.ts";
import type { Target } from "#model/target.ts";
import type { Entry } from "./form-data.ts";
import { targetOf } from "./form-data.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { lookSteadily } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, spend } from "#core/explore/pages/walk.ts";

/** Puts one value into a form; false when it cannot be. */
export const put = async (walk: Walk, entry: Entry, value: string): Promise<boolean> => {
  const target = targetOf(entry);
  if (target === null || !spend(walk)) return false;
  const wait = { timeoutMs: ACT_TIMEOUT };
  const { page } = walk.session;
  if (entry.kind === "select")
    return (await page.act(target, { kind: "select", options: [entry.option] }, wait)).ok;
  if (entry.kind === "check") return (await page.act(target, { kind: "check", checked: true }, wait)).ok;
  if (entry.kind === "upload") {
    const file = makeFile({ generate: entry.file });
    const isGiven =
      typeof file !== "string" && (await page.act(target, { kind: "upload", files: [file] }, wait)).ok;
    // Some send it at once.
    if (isGiven) await lookSteadily(walk);
    return isGiven;
  }
  const filled = await page.act(target, { kind: "fill", value }, wait);
  // What it has brought up lies over the rest until one leaves it.
  if (filled.ok && entry.field.popup === "dialog") await page.press("Tab", wait);
  return filled.ok;
};

/** Does one thing with an element; false where it is not there, or cannot be. */
export const act = async (
  walk: Walk,
  target: Target | null,
  action: Parameters<Walk["session"]["page"]["act"]>[1],
): Promise<boolean> =>
  target !== null &&
  spend(walk) &&
  (await walk.session.page.act(target, action, { timeoutMs: ACT_TIMEOUT })).ok;

/** Clicks, and reads what comes of it; null when it cannot be clicked. */
export const click = async (walk: Walk, target: Target): Promise<PageSurvey | null> =>
  (await act(walk, target, { kind: "click" })) ? lookSteadily(walk) : null;

/** Clicks one after the other, and reads what comes of the last; null when one cannot be clicked. */
export const clickAll = async (walk: Walk, targets: readonly Target[]): Promise<PageSurvey | null> => {
  let after: PageSurvey | null = null;
  for (const target of targets) {
    after = await click(walk, target);
    if (!after) return null;
  }
  return after;
};
