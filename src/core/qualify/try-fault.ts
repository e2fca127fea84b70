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
};

const expecting = new Set(["expect", "wait_for"]);

/** An expectation of the suite, rather than a step that could not go on. */
const isExpectation = ({ step, status, expected }: CaseFailure): boolean =>
  step !== null &&
  (expecting.has(step.verb) ||
    (status === "failed" && step.verb === "request" && expected !== anyGoodStatus) ||
    (status === "failed" && step.verb === "download"));

/** Carries out the cases that meet the fault, those first that have killed least so far, until one stops. */
export const tryFault = async (
  fault: Fault,
  {
    control,
    repetitions,
    earlier,
    seed,
  }: { control: Control; repetitions: Repetitions; earlier: readonly Verdict[]; seed: number },
): Promise<Verdict> => {
  const kills = (id: string): number =>
    earlier.filter(({ is, caseId }) => is === "killed" && caseId === id).length;
  const order = fault.seen.map(({ caseId }) => caseId).toSorted((a, b) => kills(a) - kills(b));
  const { watcher, hits } = injectFault(fault);
  const { watcher: recorder, traffic } = recordTraffic();
  const looks = mayBeUnseen(fault);
  const failures: CaseFailure[] = [];
  let kill: CaseFailure | null = null;
  const { cases } = await repetitions.run({
    only: order,
    order,
    seed,
    watcher: looks ? { ...watcher, onFacts: recorder.onFacts } : watcher,
    ...(fault.kind === "slow_answer" ? {} : { paces: control.paces }),
    onFailure(failure) {
      failures.push(failure);
      if (!control.cases.has(failure.caseId) || !hits.has(failure.caseId)) return false;
      kill ??= failure;
      return true;
    },
  });
  const verdict = judge(fault, {
    kill,
    failures,
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

const judge = (
  fault: Fault,
  {
    kill,
    failures,
    hits,
    why,
  }: { kill: CaseFailure | null; failures: CaseFailure[]; hits: string[]; why: Map<string, string> },
): Verdict => {
  const shared = { fault, hits, by: null, caseId: null, why: "" };
  if (kill) {
    const by = isExpectation(kill) ? "expect" : "step";
    return { ...shared, is: "killed", by, caseId: kill.caseId, why: why.get(kill.caseId) ?? kill.message };
  }
  const [stray] = failures;
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
