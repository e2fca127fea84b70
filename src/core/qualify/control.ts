import type { CaseReport } from "#model/report.ts";
import type { Repetitions } from "./repetition.ts";
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

const passed = ({ status }: CaseReport): boolean => status === "passed";

/** The clean control: twice, with other values of the fixtures, so that what passes by chance is left out. */
export const runControls = async (
  repetitions: Repetitions,
  only: readonly string[] | null,
  seed: number,
  say: (message: string) => Promise<void>,
): Promise<Control> => {
  const first = recordTraffic();
  await say("control: the suite as it is, on the app as it is");
  const once = await repetitions.run({ only, seed, watcher: first.watcher, tells: true });
  const good = once.cases.filter(passed).map(({ id }) => id);
  await say(`control: ${good.length} of ${once.cases.length} cases passed`);

  const second = recordTraffic();
  const twice =
    good.length === 0
      ? []
      : (await repetitions.run({ only: good, seed: seed + 1, watcher: second.watcher })).cases;
  const again = new Map(twice.map((item) => [item.id, item]));
  const unsteady = good.flatMap((id): LeftOut[] => {
    const item = again.get(id);
    return item && passed(item) ? [] : [{ case_id: id, why: item?.why ?? "was not carried out again" }];
  });
  if (unsteady.length > 0) await say(`control: ${unsteady.length} cases passed once and not twice`);

  const left = new Set(unsteady.map(({ case_id }) => case_id));
  const paces = new Map<string, number>();
  for (const { id, steps } of [...once.cases, ...twice])
    paces.set(id, Math.max(paces.get(id) ?? 0, ...steps.map(({ duration_ms }) => duration_ms)));
  return {
    cases: new Set(good.filter((id) => !left.has(id))),
    failed: once.cases.filter((item) => !passed(item)).map(({ id, why }) => ({ case_id: id, why })),
    unsteady,
    reports: new Map(once.cases.map((item) => [item.id, item])),
    traffic: first.traffic,
    again: second.traffic,
    baseUrl: once.baseUrl,
    paces,
  };
};
