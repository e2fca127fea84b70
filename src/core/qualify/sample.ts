import { inTurns } from "#model/in-turns.ts";
import { createHash } from "node:crypto";
import type { FaultKind } from "#model/qualification.ts";
import { faultKinds } from "#model/qualification.ts";
import type { Fault } from "./fault.ts";
import type { Draft } from "./http-faults.ts";
import type { Random } from "./random.ts";

/** What tells a fault from others of its kind and place, whatever the values of this control were. */
const distinctionOf = ({ change, what }: Draft): unknown => {
  if ("dead" in change) return what;
  if ("shown" in change) return change.shown.css;
  const { http } = change;
  if (http.does === "edit") return http.edit;
  return http.does === "forget" ? http.cookie : http.does;
};

/** Gives drafts their ids; the same fault twice is one. */
export const identified = (drafts: readonly Draft[]): Fault[] => {
  const faults = new Map<string, Fault>();
  for (const draft of drafts) {
    const { kind, where } = draft;
    const key = JSON.stringify([kind, where, distinctionOf(draft)]);
    const id = createHash("sha256").update(key).digest("hex").slice(0, 8);
    if (!faults.has(id)) faults.set(id, { id, ...draft });
  }
  return [...faults.values()];
};

/** Each waits ten seconds: a tenth of the sample, and one at least. */
const mostSlow = (most: number): number => Math.max(1, Math.floor(most / 10));

/** The places in turn, each with its faults in the order of chance. */
const placesInTurns = (faults: readonly Fault[], random: Random): Fault[] =>
  inTurns(random.shuffled([...Map.groupBy(random.shuffled(faults), ({ where }) => where).values()]));

/**
 * At most `most` faults, of every kind in turn and of each kind from every place in turn, so that a kind or a page with many
 * faults does not crowd the others out. The order is that in which they are to be tried.
 */
export const sampleFaults = (faults: readonly Fault[], most: number, random: Random): Fault[] => {
  const lines = random.shuffled(faultKinds).map((kind) => {
    const turns = placesInTurns(
      faults.filter((fault) => fault.kind === kind),
      random,
    );
    return kind === "slow_answer" ? turns.slice(0, mostSlow(most)) : turns;
  });
  return inTurns(lines).slice(0, most);
};

/** How many faults there are of each kind. */
export const countKinds = (faults: readonly Fault[]): Record<string, number> => {
  const counts: Partial<Record<FaultKind, number>> = {};
  for (const { kind } of faults) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};
