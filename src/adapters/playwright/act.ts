import { setTimeout as sleep } from "node:timers/promises";
import type { Locator } from "playwright-core";
import type { Failure } from "#model/failure.ts";
import { keyName } from "#model/key-name.ts";
import type { Target } from "#model/target.ts";
import { describeTarget } from "#model/target.ts";
import type { Fingerprint } from "#model/fingerprint.ts";
import type { Acted, ElementAction, Healed } from "#ports/browser.ts";
import { actInPage } from "./act-in-page.ts";
import type { Hand, Rest } from "./act-in-page.ts";
import { deadlineIn } from "./deadline.ts";
import type { Deadline } from "./deadline.ts";
import { actionFailure, failure, missingFailure } from "./failures.ts";
import type { Frames, Place } from "./frames.ts";
import { locatorIn, splitFrame } from "./frames.ts";
import type { ElementQuery, Found, Purpose } from "./page-script/protocol.ts";
import type { World } from "./world.ts";

const purposes: Record<ElementAction["kind"], Purpose> = {
  click: "click",
  double_click: "click",
  hover: "any",
  scroll_to: "any",
  fill: "fill",
  select: "select",
  check: "check",
  press: "press",
  upload: "upload",
  drag: "any",
};

const verbs: Record<ElementAction["kind"], string> = {
  click: "click",
  double_click: "double-click",
  hover: "hover over",
  scroll_to: "scroll to",
  fill: "fill",
  select: "select in",
  check: "check",
  press: "press a key on",
  upload: "upload to",
  drag: "drag",
};

type Locating = { place: Place; found: Found; query: ElementQuery; locator: Locator };

const locate = async (
  frames: Frames,
  target: Target,
  purpose: Purpose,
  deadline: Deadline,
  withFingerprint = false,
  isSought = false,
): Promise<Locating | Failure> => {
  const { frame, inner } = splitFrame(target);
  const place = await frames.enter(frame, deadline);
  if ("ok" in place) return place;
  const query: ElementQuery = { target: inner, purpose };
  if (isSought) await place.world.insist("seek", (left) => [query, left], deadline);
  const located = await place.world.insist("locate", (left) => [query, left, withFingerprint], deadline);
  if (!located.ok) return failure(located.why === "error" ? "invalid" : "timeout", located.message);
  if (located.value.status !== "found") return missingFailure(located.value, inner);
  return { place, found: located.value, query, locator: locatorIn(place, query) };
};

/**
 * Acts on the one element that fits, once a user could do so: in the main frame by our own script and input (`hand`),
 * elsewhere, and where there is no `hand`, with Playwright's.
 */
export const actOn = async (
  frames: Frames,
  hand: Hand | null,
  rest: Rest,
  target: Target,
  action: ElementAction,
  deadline: Deadline,
  withFingerprint: boolean,
): Promise<Acted | Failure> => {
  const { frame, inner } = splitFrame(target);
  if (hand && frame === null) {
    const query: ElementQuery = { target: inner, purpose: purposes[action.kind] };
    const acted = await byHand(frames, hand, rest, query, action, deadline, withFingerprint);
    if (acted) return acted;
  }
  const isSought = action.kind === "scroll_to";
  const find = () => locate(frames, target, purposes[action.kind], deadline, withFingerprint, isSought);
  let at = await find();
  if (!("ok" in at) && at.found.partly) {
    await rest(deadline);
    at = await find();
  }
  if ("ok" in at) return at;
  try {
    const problem = await perform(frames, at, target, action, deadline);
    const { element, fingerprint } = at.found;
    return problem ?? { ok: true, element, ...(fingerprint ? { fingerprint } : {}) };
  } catch (error) {
    const failed = actionFailure(error, target, verbs[action.kind]);
    if (failed.failure === "ambiguous" || failed.failure === "not_found")
      return withCandidates(at, failed, action);
    return failed;
  }
};

/** Looks, without waiting, for the element that a target meant when its fingerprint was taken. */
export const healTarget = async (
  frames: Frames,
  target: Target,
  action: ElementAction["kind"],
  before: Fingerprint,
  deadline: Deadline,
): Promise<Healed | Failure> => {
  const { frame, inner } = splitFrame(target);
  const place = await frames.enter(frame, deadline);
  if ("ok" in place) return place;
  const query: ElementQuery = { target: inner, purpose: purposes[action] };
  const answer = await place.world.insist("heal", () => [query, before], deadline);
  if (!answer.ok) return failure("timeout", answer.message);
  if (!answer.value.found) return failure("not_found", answer.value.reason);
  const { target: now, moved, element, score, margin } = answer.value;
  return { ok: true, target: now, moved, element, score, margin };
};

const byHand = async (
  frames: Frames,
  hand: Hand,
  rest: Rest,
  query: ElementQuery,
  action: ElementAction,
  deadline: Deadline,
  withFingerprint: boolean,
): Promise<Acted | Failure | null> => {
  try {
    const acted = await actInPage(hand, rest, query, action, verbs[action.kind], deadline, withFingerprint);
    if (!acted || acted.ok || acted.failure !== "not_found" || action.kind !== "select") return acted;
    const offered = await offeredOptions({ world: frames.main, query });
    return offered ? { ...acted, ...offered } : acted;
  } catch (error) {
    return actionFailure(error, query.target, verbs[action.kind]);
  }
};

/** The options of a list, for a failure. */
const offeredOptions = async ({
  world,
  query,
}: {
  world: World;
  query: ElementQuery;
}): Promise<Pick<Failure, "candidates" | "observed"> | null> => {
  const options = await world.call("optionsOf", [query], { timeoutMs: 1000, left: () => 500 });
  if (!options.ok) return null;
  const offered = options.value.slice(0, 20);
  const candidates = offered.map((name) => ({ role: "option", name, text: name, target: null }));
  return { candidates, observed: offered.join(", ") };
};

/** What the page offers instead, when it changed between looking and acting or an option is missing. */
const withCandidates = async (at: Locating, failed: Failure, action: ElementAction): Promise<Failure> => {
  const soon: Deadline = { timeoutMs: 1000, left: () => 500 };
  if (action.kind === "select") {
    const offered = await offeredOptions({ world: at.place.world, query: at.query });
    return offered ? { ...failed, ...offered } : failed;
  }
  const again = await at.place.world.call("locate", [at.query, 0], soon);
  if (!again.ok) return failed;
  if (again.value.status !== "found") return missingFailure(again.value, at.query.target);
  return failure("timeout", `no time was left to ${verbs[action.kind]} ${describeTarget(at.query.target)}`);
};

const perform = async (
  frames: Frames,
  at: Locating,
  target: Target,
  action: ElementAction,
  deadline: Deadline,
): Promise<Failure | null> => {
  const { locator } = at;
  const options = { timeout: Math.max(1, deadline.left()) };
  switch (action.kind) {
    case "click":
      await locator.click(options);
      return null;
    case "double_click":
      await locator.dblclick(options);
      return null;
    case "hover":
      await locator.hover(options);
      return null;
    case "scroll_to":
      await locator.scrollIntoViewIfNeeded(options);
      return null;
    case "fill":
      await locator.fill(action.value, options);
      return null;
    case "check":
      await locator.setChecked(action.checked, options);
      return null;
    case "press":
      await locator.press(keyName(action.key), options);
      return null;
    case "upload":
      await locator.setInputFiles(
        action.files.map(({ name, type, content }) => ({
          name,
          mimeType: type,
          buffer: Buffer.from(content),
        })),
        options,
      );
      return null;
    case "drag":
      return dragTo(frames, at, action.to, deadline);
    case "select":
      if (at.found.listbox === "native") {
        await locator.selectOption(action.options, options);
        return null;
      }
      return chooseFromList(frames, at, target, action.options, deadline);
  }
};

/** So many moves of the mouse on the way: what follows the pointer needs more than one to begin. */
const DRAG_MOVES = 5;

const dragTo = async (
  frames: Frames,
  at: Locating,
  to: Target,
  deadline: Deadline,
): Promise<Failure | null> => {
  const goal = await locate(frames, to, "any", deadline);
  if ("ok" in goal) return { ...goal, message: `where to drag to: ${goal.message}` };
  await at.locator.dragTo(goal.locator, { timeout: Math.max(1, deadline.left()), steps: DRAG_MOVES });
  return null;
};

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
const chooseFromList = async (
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
