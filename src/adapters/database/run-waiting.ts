import { sql } from "kysely";
import type { Expression, SqlBool } from "kysely";
import type { Fence, NewRun } from "#ports/store.ts";
import { toCount } from "./pages.ts";
import { endedColumns, toEndedRun } from "./record-end.ts";
import type { RecordEnd } from "./record-end.ts";
import type { RunState } from "./run-leases.ts";
import { whileHeld } from "./run-journal.ts";
import { writeJson } from "./run-rows.ts";
import type { Executor } from "./transactions.ts";

/** How often a run is handed out again after its worker was lost. */
const mostRequeues = 2;
const rowsAtOnce = 500;

/** Written as words, not as bound values, so that the partial indexes serve. */
export const queued = sql<boolean>`runs.status = 'queued'`;
export const running = sql<boolean>`runs.status = 'running'`;
/** A run of an ordered pass waits for every earlier one of the pass to end. */
export const mayStart = sql<boolean>`(runs.pass_id is null or not exists (
  select 1 from runs as earlier where earlier.pass_id = runs.pass_id and earlier.pass_position < runs.pass_position
    and earlier.status in ('queued', 'running')))`;

/** Writes the runs as `queued`. */
export const insertRuns = async (db: Executor, runs: NewRun[], created_at: string): Promise<void> => {
  for (let from = 0; from < runs.length; from += rowsAtOnce) {
    await db
      .insertInto("runs")
      .values(runs.slice(from, from + rowsAtOnce).map((row) => ({ ...toColumns(row), created_at })))
      .execute();
  }
};

/**
 * Puts a run that its worker holds back in the queue, or ends it when it was to be cancelled; `counted`, as one whose
 * worker was lost. What became of it; null when it is no longer held, or was put back so often that it must end.
 */
export const putBack = async (
  db: Executor,
  fence: Fence,
  { at, counted, recordEnd }: { at: string; counted: boolean; recordEnd: RecordEnd },
): Promise<"queued" | "cancelled" | null> => {
  const held = await whileHeld(db, fence)
    .set((eb) => ({
      status: eb.case().when("cancel_requested", "=", 1).then("cancelled").else("queued").end(),
      finished_at: eb.case().when("cancel_requested", "=", 1).then(at).else(null).end(),
      sealed: eb.case().when("cancel_requested", "=", 1).then(null).else(eb.ref("sealed")).end(),
      started_at: eb.case().when("cancel_requested", "=", 1).then(eb.ref("started_at")).else(null).end(),
      requeues: eb("requeues", "+", counted ? 1 : 0),
    }))
    .where("requeues", "<", counted ? mostRequeues : mostRequeues + 1)
    .returning([...endedColumns, "status"])
    .executeTakeFirst();
  if (!held) return null;
  if (held.status !== "cancelled") return "queued";
  await recordEnd(db, toEndedRun(held, { status: "cancelled", at }));
  return "cancelled";
};

/**
 * What becomes of runs that lost their worker: queued again, at most twice; then they end with error `worker_lost`.
 * One that was to be cancelled is cancelled.
 */
export const requeueLost = async (
  db: Executor,
  which: Expression<SqlBool>,
  { at, recordEnd }: { at: string; recordEnd: RecordEnd },
): Promise<{ requeued: string[]; ended: string[] }> => {
  const cancelled = await db
    .updateTable("runs")
    .set({ status: "cancelled", finished_at: at, sealed: null })
    .where(running)
    .where(which)
    .where("cancel_requested", "=", 1)
    .returning(endedColumns)
    .execute();
  const lost = await db
    .updateTable("runs")
    .set({ status: "error", error: "worker_lost", finished_at: at, sealed: null })
    .where(running)
    .where(which)
    .where("requeues", ">=", mostRequeues)
    .returning(endedColumns)
    .execute();
  for (const row of cancelled) await recordEnd(db, toEndedRun(row, { status: "cancelled", at }));
  for (const row of lost) await recordEnd(db, toEndedRun(row, { status: "error", at }));
  const requeued = await db
    .updateTable("runs")
    .set((eb) => ({ status: "queued", started_at: null, requeues: eb("requeues", "+", 1) }))
    .where(running)
    .where(which)
    .returning("id")
    .execute();
  return { requeued: requeued.map(({ id }) => id), ended: [...cancelled, ...lost].map(({ id }) => id) };
};

/** What has become of runs that a worker holds; a run that is gone is left out. */
export const readStates = async (db: Executor, runIds: string[]): Promise<RunState[]> => {
  if (runIds.length === 0) return [];
  const rows = await db
    .selectFrom("runs")
    .select(["id", "attempt", "status", "cancel_requested"])
    .where("id", "in", runIds)
    .execute();
  return rows.map(({ id, attempt, status, cancel_requested }) => ({
    id,
    attempt,
    status,
    cancelRequested: cancel_requested === 1,
  }));
};

export const countQueued = async (db: Executor): Promise<number> =>
  toCount(
    await db
      .selectFrom("runs")
      .select((eb) => eb.fn.countAll().as("total"))
      .where(queued)
      .executeTakeFirst(),
  );

const toColumns = (row: NewRun) => ({
  id: row.id,
  org_id: row.orgId,
  kind: row.kind,
  suite: row.suite,
  cases: writeJson(row.cases),
  status: "queued",
  error: null,
  file_issues: row.fileIssues,
  sharded: row.sharded ? 1 : 0,
  base_url: row.baseUrl,
  plan_id: row.planId,
  started_at: null,
  finished_at: null,
  summary: null,
  attempt: 0,
  requeues: 0,
  cancel_requested: 0,
  request: writeJson(row.request),
  sealed: row.sealed,
  last_seq: 0,
  pass_id: row.pass?.id ?? null,
  pass_position: row.pass?.position ?? null,
});
