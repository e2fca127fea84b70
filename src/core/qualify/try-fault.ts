import { anyGoodStatus } from "#core/suite/statuses.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { Control } from "./control.ts";
import type { Fault } from "./fault.ts";
import { isSeen, mayBeUnseen } from "./effect.ts";
import { injectFault } from "./inject.ts";
import type { Repetitions } from "./repetition.ts";
import { recordTraffic } from "./traffic.ts";

/** What became of a fault. */
export type Verdict = {
  fault: Fault;
  is: "killed" | "survived" | "not_reached" | "no_effect" | "undecided";
  by: "expect" | "step" | null;
  /** The case that stopped; of a survivor, the one that should have noticed. */
  caseId: string | null;
  why: string;
  /** Cases in which the fault took effect. */
  hits: string[];
  /** Cases that did not pass though the fault had not taken effect in them. */
  strays: string[];
};

const expecting = new Set(["expect", "wait_for"]);

/** An expectation of the suite, rather than a step that could not go on. */
const isExpectation = ({ step, status, expected }: CaseFailure): boolean =>
  step !== null &&
  (expecting.has(step.verb) ||
    (status === "failed" && step.verb === "request" && expected !== anyGoodStatus) ||
    (status === "failed" && step.verb === "download"));

/** Carries out these cases, which meet the fault, those first that have killed least so far, until one stops. */
export const tryFault = async (
  fault: Fault,
  {
    cases: asked,
    control,
    repetitions,
    earlier,
    seed,
  }: {
    cases: readonly string[];
    control: Control;
    repetitions: Repetitions;
    earlier: readonly Verdict[];
    seed: number;
  },
): Promise<Verdict> => {
  const kills = (id: string): number =>
    earlier.filter(({ is, caseId }) => is === "killed" && caseId === id).length;
  const order = asked.toSorted((a, b) => kills(a) - kills(b));
  const { watcher, hits } = injectFault(fault);
  const { watcher: recorder, traffic } = recordTraffic();
  const looks = mayBeUnseen(fault);
  const strays: CaseFailure[] = [];
  let kill: CaseFailure | null = null;
  const { cases, notReset } = await repetitions.run({
    only: order,
    order,
    seed,
    watcher: looks ? { ...watcher, onFacts: recorder.onFacts } : watcher,
    ...(fault.kind === "slow_answer" ? {} : { paces: control.paces }),
    onFailure(failure) {
      const isKill = control.cases.has(failure.caseId) && hits.has(failure.caseId);
      if (isKill) kill ??= failure;
      else strays.push(failure);
      return isKill;
    },
  });
  if (notReset !== null) return undecided(fault, notReset);
  const verdict = judge(fault, {
    kill,
    strays,
    cases: control.cases,
    hits: [...hits],
    why: new Map(cases.map(({ id, why }) => [id, why])),
  });
  const unseen =
    verdict.is === "survived" &&
    looks &&
    !fault.byStep &&
    !verdict.hits.some((id) => isSeen(traffic, id, [control.traffic, control.again]));
  return unseen ? { ...verdict, is: "no_effect", caseId: null } : verdict;
};

/** A fault that could not be tried, and why. */
export const undecided = (fault: Fault, why: string): Verdict => ({
  fault,
  is: "undecided",
  by: null,
  caseId: null,
  why,
  hits: [],
  strays: [],
});

const judge = (
  fault: Fault,
  {
    kill,
    strays,
    cases,
    hits,
    why,
  }: {
    kill: CaseFailure | null;
    strays: CaseFailure[];
    cases: ReadonlySet<string>;
    hits: string[];
    why: Map<string, string>;
  },
): Verdict => {
  // A log-in that failed is no case, and cannot be carried out again by itself.
  const own = strays.map(({ caseId }) => caseId).filter((id) => cases.has(id));
  const shared = { fault, hits, by: null, caseId: null, why: "", strays: own };
  if (kill) {
    const by = isExpectation(kill) ? "expect" : "step";
    return { ...shared, is: "killed", by, caseId: kill.caseId, why: why.get(kill.caseId) ?? kill.message };
  }
  const [stray] = strays;
  if (stray)
    return {
      ...shared,
      is: "undecided",
      why: `${stray.caseId} did not pass though the fault had not taken effect in it: ${stray.message}`,
    };
  if (hits.length === 0) return { ...shared, is: "not_reached" };
  const met = fault.seen.find(({ caseId }) => hits.includes(caseId)) ?? fault.seen[0];
  return { ...shared, is: "survived", caseId: met?.caseId ?? null };
};
