import type { Qualification } from "#model/qualification.ts";

/** The answer while there is nothing to tell yet. */
export const emptyQualification = (
  run: Pick<Qualification, "run_id" | "status" | "suite">,
): Qualification => ({
  ...run,
  title: "",
  base_url: "",
  noticed: 0,
  stumbled: 0,
  survived: 0,
  score: null,
  detected: null,
  by_kind: {},
  survivors: [],
  killed: [],
  not_reached: [],
  no_effect: [],
  undecided: [],
  control: { cases: [], failed: [], unsteady: [] },
  never_killed: [],
  not_asked: [],
  sample: { seed: 0, candidates: {}, chosen: 0, tried: 0, told: "" },
  duration_ms: 0,
  repetitions: 0,
  case_runs: 0,
});
