import type { Candidate } from "#model/failure.ts";
import type { Fingerprint } from "#model/fingerprint.ts";
import type { Target } from "#model/target.ts";
import type { Reading } from "#ports/browser.ts";

/**
 * What the element is wanted for. It decides which roles a plain string is looked up in; `set` looks for all that fit
 * (count, hidden), `frame` for an iframe.
 */
export type Purpose = "click" | "fill" | "select" | "check" | "upload" | "press" | "any" | "set" | "frame";

export type ElementQuery = { target: Target; purpose: Purpose };

/** What an action is about to be done on. */
export type Found = {
  status: "found";
  element: Candidate;
  /** Tag name, or input type for inputs. */
  type: string;
  /** Native select, or a custom list box or combo box. */
  listbox: "native" | "custom" | null;
  fingerprint: Fingerprint | null;
  /** It only has the words of the target in a longer name or text. */
  partly: boolean;
  /** The control itself cannot be seen, its label can: act on the label. */
  viaLabel: boolean;
};
/** `part` is what could not be resolved: the target or what it is within; `count` is how many fit. */
export type Missing = {
  status: "not_found" | "ambiguous" | "hidden" | "invalid";
  part: Target;
  count: number;
  candidates: Candidate[];
};
export type Located = Found | Missing;

/** What is done on an element, as far as the page has a part in it. */
export type PageAction =
  | { kind: "click" | "hover" | "press" }
  | { kind: "fill"; value: string }
  | { kind: "check"; checked: boolean }
  | { kind: "select"; options: string[] };

/**
 * `point`: the mouse is to act there; `typing`: keys are to be sent; `done`: nothing is left to do; `unready`: the time
 * was up, and why; `unfit`: the element is no such thing; `drawn`: a list box that the page draws itself; `partly`: what
 * is called so to the letter may be drawn yet, and nothing was done.
 */
export type Ready =
  | Missing
  | { status: "point"; found: Found; x: number; y: number }
  | { status: "typing" | "done" | "drawn" | "partly"; found: Found }
  | { status: "unready" | "unfit"; found: Found; why: string };

/** `held: false` at the end of the time; `missing` when the target was the reason. */
export type Verdict = { held: boolean; observed: string; missing: Missing | null };

export type ReadRequest = { target: Target | null; what: Reading };
export type ReadAnswer = { ok: true; value: string } | Missing;
export type ReadAllRequest = { target: Target; most: number; attribute?: string | undefined };
export type ReadAllAnswer = { ok: true; texts: string[] } | Missing;

export type { Target };
