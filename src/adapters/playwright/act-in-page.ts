import type { CDPSession, Page as PlaywrightPage } from "playwright-core";
import type { Failure } from "#model/failure.ts";
import { keyName } from "#model/key-name.ts";
import { describeTarget } from "#model/target.ts";
import type { Acted, ElementAction } from "#ports/browser.ts";
import type { Deadline } from "./deadline.ts";
import { late, within } from "./deadline.ts";
import { failure, missingFailure } from "./failures.ts";
import { clickAt, hoverAt, typeText } from "./input.ts";
import type { Navigations } from "./navigations.ts";
import type { ElementQuery, Found, PageAction, Ready } from "./page-script/protocol.ts";
import type { World } from "./world.ts";

/** A tab's main frame and what acts on it. */
export type Hand = {
  page: PlaywrightPage;
  session: CDPSession;
  world: World;
  navigations: Navigations;
};

/** Waits until the page is drawn: nothing changes, and no request is under way; at most for a while. */
export type Rest = (deadline: Deadline) => Promise<unknown>;

/** The part of an action that the page has; null: the action is done otherwise. */
const pageActionOf = (action: ElementAction): PageAction | null => {
  switch (action.kind) {
    case "click":
    case "double_click":
      return { kind: "click" };
    case "hover":
    case "press":
      return { kind: action.kind };
    case "fill":
      return { kind: "fill", value: action.value };
    case "check":
      return { kind: "check", checked: action.checked };
    case "select":
      return { kind: "select", options: action.options };
    default:
      return null;
  }
};

const done = ({ element, fingerprint }: Found): Acted => ({
  ok: true,
  element,
  ...(fingerprint ? { fingerprint } : {}),
});

/** The document went away by what was done: it was hit, and another one comes. */
const GONE = { cover: null, checked: null, leaving: true };

type Pointed = Extract<Ready, { status: "point" }>;

/**
 * Acts on the one element of the main frame that fits: found and found fit to be acted on in one call in the page, then
 * with the input that a user would give, then with a look at what it hit. Null when the action has to be done otherwise.
 * `verb` is for messages. Rejects when the tab is gone.
 */
export const actInPage = async (
  { page, session, world, navigations }: Hand,
  rest: Rest,
  query: ElementQuery,
  action: ElementAction,
  verb: string,
  deadline: Deadline,
  withFingerprint: boolean,
): Promise<Acted | Failure | null> => {
  const asked = pageActionOf(action);
  if (!asked) return null;
  const name = describeTarget(query.target);
  const cannot = `cannot ${verb} ${name}`;
  const unanswered = failure("timeout", `${verb} ${name} was done, but the page did not answer in time`);
  const inTime = async (work: Promise<unknown>): Promise<boolean> =>
    (await within(work, deadline.left())) !== late;

  /** Null: the element was missed, or has to be looked at once more. */
  const point = async (at: Pointed): Promise<Acted | Failure | null> => {
    const waitsForPage = action.kind === "click" || action.kind === "double_click";
    const arrive = navigations.notice();
    const input =
      action.kind === "hover"
        ? hoverAt(session, at)
        : clickAt(session, at, action.kind === "double_click" ? 2 : 1);
    if (!(await inTime(input))) return unanswered;
    const answer = await world.call("acted", [query], deadline);
    if (!answer.ok && answer.why === "late") return unanswered;
    const { cover, checked, leaving } = answer.ok ? answer.value : GONE;
    if (cover !== null)
      return deadline.left() > 0 ? null : failure("not_actionable", `${cannot}: it is covered by ${cover}`);
    if (action.kind === "check" && answer.ok && checked !== action.checked) {
      if (checked === null && deadline.left() > 0) return null;
      return failure("not_actionable", `${name} does not change when it is clicked`);
    }
    if (waitsForPage && leaving && !(await arrive(deadline))) return unanswered;
    return done(at.found);
  };

  const type = async (): Promise<Failure | null> => {
    if (action.kind === "fill") {
      const typed = action.value === "" ? page.keyboard.press("Delete") : typeText(session, action.value);
      return (await inTime(typed)) ? null : unanswered;
    }
    if (action.kind !== "press") return null;
    const arrive = navigations.notice();
    if (!(await inTime(page.keyboard.press(keyName(action.key))))) return unanswered;
    // What the key set off is told before this call is answered.
    const answer = await world.call("acted", [query], deadline);
    const leaving = answer.ok ? answer.value.leaving : true;
    return !leaving || (await arrive(deadline)) ? null : unanswered;
  };

  for (let isDrawn = false; ;) {
    const answer = await world.insist(
      "ready",
      (left) => [query, asked, left, { withFingerprint, isDrawn }],
      deadline,
    );
    if (!answer.ok) return failure(answer.why === "error" ? "invalid" : "timeout", answer.message);
    const ready = answer.value;
    switch (ready.status) {
      case "drawn":
        return null;
      case "partly":
        await rest(deadline);
        isDrawn = true;
        break;
      case "done":
        return done(ready.found);
      case "typing":
        return (await type()) ?? done(ready.found);
      case "point": {
        const ended = await point(ready);
        if (ended) return ended;
        break;
      }
      case "unready":
        return failure(
          ready.why === NO_OPTION ? "not_found" : "not_actionable",
          ready.why === NO_OPTION ? `${name} has ${NO_OPTION}` : `${cannot}: ${ready.why}`,
        );
      case "unfit":
        return failure("invalid", `${cannot}: ${ready.why}`);
      default:
        return missingFailure(ready, query.target);
    }
  }
};

/** The page's word for an option that a select does not offer. */
const NO_OPTION = "no such option";
