import { z } from "zod";
import { coverageSchema } from "./coverage.ts";
import { caseStatusSchema, summarySchema } from "./report.ts";
import { rootCauseSchema } from "./root-cause.ts";
import { runStatusSchema } from "./run.ts";

export const sourceKinds = ["url", "docs", "text", "openapi"] as const;

/** What an analysis answers with; the shape is the specification's AnalyzeResult. */
export const analyzeResultSchema = z.object({
  run_id: z.string(),
  status: runStatusSchema,
  suite: z.string().describe("Suite title; empty until one is generated"),
  summary: summarySchema,
  cases: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: caseStatusSchema,
      why: z.string(),
      root_cause: rootCauseSchema.nullable().describe("null for passing cases"),
    }),
  ),
  coverage: coverageSchema
    .optional()
    .describe("What of the app the suite covers, and the time that it took; for kind url, once it has run"),
  warnings: z
    .array(z.string())
    .optional()
    .describe("Why the llm_key was not used; left out when it was, or none was given"),
  issues: z.array(z.record(z.string(), z.unknown())).describe("The filed issues, when file_issues was set"),
});
export type AnalyzeResult = z.infer<typeof analyzeResultSchema>;
