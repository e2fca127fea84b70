import { z } from "zod";
import { runEventSchema } from "./event.ts";
import { reportSchema, summarySchema } from "./report.ts";
import { trackerNames } from "./tracker.ts";

const runStatuses = ["queued", "running", "done", "error", "cancelled"] as const;
export const runStatusSchema = z.enum(runStatuses);
export type RunStatus = z.infer<typeof runStatusSchema>;

export const runKinds = ["suite", "analyze", "qualify"] as const;
export type RunKind = (typeof runKinds)[number];

const fileIssuesTargets = [...trackerNames, "native", "off"] as const;
export const fileIssuesSchema = z.enum(fileIssuesTargets);
export type FileIssues = z.infer<typeof fileIssuesSchema>;

/** A run as lists show it. */
export const runItemSchema = z.object({
  id: z.string(),
  kind: z.enum(runKinds),
  suite: z.string().nullable().describe("Suite file name; null while an analyze run has none yet"),
  cases: z.array(z.string()).nullable().describe("Case ids; null means all"),
  status: runStatusSchema,
  error: z.string().nullable().describe("Why the run could not be executed"),
  file_issues: fileIssuesSchema,
  sharded: z.boolean(),
  base_url: z.string().nullable(),
  plan_id: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  summary: summarySchema.nullable(),
});
export type RunItem = z.infer<typeof runItemSchema>;

/** One run whole. */
export const runDetailSchema = runItemSchema.extend({
  events: z.array(runEventSchema),
  report: reportSchema.nullable(),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      "Of an analysis the AnalyzeResult, of a qualification the Qualification; null until it has ended, and for other runs",
    ),
});
export type RunDetail = z.infer<typeof runDetailSchema>;

export const isOpen = (status: RunStatus): boolean => status === "queued" || status === "running";
