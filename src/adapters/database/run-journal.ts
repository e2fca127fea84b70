import { sql } from "kysely";
import type { NewRunEvent } from "#model/event.ts";
import type { Fence, RunOutcome, Store } from "#ports/store.ts";
import { isPostgres } from "./engine.ts";
import { isConflict } from "./postgres-failures.ts";
import { endedColumns, toEndedRun } from "./record-end.ts";
import type { RecordEnd } from "./record-end.ts";
import { writeJson } from "./run-rows.ts";
import { isUnmet } from "./together.ts";
import type { Write } from "./together.ts";
import type { Executor, Transactions } from "./transactions.ts";

type Options = { now: () => Date; recordEnd: RecordEnd };
type RunJournalQueries = Pick<Store["runs"], "events" | "appendEvents" | "setSuite" | "finish">;

/** Rows of one insert, well below the engines' limit on bound values. */
const rowsAtOnce = 1000;

/** What the column holds; callers may name any number. */
const largestSeq = 2_147_483_647;

/** What the worker that holds a run writes; each write does nothing once the run was handed on or has ended. */
export const createRunJournalQueries = (
  { executor, within }: Transactions,
  { now, recordEnd }: Options,
): RunJournalQueries => ({
  events: async (runId, since, limit, tx) => {
    const rows = await executor(tx)
      .selectFrom("run_events")
      .select(["seq", "at", "body"])
      .where("run_id", "=", runId)
      .where("seq", ">", Math.min(since, largestSeq))
      .orderBy("seq")
      .limit(limit)
      .execute();
    return rows.map(({ seq, at, body }) => ({ ...(JSON.parse(body) as NewRunEvent), seq, at }));
  },

  appendEvents: async (fence, events, tx) => {
    const at = now().toISOString();
    return isPostgres(executor(tx))
      ? appendAtOnce(executor(tx), fence, events, at)
      : within(tx, (db) => append(db, fence, events, at));
  },

  setSuite: async (fence, suite, request, tx) => {
    const held = await whileHeld(executor(tx), fence)
      .set({ suite, request: writeJson(request) })
      .returning("id")
      .executeTakeFirst();
    return held !== undefined;
  },

  finish: async (fence, outcome, tx) => {
    const end = { fence, outcome, at: now().toISOString(), recordEnd };
    return tx === undefined && isPostgres(executor())
      ? endAtOnce({ executor, within }, end)
      : within(tx, (db) => endRun(db, end));
  },
});

type End = { fence: Fence; outcome: RunOutcome; at: string; recordEnd: RecordEnd };

/**
 * Ends a run: its row, its report and whatever is kept for the statistics of finished runs change in one transaction.
 * False when the fence no longer holds.
 */
const endRun = async (db: Executor, end: End): Promise<boolean> => {
  const ended = await endingOf(db, end).returning(endedColumns).executeTakeFirst();
  if (!ended) return false;
  await end.recordEnd(db, toEndedRun(ended, endOf(end)), { writes: detailsOf(db, end) });
  return true;
};

/**
 * The same in one statement of PostgreSQL, so that the counts that runs share are locked for as short as can be; in a
 * transaction where more is done along with it, as for a run of a pass, and where another transaction was in the way.
 */
const endAtOnce = async ({ executor, within }: Pick<Transactions, "executor" | "within">, end: End) => {
  const { runId, attempt } = end.fence;
  // What it tells is changed by nobody but the holder of the run.
  const held = await executor()
    .selectFrom("runs")
    .select(endedColumns)
    .where("id", "=", runId)
    .where("attempt", "=", attempt)
    .where("status", "=", "running")
    .executeTakeFirst();
  if (!held) return false;
  const work = (db: Executor): Promise<void> => {
    const condition = endingOf(db, end).returning("id");
    return end.recordEnd(db, toEndedRun(held, endOf(end)), { writes: detailsOf(db, end), condition });
  };
  try {
    if (held.pass_id !== null) await within(undefined, work);
    else {
      await work(executor()).catch(async (error: unknown) => {
        if (!isConflict(error)) throw error;
        await within(undefined, work);
      });
    }
    return true;
  } catch (error) {
    if (isUnmet(error)) return false;
    throw error;
  }
};

const endingOf = (db: Executor, { fence, outcome, at }: End) =>
  whileHeld(db, fence).set({
    status: outcome.status,
    error: outcome.error,
    summary: writeJson(outcome.summary),
    finished_at: at,
    sealed: null,
  });

/** What a run ended with, as it is counted. */
const endOf = ({ outcome, at }: End) => ({
  status: outcome.status,
  at,
  report: outcome.report,
  digest: outcome.suiteDigest ?? "",
});

const detailsOf = (db: Executor, { fence, outcome: { report, result } }: End): Write[] =>
  report === null && result === null
    ? []
    : [
        db
          .insertInto("run_details")
          .values({ run_id: fence.runId, report: writeJson(report), result: writeJson(result) }),
      ];

const append = async (db: Executor, fence: Fence, events: NewRunEvent[], at: string): Promise<boolean> => {
  const held = await whileHeld(db, fence)
    .set((eb) => ({ last_seq: eb("last_seq", "+", events.length) }))
    .returning("last_seq")
    .executeTakeFirst();
  if (!held) return false;
  const before = held.last_seq - events.length;
  const rows = events.map((event, index) => ({
    run_id: fence.runId,
    seq: before + index + 1,
    at,
    body: JSON.stringify(event),
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto("run_events")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
  }
  return true;
};

/** The same in one statement of PostgreSQL: there are many events, and each statement is a way to the server and back. */
const appendAtOnce = async (
  db: Executor,
  { runId, attempt }: Fence,
  events: NewRunEvent[],
  at: string,
): Promise<boolean> => {
  const bodies = events.map((event) => JSON.stringify(event));
  const { rows } = await sql<{ held: number }>`
    with held as (
      update runs set last_seq = last_seq + ${bodies.length}::integer
      where id = ${runId} and attempt = ${attempt} and status = 'running' returning last_seq
    ), appended as (
      insert into run_events (run_id, seq, at, body)
      select ${runId}, held.last_seq - ${bodies.length}::integer + event.place::integer, ${at}, event.body
      from held, unnest(${bodies}::text[]) with ordinality as event (body, place)
    )
    select count(*) as held from held`.execute(db);
  return rows[0]?.held === 1;
};

/** An update of the run that takes effect only for the worker that holds it. */
export const whileHeld = (db: Executor, { runId, attempt }: Fence) =>
  db
    .updateTable("runs")
    .where("id", "=", runId)
    .where("attempt", "=", attempt)
    .where("status", "=", "running");
