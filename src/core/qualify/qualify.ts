import { createMask } from "#core/run/mask.ts";
import { secretsOf } from "#core/run/values.ts";
import type { NewRunEvent } from "#model/event.ts";
import type { FaultKind, Qualification } from "#model/qualification.ts";
import { runControls } from "./control.ts";
import type { Control } from "./control.ts";
import { deadFaults, pageFaults } from "./page-faults.ts";
import type { Fault } from "./fault.ts";
import { httpFaults } from "./http-faults.ts";
import { createRandom } from "./random.ts";
import { createRepetitions } from "./repetition.ts";
import type { RepetitionOptions } from "./repetition.ts";
import { countKinds, identified, sampleFaults } from "./sample.ts";
import { tryFault } from "./try-fault.ts";
import type { Verdict } from "./try-fault.ts";
import { toQualification } from "./result.ts";

export type QualifyOptions = Omit<RepetitionOptions, "emit"> & {
  runId: string;
  file: string;
  /** Case ids; null means all. */
  only: readonly string[] | null;
  /** Decides which faults are chosen, and the values of the fixtures. */
  seed: number;
  maxFaults: number;
  /** After so long no further fault is begun. */
  budgetMs: number;
  /** Kinds of fault to choose from. */
  kinds: readonly FaultKind[];
  emit(event: NewRunEvent): Promise<void>;
};

const candidatesOf = ({ traffic, again, cases, baseUrl }: Control, options: QualifyOptions): Fault[] => {
  const steady = {
    exchanges: traffic.exchanges.filter(({ caseId }) => cases.has(caseId)),
    facts: traffic.facts.filter(({ caseId }) => cases.has(caseId)),
    acts: traffic.acts.filter(({ caseId }) => cases.has(caseId)),
  };
  const drafts = [
    ...httpFaults(steady, baseUrl),
    ...pageFaults(steady, again, createRandom(options.seed)),
    ...deadFaults(steady),
  ];
  return identified(drafts).filter(({ kind }) => options.kinds.includes(kind));
};

/**
 * Qualifies a suite: a clean control, then one seeded fault a repetition, where the suite's own traffic makes it meaningful, then
 * a control of the cases that stopped at one. Rejects only when an event cannot be written; null when it was cancelled.
 */
export const qualifySuite = async (options: QualifyOptions): Promise<Qualification | null> => {
  const { suite, signal, now, seed } = options;
  const mask = createMask(secretsOf(suite, options.values.secret));
  const begun = now().getTime();
  const emit = (event: NewRunEvent): Promise<void> => options.emit(mask.deep(event));
  const say = (message: string, caseId: string | null = null): Promise<void> =>
    emit({ kind: "log", level: "info", case_id: caseId, step: null, message });

  const repetitions = createRepetitions({ ...options, emit });
  const control = await runControls(repetitions, options.only, seed, say);
  if (signal.aborted) return null;
  const candidates = candidatesOf(control, options);
  const chosen = sampleFaults(candidates, options.maxFaults, createRandom(seed));
  await say(`${candidates.length} faults are meaningful for this traffic; ${chosen.length} are tried`);

  const verdicts: Verdict[] = [];
  for (const [index, fault] of chosen.entries()) {
    if (signal.aborted) return null;
    if (now().getTime() - begun > options.budgetMs) break;
    const verdict = await tryFault(fault, {
      control,
      repetitions,
      earlier: verdicts,
      seed: seed + index + 2,
    });
    if (signal.aborted) return null;
    verdicts.push(verdict);
    await say(`fault ${index + 1} of ${chosen.length}: ${fault.what}: ${inWords(verdict)}`, verdict.caseId);
  }

  const killers = new Set(
    verdicts.flatMap(({ is, caseId }) => (is === "killed" && caseId !== null ? [caseId] : [])),
  );
  const late = await repetitions.clean([...killers], seed + 1);
  if (signal.aborted) return null;
  const lost = new Map(late.cases.flatMap(({ id, status, why }) => (status === "passed" ? [] : [[id, why]])));
  if (killers.size > 0)
    await say(`control afterwards: ${killers.size - lost.size} of ${killers.size} cases passed`);

  const result = toQualification({
    runId: options.runId,
    file: options.file,
    title: suite.title,
    control,
    verdicts,
    unsteadyLater: lost,
    sample: { seed, candidates: countKinds(candidates), chosen: chosen.length, tried: verdicts.length },
    spent: { ms: now().getTime() - begun, ...repetitions.count() },
    model: options.meter?.use() ?? null,
  });
  return mask.deep(result);
};

const inWords = ({ is, by, caseId }: Verdict): string => {
  if (is === "killed") return by === "expect" ? `noticed by ${caseId}` : `${caseId} could not go on`;
  if (is === "survived") return "no case noticed";
  return is.replace("_", " ");
};
