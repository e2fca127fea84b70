import type { NewRunEvent } from "#model/event.ts";
import type { Fence, RunOutcome, Store } from "#ports/store.ts";
import type { RecordEnd } from "./record-end.ts";
import { writeJson } from "./run-rows.ts";
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

  appendEvents: (fence, events, tx) =>
    within(tx, async (db) => {
      const held = await whileHeld(db, fence)
        .set((eb) => ({ last_seq: eb("last_seq", "+", events.length) }))
        .returning("last_seq")
        .executeTakeFirst();
      if (!held) return false;
      const at = now().toISOString();
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
    }),

  setSuite: async (fence, suite, tx) => {
    const held = await whileHeld(executor(tx), fence).set({ suite }).returning("id").executeTakeFirst();
    return held !== undefined;
  },

  finish: (fence, outcome, tx) => within(tx, (db) => endRun(db, fence, outcome, { at: now(), recordEnd })),
});

/**
 * Ends a run: its row, its report and whatever is kept for the statistics of finished runs change in one transaction.
 * False when the fence no longer holds.
 */
const endRun = async (
  db: Executor,
  fence: Fence,
  outcome: RunOutcome,
  { at, recordEnd }: { at: Date; recordEnd: RecordEnd },
): Promise<boolean> => {
  const ended = await whileHeld(db, fence)
    .set({
      status: outcome.status,
      error: outcome.error,
      summary: writeJson(outcome.summary),
      finished_at: at.toISOString(),
      sealed: null,
    })
    .returning(["id", "org_id", "kind", "suite"])
    .executeTakeFirst();
  if (!ended) return false;
  await recordEnd(db, {
    id: ended.id,
    orgId: ended.org_id,
    kind: ended.kind,
    suite: ended.suite,
    status: outcome.status,
    at: at.toISOString(),
    report: outcome.report,
    digest: outcome.suiteDigest ?? "",
  });
  if (outcome.report === null && outcome.result === null) return true;
  await db
    .insertInto("run_details")
    .values({ run_id: fence.runId, report: writeJson(outcome.report), result: writeJson(outcome.result) })
    .execute();
  return true;
};

/** An update of the run that takes effect only for the worker that holds it. */
export const whileHeld = (db: Executor, { runId, attempt }: Fence) =>
  db
    .updateTable("runs")
    .where("id", "=", runId)
    .where("attempt", "=", attempt)
    .where("status", "=", "running");
