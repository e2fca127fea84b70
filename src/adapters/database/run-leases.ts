import { sql } from "kysely";
import type { Fence, NewRun, RunRow, Tx } from "#ports/store.ts";
import { toCount } from "./pages.ts";
import { whileHeld } from "./run-journal.ts";
import { recordEnd } from "./record-end.ts";
import { toRunRow, writeJson } from "./run-rows.ts";
import type { Executor, Transactions } from "./transactions.ts";

/** How often a run is handed out again after its worker was lost. */
const mostRequeues = 2;
const rowsAtOnce = 500;

/** Written as words, not as bound values, so that the partial indexes serve. */
const queued = sql<boolean>`runs.status = 'queued'`;
const running = sql<boolean>`runs.status = 'running'`;
/** A run of an ordered pass waits for every earlier one of the pass to end. */
const mayStart = sql<boolean>`(runs.pass_id is null or not exists (
  select 1 from runs as earlier where earlier.pass_id = runs.pass_id and earlier.pass_position < runs.pass_position
    and earlier.status in ('queued', 'running')))`;

export type RunState = { id: string; attempt: number; status: string; cancelRequested: boolean };

/** What the embedded queue asks of the database. */
export type RunLeases = ReturnType<typeof createRunLeases>;

export const createRunLeases = ({ run, executor, within, afterCommit }: Transactions, now: () => Date) => ({
  afterCommit,

  /** Writes the runs as `queued`, all or none. */
  insert: (runs: NewRun[], tx?: Tx): Promise<void> =>
    within(tx, async (db) => {
      const created_at = now().toISOString();
      for (let from = 0; from < runs.length; from += rowsAtOnce) {
        await db
          .insertInto("runs")
          .values(runs.slice(from, from + rowsAtOnce).map((row) => ({ ...toColumns(row), created_at })))
          .execute();
      }
    }),

  /**
   * Hands out the oldest queued run that may start, of the organisation that was served longest ago, with its attempt
   * raised. Null when none waits.
   */
  claim: (): Promise<RunRow | null> =>
    run(async (tx) => {
      const db = executor(tx);
      const claimed = await db
        .updateTable("runs")
        .set((eb) => ({ status: "running", attempt: eb("attempt", "+", 1), started_at: now().toISOString() }))
        .where("id", "=", (eb) =>
          eb
            .selectFrom("runs")
            .select("runs.id")
            .where(queued)
            .where(mayStart)
            .where("runs.org_id", "=", (next) =>
              next
                .selectFrom("organisations")
                .select("organisations.id")
                .where((waiting) =>
                  waiting.exists(
                    waiting
                      .selectFrom("runs")
                      .select("runs.id")
                      .where(queued)
                      .where(mayStart)
                      .whereRef("runs.org_id", "=", "organisations.id"),
                  ),
                )
                .orderBy("organisations.turn")
                .orderBy("organisations.id")
                .limit(1),
            )
            .orderBy("runs.created_at")
            .orderBy("runs.id")
            .limit(1),
        )
        .returningAll()
        .executeTakeFirst();
      if (!claimed) return null;
      await db
        .updateTable("organisations")
        .set({ turn: sql<number>`(select max(turn) + 1 from organisations)` })
        .where("id", "=", claimed.org_id)
        .execute();
      return toRunRow(claimed);
    }),

  /** Puts a run back in its place in the queue, without counting against it. False when it is no longer held. */
  handBack: (fence: Fence): Promise<boolean> =>
    run(async (tx) => {
      const db = executor(tx);
      const at = now().toISOString();
      const held = await whileHeld(db, fence)
        .set((eb) => ({
          status: eb.case().when("cancel_requested", "=", 1).then("cancelled").else("queued").end(),
          finished_at: eb.case().when("cancel_requested", "=", 1).then(at).else(null).end(),
          sealed: eb.case().when("cancel_requested", "=", 1).then(null).else(eb.ref("sealed")).end(),
          started_at: eb.case().when("cancel_requested", "=", 1).then(eb.ref("started_at")).else(null).end(),
        }))
        .returning(["id", "org_id", "suite", "status"])
        .executeTakeFirst();
      if (held?.status === "cancelled") await recordWithoutReport(db, held, "cancelled", at);
      return held !== undefined;
    }),

  /**
   * For the start of the one process that works the queue: every run marked `running` has lost its worker.
   * It is queued again, at most twice; then it ends with error `worker_lost`. One that was to be cancelled is cancelled.
   */
  recover: (): Promise<{ requeued: string[]; ended: string[] }> =>
    run(async (tx) => {
      const db = executor(tx);
      const finished_at = now().toISOString();
      const cancelled = await db
        .updateTable("runs")
        .set({ status: "cancelled", finished_at, sealed: null })
        .where(running)
        .where("cancel_requested", "=", 1)
        .returning(["id", "org_id", "suite"])
        .execute();
      const lost = await db
        .updateTable("runs")
        .set({ status: "error", error: "worker_lost", finished_at, sealed: null })
        .where(running)
        .where("requeues", ">=", mostRequeues)
        .returning(["id", "org_id", "suite"])
        .execute();
      for (const row of cancelled) await recordWithoutReport(db, row, "cancelled", finished_at);
      for (const row of lost) await recordWithoutReport(db, row, "error", finished_at);
      const requeued = await db
        .updateTable("runs")
        .set((eb) => ({ status: "queued", started_at: null, requeues: eb("requeues", "+", 1) }))
        .where(running)
        .returning("id")
        .execute();
      return { requeued: requeued.map(({ id }) => id), ended: [...cancelled, ...lost].map(({ id }) => id) };
    }),

  /** What has become of runs that a worker holds; a run that is gone is left out. */
  states: async (runIds: string[]): Promise<RunState[]> => {
    if (runIds.length === 0) return [];
    const rows = await executor()
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
  },

  depth: async (): Promise<number> =>
    toCount(
      await executor()
        .selectFrom("runs")
        .select((eb) => eb.fn.countAll().as("total"))
        .where(queued)
        .executeTakeFirst(),
    ),
});

const recordWithoutReport = (
  db: Executor,
  row: { id: string; org_id: string; suite: string | null },
  status: "cancelled" | "error",
  at: string,
): Promise<void> =>
  recordEnd(db, { id: row.id, orgId: row.org_id, suite: row.suite, status, at, report: null, digest: "" });

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
