import type { Failure } from "#model/failure.ts";
import { keyName } from "#model/key-name.ts";
import type { Target } from "#model/target.ts";
import { describeTarget } from "#model/target.ts";
import type { Fingerprint } from "#model/fingerprint.ts";
import type { Acted, ElementAction, Healed } from "#ports/browser.ts";
import { actInPage } from "./act-in-page.ts";
import type { Hand, Rest } from "./act-in-page.ts";
import { chooseFromList } from "./choose-from-list.ts";
import type { Deadline } from "./deadline.ts";
import { actionFailure, failure, missingFailure } from "./failures.ts";
import type { Frames } from "./frames.ts";
import { splitFrame } from "./frames.ts";
import type { Locating } from "./locate.ts";
import { locate } from "./locate.ts";
import type { ElementQuery, Purpose } from "./page-script/protocol.ts";
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
