import { z } from "zod";
import type { Selectable } from "kysely";
import { summarySchema } from "#model/report.ts";
import { fileIssuesSchema, runKinds, runStatusSchema } from "#model/run.ts";
import type { RunItem } from "#model/run.ts";
import type { RunRow } from "#ports/store.ts";
import type { RunsTable } from "./schema.ts";

/** The columns of a list item; the rest of a row is for the worker. */
export const itemColumns = [
  "id",
  "kind",
  "suite",
  "cases",
  "status",
  "error",
  "file_issues",
  "sharded",
  "base_url",
  "plan_id",
  "created_at",
  "started_at",
  "finished_at",
  "summary",
] as const;

const kindSchema = z.enum(runKinds);
const casesSchema = z.array(z.string());
const objectSchema = z.record(z.string(), z.unknown());

/** The JSON object in a column. */
export const readObject = (text: string | null): Record<string, unknown> | null =>
  text === null ? null : objectSchema.parse(JSON.parse(text));

export const writeJson = (value: object | null): string | null =>
  value === null ? null : JSON.stringify(value);

export const toRunItem = (row: Pick<Selectable<RunsTable>, (typeof itemColumns)[number]>): RunItem => ({
  id: row.id,
  kind: kindSchema.parse(row.kind),
  suite: row.suite,
  cases: row.cases === null ? null : casesSchema.parse(JSON.parse(row.cases)),
  status: runStatusSchema.parse(row.status),
  error: row.error,
  file_issues: fileIssuesSchema.parse(row.file_issues),
  sharded: row.sharded === 1,
  base_url: row.base_url,
  plan_id: row.plan_id,
  created_at: row.created_at,
  started_at: row.started_at,
  finished_at: row.finished_at,
  summary: row.summary === null ? null : summarySchema.parse(JSON.parse(row.summary)),
});

export const toRunRow = (row: Selectable<RunsTable>): RunRow => ({
  ...toRunItem(row),
  orgId: row.org_id,
  attempt: row.attempt,
  cancelRequested: row.cancel_requested === 1,
  request: readObject(row.request),
  sealed: row.sealed,
});
