import { z } from "zod";
import { modelUseSchema } from "./model-use.ts";

/** The kinds of fault that are put between a suite and its app. */
export const faultKinds = [
  "server_error",
  "network_error",
  "field_missing",
  "field_changed",
  "field_null",
  "rows_missing",
  "rows_doubled",
  "rows_unsorted",
  "stale_read",
  "write_lost",
  "slow_answer",
  "wrong_redirect",
  "cookie_lost",
  "dead_control",
  "text_changed",
  "element_missing",
] as const;
export const faultKindSchema = z.enum(faultKinds);
export type FaultKind = z.infer<typeof faultKindSchema>;

const scoreShape = {
  noticed: z.int().describe("Faults that an expectation noticed"),
  stumbled: z
    .int()
    .describe("Faults that only stopped a step, such as a click on what was not there any more"),
  survived: z.int().describe("Faults that every case passed in spite of"),
  score: z.number().nullable().describe("noticed / (noticed + survived), 0..1; null when both are 0"),
  detected: z
    .number()
    .nullable()
    .describe("(noticed + stumbled) / all three, 0..1: how often a fault turned the suite red at all"),
};
const countsSchema = z.object(scoreShape);
export type FaultCounts = z.infer<typeof countsSchema>;

const faultShape = {
  id: z.string().describe("The same for the same fault in another qualification"),
  kind: faultKindSchema,
  what: z.string().describe("The fault in words"),
  cases: z.array(z.string()).describe("Cases whose traffic meets the fault"),
};

const killSchema = z.object({
  ...faultShape,
  by: z
    .enum(["expect", "step"])
    .describe("What stopped the case: an expectation, or a step that could not go on"),
  case_id: z.string().describe("The case that did not pass"),
  why: z.string(),
});

const survivorSchema = z.object({
  ...faultShape,
  case_id: z.string().describe("The case that should have noticed"),
  step: z.int().describe("0-based index of the step after which it was to be seen"),
  step_text: z.string(),
  should: z.string().describe("What an expectation after that step should have said, in words"),
  suggestion: z.string().nullable().describe("That expectation as a step in YAML, where one can be told"),
});
export type Survivor = z.infer<typeof survivorSchema>;

const leftOutSchema = z.object({ case_id: z.string(), why: z.string() });

/** What a qualification has found out about a suite. */
export const qualificationSchema = z
  .object({
    run_id: z.string(),
    status: z.enum(["queued", "running", "done", "error", "cancelled"]),
    suite: z.string().describe("Suite file name"),
    title: z.string(),
    base_url: z.string(),
    ...scoreShape,
    by_kind: z
      .record(z.string(), countsSchema)
      .describe("By kind of fault; kinds that were not tried are left out"),
    survivors: z.array(survivorSchema),
    killed: z.array(killSchema),
    not_reached: z.array(z.object(faultShape)).describe("Faults that never took effect; they do not count"),
    no_effect: z
      .array(z.object(faultShape))
      .describe("Faults that took effect and changed nothing that could be seen; they do not count"),
    undecided: z
      .array(z.object({ ...faultShape, why: z.string() }))
      .describe("Faults whose verdict is not to be trusted; they do not count"),
    control: z.object({
      cases: z.array(z.string()).describe("Cases that passed every control, and so take part"),
      failed: z.array(leftOutSchema).describe("Cases that did not pass the clean control"),
      unsteady: z.array(leftOutSchema).describe("Cases that passed one clean control and not another"),
    }),
    never_killed: z.array(z.string()).describe("Cases that met faults and stopped at none"),
    not_asked: z.array(z.string()).describe("Cases that no fault was tried on"),
    sample: z.object({
      seed: z.int(),
      candidates: z.record(z.string(), z.int()).describe("Faults that the suite's traffic gives, by kind"),
      chosen: z.int(),
      tried: z.int(),
      told: z.string().describe("How the faults were chosen, and what was left out"),
    }),
    duration_ms: z.int(),
    repetitions: z.int().describe("How often the suite, or a part of it, was carried out"),
    case_runs: z.int().describe("How many cases were carried out, over all repetitions"),
    model: modelUseSchema.optional().describe("What it asked of a model; absent when it asked nothing"),
  })
  .meta({ id: "Qualification" });
export type Qualification = z.infer<typeof qualificationSchema>;
