import { literal, literalTarget } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { Target } from "#model/target.ts";
import type { ElementAction, RefPurpose } from "#ports/browser.ts";
import type { Named } from "./intent.ts";
import { fits } from "./likeness.ts";
import { isAbout } from "./seen-page.ts";
import type { SeenElement, SeenPage, Use } from "./seen-page.ts";
import type { Resolved, Tour } from "./tour.ts";

/** Something that a text calls by a name alone. */
export const named = (name: string, role: Named["role"] = null): Named => ({
  name,
  quoted: false,
  role,
  within: null,
  nth: null,
});

export const steps = (...list: StepDocument[]): Resolved => ({ steps: list });

type Doing = { wanted: Named; use: Use; purpose: RefPurpose; action: ElementAction };

/** Finds what is named, does the action, and gives what the suite calls it. */
export const doOn = async (
  tour: Tour,
  { wanted, use, purpose, action }: Doing,
): Promise<{ target: Target } | { reason: string }> => {
  const found = await tour.find(wanted, use);
  if ("reason" in found) return found;
  return doOnElement(tour, found, { purpose, action, asked: wanted.name });
};

/** The same with an element that is already found. */
export const doOnElement = async (
  tour: Tour,
  found: { element: SeenElement; page: SeenPage },
  { purpose, action, asked }: { purpose: RefPurpose; action: ElementAction; asked: string },
): Promise<{ target: Target } | { reason: string }> => {
  const isTyped = action.kind === "fill" || action.kind === "select";
  const refused = isTyped ? null : tour.refuse(found.element.name);
  if (refused !== null) return { reason: refused };
  const told = await tour.target(found, purpose, asked);
  if ("reason" in told) return told;
  const failure = await tour.act(told.target, action);
  return failure === null
    ? { target: literalTarget(told.target) }
    : { reason: `"${found.element.name}": ${failure}` };
};

/** Clicks what is named: a control, else a text that fits to the letter. */
export const click = async (tour: Tour, wanted: Named): Promise<Resolved> => {
  const done = await doOn(tour, { wanted, use: "click", purpose: "click", action: { kind: "click" } });
  if ("target" in done) return steps({ click: done.target });
  if (wanted.nth !== null || /fits \d+ elements/.test(done.reason)) return done;
  // A text that the app makes a button of without saying so has no reference.
  const page = await tour.look();
  if (wanted.within !== null && !(page && isAbout(page, wanted.within))) return done;
  const text =
    page?.texts.find((each) => each === wanted.name) ??
    page?.texts.find((each) => fits(wanted.name, each) > 0.98);
  if (text === undefined) return done;
  const refused = tour.refuse(text);
  if (refused !== null) return { reason: refused };
  const failure = await tour.act(text, { kind: "click" });
  return failure === null ? steps({ click: literal(text) }) : done;
};
