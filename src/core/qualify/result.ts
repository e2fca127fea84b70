import type { FaultCounts, Qualification, Survivor } from "#model/qualification.ts";
import type { ModelUse } from "#model/model-use.ts";
import type { Control } from "./control.ts";
import type { Fault } from "./fault.ts";
import { suggestionOf } from "./suggest.ts";
import type { Verdict } from "./try-fault.ts";

type Findings = {
  runId: string;
  file: string;
  title: string;
  status: "done" | "cancelled";
  control: Control;
  verdicts: readonly Verdict[];
  /** Cases that no longer passed without a fault at some moment, and why. */
  unsteadyLater: ReadonlyMap<string, string>;
  sample: { seed: number; candidates: Record<string, number>; chosen: number; tried: number };
  spent: { ms: number; repetitions: number; caseRuns: number };
  model: ModelUse | null;
};

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;

const countsOf = (verdicts: readonly Verdict[]): FaultCounts => {
  const many = (test: (verdict: Verdict) => boolean): number => verdicts.filter(test).length;
  const noticed = many(({ is, by }) => is === "killed" && by === "expect");
  const stumbled = many(({ is, by }) => is === "killed" && by === "step");
  const survived = many(({ is }) => is === "survived");
  return {
    noticed,
    stumbled,
    survived,
    score: share(noticed, noticed + survived),
    detected: share(noticed + stumbled, noticed + stumbled + survived),
  };
};

const wordsOf = ({ id, kind, what, seen }: Fault) => ({
  id,
  kind,
  what,
  cases: seen.map(({ caseId }) => caseId),
});

const survivorOf = ({ fault, caseId }: Verdict, { reports }: Control): Survivor => {
  const place = fault.seen.find((each) => each.caseId === caseId) ?? fault.seen[0];
  const step = reports.get(place?.caseId ?? "")?.steps.find(({ index }) => index === place?.step);
  return {
    ...wordsOf(fault),
    case_id: place?.caseId ?? "",
    step: place?.step ?? 0,
    step_text: step?.text ?? "",
    should: fault.should,
    suggestion: suggestionOf(fault),
  };
};

const told = ({ sample: { candidates, chosen, tried }, status }: Findings): string => {
  const all = Object.values(candidates).reduce((sum, each) => sum + each, 0);
  const why = status === "cancelled" ? "it was cancelled" : "the time was up";
  const left = chosen > tried ? `; ${why} before ${chosen - tried} of them` : "";
  return (
    `${chosen} of ${all} meaningful faults, each kind in turn and of each kind every page or route in turn, ` +
    `in an order that the seed decides${left}`
  );
};

/** The verdicts as the answer that a person reads. */
export const toQualification = (findings: Findings): Qualification => {
  const { control, unsteadyLater, sample, spent, verdicts } = findings;
  const of = (is: Verdict["is"]): Verdict[] => verdicts.filter((verdict) => verdict.is === is);
  const kinds = [...new Set(verdicts.map(({ fault }) => fault.kind))].toSorted();
  const met = new Set(verdicts.flatMap(({ hits }) => hits));
  const killers = new Set(of("killed").map(({ caseId }) => caseId));
  const cases = [...control.cases].filter((id) => !unsteadyLater.has(id));
  return {
    run_id: findings.runId,
    status: findings.status,
    suite: findings.file,
    title: findings.title,
    base_url: control.baseUrl,
    ...countsOf(verdicts),
    by_kind: Object.fromEntries(
      kinds.map((kind) => [kind, countsOf(verdicts.filter(({ fault }) => fault.kind === kind))]),
    ),
    survivors: of("survived").map((verdict) => survivorOf(verdict, control)),
    killed: of("killed").map(({ fault, by, caseId, why }) => ({
      ...wordsOf(fault),
      by: by ?? "step",
      case_id: caseId ?? "",
      why,
    })),
    not_reached: of("not_reached").map(({ fault }) => wordsOf(fault)),
    no_effect: of("no_effect").map(({ fault }) => wordsOf(fault)),
    undecided: of("undecided").map(({ fault, why }) => ({ ...wordsOf(fault), why })),
    control: {
      cases,
      failed: control.failed,
      unsteady: [...control.unsteady, ...[...unsteadyLater].map(([case_id, why]) => ({ case_id, why }))],
    },
    never_killed: cases.filter((id) => met.has(id) && !killers.has(id)),
    not_asked: cases.filter((id) => !met.has(id)),
    sample: { ...sample, told: told(findings) },
    duration_ms: spent.ms,
    repetitions: spent.repetitions,
    case_runs: spent.caseRuns,
    ...(findings.model && { model: findings.model }),
  };
};
