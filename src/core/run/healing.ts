import { createHash } from "node:crypto";
import type { Fingerprint } from "#model/fingerprint.ts";
import type { Healed, HealingMode } from "#model/healing.ts";
import type { Step } from "#model/suite.ts";
import { describeTarget } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import type { Acted, ElementAction, Page } from "#ports/browser.ts";
import type { Failure } from "#model/failure.ts";
import {
  inFrameOf,
  inPlaceOf,
  mayLeave,
  namesData,
  ownPart,
  targetPlaces,
} from "#core/suite/target-places.ts";
import type { TargetPlace } from "#core/suite/target-places.ts";
import type { Mask } from "./mask.ts";

export type Fingerprints = Readonly<Record<string, Fingerprint>>;

/** What a run needs to heal targets. */
export type Healing = {
  /** Not `off`: then there is none of this. */
  mode: Exclude<HealingMode, "off">;
  /** What the elements of a case were like when it passed last. */
  remembered(caseId: string): Promise<Fingerprints>;
  /** Takes the place of those that were remembered. */
  remember(caseId: string, prints: Fingerprints): Promise<void>;
};

/** Healing within one attempt at a case. */
export type AttemptHealing = {
  /** The page as a step acts on it; heals are told by `onHealed` before they are used. */
  pageOf(page: Page, step: Step, tell: { healed(healed: Healed): void; not(reason: string): void }): Page;
  /** What the elements that were acted on were like. */
  taken(): Fingerprints;
};

/** More targets than any case of a person has. */
const MOST_PRINTS = 200;
const LOOK_MS = 5000;
/** How long the element that was found may take to be ready: the time for finding one is over. */
const ACT_MS = 5000;

const keyOf = (step: Step, target: Target, nth: number): string =>
  createHash("sha256")
    .update(JSON.stringify([step.verb, target, step.options.within ?? null, step.options.frame ?? null, nth]))
    .digest("hex")
    .slice(0, 16);

/** Where the step names the target that it acts on; null when that cannot be told, or is not to be healed. */
const placeOf = (step: Step, target: Target): TargetPlace | null => {
  const own = JSON.stringify(ownPart(target));
  const [place, ...others] = targetPlaces(step.verb, step.args).filter(
    (candidate) => JSON.stringify(ownPart(candidate.target)) === own,
  );
  if (!place || others.length > 0 || namesData(place.target)) return null;
  return typeof place.target === "object" && place.target.nth !== undefined ? null : place;
};

const typedBy = (action: ElementAction): string =>
  action.kind === "fill" ? action.value : action.kind === "select" ? action.options.join("\n") : "";

export const healAttempt = (healing: Healing, caseId: string, mask: Mask): AttemptHealing => {
  const taken = new Map<string, Fingerprint>();
  const uses = new Map<string, number>();

  const act = async (
    page: Page,
    step: Step,
    tell: { healed(healed: Healed): void; not(reason: string): void },
    ...[target, action, options]: Parameters<Page["act"]>
  ): Promise<Acted | Failure> => {
    const place = placeOf(step, target);
    if (!place || taken.size >= MOST_PRINTS) return page.act(target, action, options);
    const same = keyOf(step, place.target, 0);
    const nth = uses.get(same) ?? 0;
    uses.set(same, nth + 1);
    const key = keyOf(step, place.target, nth);
    const keep = (acted: Acted | Failure): Acted | Failure => {
      if (acted.ok && acted.fingerprint) taken.set(key, acted.fingerprint);
      return acted;
    };
    const done = await page.act(target, action, { ...options, fingerprint: true });
    if (done.ok || done.failure !== "not_found") return keep(done);
    const before = (await healing.remembered(caseId))[key];
    if (!before) return done;
    const found = await page.heal(target, action.kind, before, { timeoutMs: LOOK_MS });
    if (!found.ok) {
      tell.not(`${describeTarget(place.target)}: ${found.message}`);
      return done;
    }
    if (found.moved && !mayLeave(place.target, step.options)) {
      tell.not(`${describeTarget(place.target)}: it is no longer inside what the step says`);
      return done;
    }
    const placed = found.moved ? inFrameOf : inPlaceOf;
    const typed = typedBy(action);
    const isSecret = mask.text(typed) !== typed;
    const used = healing.mode === "on" && !isSecret;
    tell.healed({
      from: place.target,
      to: placed(place.target, found.target),
      element: `${found.element.role} "${found.element.name || found.element.text}"`,
      score: found.score,
      margin: found.margin,
      used,
      place: [...step.path, step.verb, ...place.path],
      is_key: place.isKey,
    });
    if (isSecret && healing.mode === "on") tell.not("a secret is only typed where the suite itself says");
    if (!used) return done;
    return keep(
      await page.act(placed(target, found.target), action, {
        timeoutMs: Math.min(ACT_MS, options.timeoutMs),
        fingerprint: true,
      }),
    );
  };

  return {
    pageOf: (page, step, tell) => ({
      ...page,
      url: () => page.url(),
      act: (...call) => act(page, step, tell, ...call),
    }),
    taken: () => Object.fromEntries(taken),
  };
};
