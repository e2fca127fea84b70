import { setTimeout as sleep } from "node:timers/promises";
import type { Locator } from "playwright-core";
import type { Failure } from "#model/failure.ts";
import type { Target } from "#model/target.ts";
import { describeTarget } from "#model/target.ts";
import { deadlineIn } from "./deadline.ts";
import type { Deadline } from "./deadline.ts";
import type { Frames } from "./frames.ts";
import { splitFrame } from "./frames.ts";
import type { Locating } from "./locate.ts";
import { locate } from "./locate.ts";

/** The widest of a few elements around an input in which it is the only one. */
const AROUND = "xpath=self::input/ancestor::*[position()<=4][count(.//input)=1 and not(.//label)][last()]";

/** What shows the choice lies over the input: then a user clicks what is around it. */
const openList = async (locator: Locator, timeout: number): Promise<void> => {
  const ends = performance.now() + timeout;
  const attribute = (name: string): Promise<string | null> => locator.getAttribute(name, { timeout });
  const shows = (await attribute("readonly")) !== null || (await attribute("aria-haspopup")) === "listbox";
  const around = locator.locator(AROUND);
  const what = shows && (await around.count()) === 1 ? around : locator;
  await what.click({ timeout: Math.max(1, ends - performance.now()) });
};

/** A list that has not come by then may be too long to be drawn as a whole. */
const LIST_MS = 1_500;
const CLEAR_MS = 300;

/** Types the option into an input that narrows its list; false where nothing can be typed. */
const narrow = async (locator: Locator, option: string, timeout: number): Promise<boolean> => {
  const isNarrowing =
    (await locator.getAttribute("role", { timeout })) === "combobox" &&
    (await locator.isEditable({ timeout }));
  if (isNarrowing) await locator.fill(option, { timeout });
  return isNarrowing;
};

const CLOSING_MS = 400;
const CLOSING_LOOK_MS = 80;

/** A list of which several can be chosen stays open, over what follows: who goes on in the form closes it. */
const leaveOpenList = async (
  locator: Locator,
  isOpen: () => Promise<boolean>,
  deadline: Deadline,
): Promise<void> => {
  for (let waited = 0; waited < CLOSING_MS && deadline.left() > 0; waited += CLOSING_LOOK_MS) {
    if (!(await isOpen())) return;
    await sleep(CLOSING_LOOK_MS);
  }
  if (await isOpen()) await locator.press("Tab", { timeout: CLEAR_MS }).catch(() => undefined);
};

/** A list box that is drawn by the page: opens it and clicks the options by their names. */
export const chooseFromList = async (
  frames: Frames,
  at: Locating,
  target: Target,
  options: readonly string[],
  deadline: Deadline,
): Promise<Failure | null> => {
  const { frame } = splitFrame(target);
  const optionAt = (name: string, limit: Deadline) =>
    locate(frames, { role: "option", name, ...(frame === null ? {} : { frame }) }, "click", limit);
  for (const option of options) {
    const first = await optionAt(option, { timeoutMs: 0, left: () => 0 });
    if ("ok" in first) await openList(at.locator, Math.max(1, deadline.left()));
    const shown =
      "ok" in first ? await optionAt(option, deadlineIn(Math.min(LIST_MS, deadline.left() / 2))) : first;
    const isTyped = "ok" in shown && (await narrow(at.locator, option, Math.max(1, deadline.left())));
    const rest = isTyped ? deadlineIn(Math.max(0, deadline.left() - CLEAR_MS)) : deadline;
    const choice = "ok" in shown ? await optionAt(option, rest) : shown;
    if ("ok" in choice) {
      // The list shows all that it has again.
      if (isTyped) await at.locator.fill("", { timeout: CLEAR_MS }).catch(() => undefined);
      const named =
        choice.failure === "not_found"
          ? `${describeTarget(target)} has no option "${option}"`
          : choice.message;
      return { ...choice, message: named };
    }
    await choice.locator.click({ timeout: Math.max(1, deadline.left()) });
  }
  const last = options.at(-1);
  const isOpen = async (): Promise<boolean> =>
    last !== undefined && !("ok" in (await optionAt(last, { timeoutMs: 0, left: () => 0 })));
  await leaveOpenList(at.locator, isOpen, deadline);
  return null;
};
