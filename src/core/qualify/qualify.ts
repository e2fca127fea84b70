import { createMask } from "#core/run/mask.ts";
import { secretsOf } from "#core/run/values.ts";
import type { NewRunEvent } from "#model/event.ts";
import type { FaultKind, Qualification } from "#model/qualification.ts";
import type { Suite } from "#model/suite.ts";
import { runControls } from "./control.ts";
import type { Control } from "./control.ts";
import { deadFaults, pageFaults } from "./page-faults.ts";
import type { Fault } from "./fault.ts";
import { httpFaults } from "./http-faults.ts";
import { createRandom } from "./random.ts";
import { createRepetitions } from "./repetition.ts";
import type { RepetitionOptions } from "./repetition.ts";
import { emptyQualification } from "./empty.ts";
import { countKinds, identified, sampleFaults } from "./sample.ts";
import { createSteadiness, readersFirst } from "./steadiness.ts";
import { tryFault, undecided } from "./try-fault.ts";
import type { Verdict } from "./try-fault.ts";
import { toQualification } from "./result.ts";

export type QualifyOptions = Omit<RepetitionOptions, "emit" | "mask"> & {
  runId: string;
  file: string;
  /** Values that are covered beside those that the suite itself names as secret. */
  secrets: readonly string[];
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

/** Which of these cases can still be judged by: they, and what they need, pass without a fault. */
const stillSteady = (suite: Suite, lost: ReadonlyMap<string, string>) => {
  const needs = new Map(suite.cases.map((item) => [item.id, item.needs]));
  const isSteady = (id: string): boolean => !lost.has(id) && (needs.get(id) ?? []).every(isSteady);
  return isSteady;
};

/**
 * Qualifies a suite: a clean control, then one seeded fault a repetition, where the suite's own traffic makes it meaningful, and
 * after each that a case stopped at, that case once more without it. Rejects only when an event cannot be written; a cancelled
 * qualification gives what it has found out till then.
 */
export const qualifySuite = async (options: QualifyOptions): Promise<Qualification> => {
  const { suite, signal, now, seed, reset } = options;
  const mask = createMask([...secretsOf(suite, options.values.secret), ...options.secrets]);
  const begun = now().getTime();
  const emit = (event: NewRunEvent): Promise<void> => options.emit(mask.deep(event));
  const say = (message: string, caseId: string | null = null): Promise<void> =>
    emit({ kind: "log", level: "info", case_id: caseId, step: null, message });

  const repetitions = createRepetitions({ ...options, emit, mask });
  const only = (options.only ?? suite.cases.map(({ id }) => id)).filter((id) => id !== reset);
  const control = await runControls(repetitions, { only, reset, seed }, say);
  const shared = { runId: options.runId, file: options.file, title: suite.title };
  const spent = () => ({ ms: now().getTime() - begun, ...repetitions.count() });
  if (signal.aborted)
    return mask.deep({
      ...emptyQualification({ run_id: options.runId, status: "cancelled", suite: options.file }),
      title: suite.title,
      duration_ms: spent().ms,
    });
  const candidates = candidatesOf(control, options);
  const sampled = sampleFaults(candidates, options.maxFaults, createRandom(seed));
  const chosen = reset === null ? readersFirst(sampled, control) : sampled;
  await say(`faults that are meaningful for this traffic: ${candidates.length}, tried: ${chosen.length}`);

  const verdicts: Verdict[] = [];
  const steadiness = createSteadiness(repetitions, signal, say);
  for (const [index, fault] of chosen.entries()) {
    if (signal.aborted || now().getTime() - begun > options.budgetMs) break;
    const met = fault.seen.map(({ caseId }) => caseId);
    const cases = met.filter(stillSteady(suite, steadiness.lost));
    const at = seed + index + 2;
    const verdict =
      cases.length === 0
        ? undecided(fault, `${met.join(", ")}: no longer steady without a fault`)
        : await steadiness.confirmed(
            await tryFault(fault, { cases, control, repetitions, earlier: verdicts, seed: at }),
            at + options.maxFaults,
          );
    if (signal.aborted) break;
    verdicts.push(verdict);
    await say(`fault ${index + 1} of ${chosen.length}: ${fault.what}: ${inWords(verdict)}`, verdict.caseId);
  }

  const result = toQualification({
    ...shared,
    status: signal.aborted ? "cancelled" : "done",
    control,
    verdicts,
    unsteadyLater: steadiness.lost,
    sample: { seed, candidates: countKinds(candidates), chosen: chosen.length, tried: verdicts.length },
    spent: spent(),
    model: options.meter?.use() ?? null,
  });
  return mask.deep(result);
};

const inWords = ({ is, by, caseId }: Verdict): string => {
  if (is === "killed") return by === "expect" ? `noticed by ${caseId}` : `${caseId} could not go on`;
  if (is === "survived") return "no case noticed";
  return is.replace("_", " ");
};
