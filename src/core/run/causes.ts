import type { CaseFailure } from "#model/failure.ts";
import type { RootCause } from "#model/root-cause.ts";
import { explain } from "./failure.ts";

export type Causes = {
  /** Begins to look for the cause of a failure, at once or when one of the others has been found. */
  lookFor(failure: CaseFailure): Promise<void>;
  /** Waits for all that were begun. */
  ended(): Promise<void>;
  /** The cause of a case; null where none was looked for, or the run was cancelled. Rejects where the search did. */
  of(caseId: string): Promise<RootCause | null>;
};

/** Each may ask a log backend or a model for a while; so many may do so beside each other. */
const atOnce = 4;

/** Looks for the causes of failures while further cases are carried out. */
export const createCauses = (context: Parameters<typeof explain>[0]): Causes => {
  const searches = new Map<string, Promise<RootCause | null>>();
  const underWay = new Set<Promise<unknown>>();
  return {
    lookFor: async (failure) => {
      while (underWay.size >= atOnce) await Promise.race(underWay);
      const search = explain(context, failure);
      searches.set(failure.caseId, search);
      const leave = (): void => void underWay.delete(over);
      const over: Promise<void> = search.then(leave, leave);
      underWay.add(over);
    },
    ended: async () => {
      await Promise.all(underWay);
    },
    of: async (caseId) => searches.get(caseId) ?? null,
  };
};
