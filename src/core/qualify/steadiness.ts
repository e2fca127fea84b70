import type { Control } from "./control.ts";
import { notPassed } from "./control.ts";
import type { Fault } from "./fault.ts";
import { isWrite, onlyAsks } from "./http-faults.ts";
import type { Repetitions } from "./repetition.ts";
import type { Verdict } from "./try-fault.ts";

/**
 * Faults in the order in which least is lost: those first that only cases meet which never write, so that what a case leaves
 * behind that was stopped half-way spoils no more than it must.
 */
export const readersFirst = (faults: readonly Fault[], { traffic }: Control): Fault[] => {
  const writers = new Set(
    traffic.exchanges
      .filter((seen) => isWrite(seen.exchange.method) && !onlyAsks(seen))
      .map(({ caseId }) => caseId),
  );
  const isOfWriter = ({ seen }: Fault): boolean => seen.some(({ caseId }) => writers.has(caseId));
  return faults.toSorted((a, b) => Number(isOfWriter(a)) - Number(isOfWriter(b)));
};

/**
 * Which cases still pass without a fault. A case that does not right after it stopped proves nothing: it, or one before it, has
 * left the app in another state, or it passes only now and then.
 */
export const createSteadiness = (
  repetitions: Repetitions,
  signal: AbortSignal,
  say: (message: string) => Promise<void>,
) => {
  const lost = new Map<string, string>();

  return {
    /** Cases that no longer pass by themselves, and why. */
    lost: lost as ReadonlyMap<string, string>,
    /** The verdict, once each case that did not pass has been carried out again without the fault. */
    confirmed: async (verdict: Verdict, seed: number): Promise<Verdict> => {
      const { fault, is, caseId } = verdict;
      const suspects = [
        ...new Set([...verdict.strays, ...(is === "killed" && caseId !== null ? [caseId] : [])]),
      ];
      const gone = notPassed(await repetitions.clean(suspects, seed), suspects);
      if (signal.aborted) return verdict;
      for (const { case_id, why } of gone) {
        lost.set(case_id, `after ${fault.what}: ${why}`);
        await say(`${case_id} no longer passes without a fault, and takes no further part: ${why}`);
      }
      const own = gone.find(({ case_id }) => is === "killed" && case_id === caseId);
      if (own)
        return {
          ...verdict,
          is: "undecided",
          why: `${caseId} did not pass afterwards without it: ${own.why}`,
        };
      const missed = fault.seen.find((place) => lost.has(place.caseId));
      if (is === "survived" && missed)
        return {
          ...verdict,
          is: "undecided",
          caseId: null,
          why: `no case noticed; ${missed.caseId}, which no longer passes without a fault, might have`,
        };
      return verdict;
    },
  };
};
