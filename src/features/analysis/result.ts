import { analyzeResultSchema } from "#model/analysis.ts";
import type { AnalyzeResult } from "#model/analysis.ts";
import type { Coverage } from "#model/coverage.ts";
import type { Report } from "#model/report.ts";
import type { RunStatus } from "#model/run.ts";

/** The answer while there is no report. */
export const emptyResult = (runId: string, status: RunStatus): AnalyzeResult => ({
  run_id: runId,
  status,
  suite: "",
  summary: { passed: 0, failed: 0, broken: 0, skipped: 0 },
  cases: [],
  issues: [],
});

export const toAnalyzeResult = (
  runId: string,
  status: RunStatus,
  report: Report,
  issues: AnalyzeResult["issues"],
  { coverage = null, warnings = [] }: { coverage?: Coverage | null; warnings?: string[] } = {},
): AnalyzeResult => ({
  run_id: runId,
  status,
  suite: report.title,
  summary: report.summary,
  cases: report.cases.map(({ id, title, status: verdict, why, root_cause }) => ({
    id,
    title,
    status: verdict,
    why,
    root_cause,
  })),
  ...(coverage && { coverage }),
  ...(warnings.length > 0 && { warnings }),
  issues,
});

export const isAnalyzeResult = (value: unknown): value is AnalyzeResult =>
  analyzeResultSchema.safeParse(value).success;
