import { counted } from "#model/counted.ts";
import type { CaseReport } from "#model/report.ts";
import type { Repetition, Repetitions } from "./repetition.ts";
import { recordTraffic } from "./traffic.ts";
import type { Traffic } from "./traffic.ts";

type LeftOut = { case_id: string; why: string };

/** What the suite does on the app as it is, carried out twice. */
export type Control = {
  /** Cases that passed both times. */
  cases: ReadonlySet<string>;
  failed: LeftOut[];
  unsteady: LeftOut[];
  /** Of the first time, with its steps. */
  reports: ReadonlyMap<string, CaseReport>;
  traffic: Traffic;
  /** Of the second time. */
  again: Traffic;
  baseUrl: string;
  /** Longest step of each case, in milliseconds. */
  paces: ReadonlyMap<string, number>;
};

/** Of a repetition, each of these cases that did not pass, and why. */
export const notPassed = ({ cases, notReset }: Repetition, ids: readonly string[]): LeftOut[] => {
  const reports = new Map(cases.map((item) => [item.id, item]));
  return ids.flatMap((id) => {
    const item = reports.get(id);
    if (item?.status === "passed") return [];
    return [{ case_id: id, why: notReset ?? item?.why ?? "was not carried out" }];
  });
};

/**
 * The clean control of these cases, and of those that they need: twice, with other values of the fixtures, so that what passes
 * by chance is left out. `reset` names the case that takes no part.
 */
export const runControls = async (
  repetitions: Repetitions,
  { only, reset, seed }: { only: readonly string[]; reset: string | null; seed: number },
  say: (message: string) => Promise<void>,
): Promise<Control> => {
  const first = recordTraffic();
  await say("control: the suite as it is, on the app as it is");
  const once = await repetitions.run({ only, seed, watcher: first.watcher, tells: true });
  const all = [...new Set([...only, ...once.cases.map(({ id }) => id)])].filter((id) => id !== reset);
  const failed = notPassed(once, all);
  const good = all.filter((id) => !failed.some(({ case_id }) => case_id === id));
  await say(`control: ${good.length} of ${all.length} cases passed`);

  const second = recordTraffic();
  const none: Repetition = { cases: [], baseUrl: once.baseUrl, notReset: null };
  const again =
    good.length === 0 ? none : await repetitions.run({ only: good, seed: seed + 1, watcher: second.watcher });
  const unsteady = notPassed(again, good);
  if (unsteady.length > 0)
    await say(`control: ${counted(unsteady.length, "case")} passed once and not twice`);

  const left = new Set(unsteady.map(({ case_id }) => case_id));
  const paces = new Map<string, number>();
  for (const { id, steps } of [...once.cases, ...again.cases])
    paces.set(id, Math.max(paces.get(id) ?? 0, ...steps.map(({ duration_ms }) => duration_ms)));
  return {
    cases: new Set(good.filter((id) => !left.has(id))),
    failed,
    unsteady,
    reports: new Map(once.cases.map((item) => [item.id, item])),
    traffic: first.traffic,
    again: second.traffic,
    baseUrl: once.baseUrl,
    paces,
  };
};
