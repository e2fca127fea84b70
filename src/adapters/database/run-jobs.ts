import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { JobInsert } from "pg-boss";
import type { Fence, RunRow } from "#ports/store.ts";
import { fetchStatement, removeJob, withoutJob } from "./job-statements.ts";
import { recordEnd } from "./record-end.ts";
import type { RecordEnd } from "./record-end.ts";
import type { RunLeases } from "./run-leases.ts";
import { toRunRow } from "./run-rows.ts";
import {
  countQueued,
  insertRuns,
  mayStart,
  putBack,
  queued,
  readStates,
  requeueLost,
} from "./run-waiting.ts";
import type { RunsTable } from "./schema.ts";
import type { Executor, Transactions } from "./transactions.ts";

type Options = {
  db: Executor;
  transactions: Transactions;
  now(): Date;
  /** Most runs of one organisation under way at a time, over all processes. */
  mostPerOrganisation?: number | undefined;
  onError(error: unknown): void;
};

export type RunJobs = RunLeases & {
  /** Ends a run as `recordEnd` does, and lets the next run of its pass start. */
  recordEnd: RecordEnd;
  stop(): Promise<void>;
};

/** The place of a job in line: lower goes first. */
type Ticket = { ticket: number };
type Attempt = { id: string; retryCount: number };
type ClaimedRow = { job_id: string; job_retries: number } & (Selectable<RunsTable> | { id: null });

const queue = "runs";
/** A worker that does not say so for as long does not work on its runs any more; pg-boss allows no less. */
const heartbeatSeconds = 10;
const superviseSeconds = 5;
const day = 86_400;
const repairedAtOnce = 500;
/** Numbers of the advisory locks. */
const locks = { claim: 7_201, recover: 7_202, pass: 7_203, start: 7_204 };

/**
 * Runs as jobs of pg-boss, one a run with its id, sent in the transaction that makes the run startable. A job's priority is
 * a ticket: each organisation's runs take the numbers after its last or after the one served now, whichever is higher,
 * so that organisations take turns and many runs of one do not hold up another's few.
 */
export const openRunJobs = async ({
  db: database,
  transactions,
  now,
  mostPerOrganisation,
  onError,
}: Options): Promise<RunJobs> => {
  const { executor, within, afterCommit } = transactions;
  const boss = new PgBoss({
    db: fromKysely(database),
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on("error", onError);
  try {
    await oneAtATime(database, async () => {
      await boss.start();
      await boss.createQueue(queue, {
        heartbeatSeconds,
        expireInSeconds: day,
        retentionSeconds: 3650 * day,
        retryLimit: 1_000_000_000,
        retryDelay: 0,
      });
    });
  } catch (error) {
    await stopBoss(boss);
    throw error;
  }
  /** The jobs that this process works on, by the run's id. */
  const held = new Map<string, Attempt & { attempt: number }>();
  /** Those of them that were removed in the transaction that ended their run. */
  const removed = new Set<string>();
  const nextJob = await fetchStatement(boss, queue, mostPerOrganisation);
  const attemptsOf = (fences: Fence[]): Attempt[] =>
    fences.flatMap(({ runId, attempt }) => {
      const job = held.get(runId);
      return job?.attempt === attempt ? [{ id: job.id, retryCount: job.retryCount }] : [];
    });

  const takeTickets = async (db: Executor, orgId: string, count: number): Promise<number> => {
    const { ticket } = await db
      .updateTable("organisations")
      .set({
        ticket: sql<number>`greatest(ticket, (select last_value from tickets_served)) + ${count}::integer`,
      })
      .where("id", "=", orgId)
      .returning("ticket")
      .executeTakeFirstOrThrow();
    return ticket - count + 1;
  };

  /** Sends the jobs of runs, in their order within each organisation. */
  const send = async (db: Executor, runs: { id: string; orgId: string }[]): Promise<void> => {
    const jobs: JobInsert<Ticket>[] = [];
    // In one order, so that two senders never wait for each other's organisation.
    for (const orgId of [...new Set(runs.map((run) => run.orgId))].toSorted()) {
      const own = runs.filter((run) => run.orgId === orgId);
      let ticket = await takeTickets(db, orgId, own.length);
      for (const { id } of own) {
        jobs.push({ id, data: { ticket }, priority: -ticket, group: { id: orgId } });
        ticket += 1;
      }
    }
    await boss.insert(queue, jobs, { db: fromKysely(db) });
  };

  const startNextOfPass = async (db: Executor, passId: string): Promise<void> => {
    // Of two runs that end at the same time the second must see that the first has.
    await sql`select pg_advisory_xact_lock(${locks.pass}::integer, hashtext(${passId}))`.execute(db);
    const next = await db
      .selectFrom("runs")
      .select(["id", "org_id"])
      .where("pass_id", "=", passId)
      .where(queued)
      .where(mayStart)
      .orderBy("pass_position")
      .limit(1)
      .executeTakeFirst();
    if (next) await send(db, [{ id: next.id, orgId: next.org_id }]);
  };

  const recordEndOfJob: RecordEnd = async (db, run, { writes, condition } = { writes: [] }) => {
    // Only of a run under way: whoever claims the job of a waiting one has its row before that of the run.
    const isHeld = held.has(run.id);
    const all = isHeld ? [...writes, removeJob(db, queue, run.id)] : writes;
    await recordEnd(db, run, { writes: all, condition });
    if (isHeld) removed.add(run.id);
    if (run.passId !== null) await startNextOfPass(db, run.passId);
  };
  const endings = () => ({ at: now().toISOString(), recordEnd: recordEndOfJob });

  const hold = (run: Selectable<RunsTable>, retryCount: number): RunRow => {
    held.set(run.id, { id: run.id, retryCount, attempt: run.attempt });
    removed.delete(run.id);
    return toRunRow(run);
  };

  /** Takes the run of a fetched job that is marked as running, as its worker was lost. Null when it is not to be started after all. */
  const takeAgain = async (db: Executor, job: Attempt): Promise<RunRow | null> => {
    await requeueLost(db, sql<boolean>`runs.id = ${job.id}`, endings());
    const row = await db
      .updateTable("runs")
      .set((eb) => ({ status: "running", attempt: eb("attempt", "+", 1), started_at: now().toISOString() }))
      .where("id", "=", job.id)
      .where(queued)
      .where(mayStart)
      .returningAll()
      .executeTakeFirst();
    if (row) return hold(row, job.retryCount);
    await boss.deleteJob(queue, job.id, { db: fromKysely(db) });
    return null;
  };

  /** Takes the job whose turn it is, and its run, in one statement. The job alone when its run does not wait; null when no job does. */
  const claimOnce = async (db: Executor): Promise<RunRow | Attempt | null> => {
    const { rows } = await sql<ClaimedRow>`
      with job as (${nextJob}),
      taken as (
        update runs set status = 'running', attempt = attempt + 1,
          started_at = greatest(${now().toISOString()}, ${endOfEarlier})
        from job where runs.id = job.id::text and ${queued} and ${mayStart} returning runs.*
      ),
      served as (
        select setval('tickets_served', greatest(last_value, (job.data ->> 'ticket')::bigint))
        from job, taken, tickets_served
      )
      select job.id::text as job_id, job."retryCount" as job_retries, taken.*, (select * from served) as served
      from job left join taken on true`.execute(db);
    const row = rows[0];
    if (!row) return null;
    return row.id === null ? { id: row.job_id, retryCount: row.job_retries } : hold(row, row.job_retries);
  };

  const claimInTurn = (): Promise<RunRow | Attempt | null> =>
    mostPerOrganisation === undefined
      ? claimOnce(executor())
      : within(undefined, async (db) => {
          await sql`select pg_advisory_xact_lock(${locks.claim}::integer, 0)`.execute(db);
          return claimOnce(db);
        });

  /** Sends jobs of runs that wait without one: they were brought from elsewhere, or their job is gone. */
  const sendMissing = async (db: Executor): Promise<void> => {
    const missing = await db
      .selectFrom("runs")
      .select(["id", "org_id"])
      .where(queued)
      .where(mayStart)
      .where(withoutJob(queue, ["created", "retry", "active"]))
      .orderBy("created_at")
      .orderBy("id")
      .limit(repairedAtOnce)
      .execute();
    if (missing.length === 0) return;
    const connection = { db: fromKysely(db) };
    await boss.deleteJob(
      queue,
      missing.map(({ id }) => id),
      connection,
    );
    await send(
      db,
      missing.map((row) => ({ id: row.id, orgId: row.org_id })),
    );
  };

  return {
    afterCommit,
    recordEnd: recordEndOfJob,

    insert: (runs, tx) =>
      within(tx, async (db) => {
        await insertRuns(db, runs, now().toISOString());
        const lowest = new Map<string, number>();
        for (const { pass } of runs) {
          if (pass) lowest.set(pass.id, Math.min(pass.position, lowest.get(pass.id) ?? Infinity));
        }
        await send(
          db,
          runs.filter(({ pass }) => !pass || pass.position === lowest.get(pass.id)),
        );
      }),

    claim: async () => {
      for (;;) {
        const taken = await claimInTurn();
        if (taken === null || "orgId" in taken) return taken;
        const run = await within(undefined, (db) => takeAgain(db, taken));
        if (run) return run;
      }
    },

    renew: async (fences) => {
      const attempts = attemptsOf(fences);
      if (attempts.length > 0) await boss.touch(queue, attempts);
    },

    release: async (fence) => {
      const attempts = attemptsOf([fence]);
      if (attempts.length === 0) return;
      held.delete(fence.runId);
      if (!removed.delete(fence.runId)) await boss.deleteJob(queue, attempts);
    },

    handBack: async (fence, counted) => {
      const attempts = attemptsOf([fence]);
      const became = await within(undefined, async (db) => {
        const is = await putBack(db, fence, { ...endings(), counted });
        // The job is free at once; without it, should it be gone, the run is found by `recover`.
        if (is === "queued" && attempts.length > 0) {
          await boss.fail(queue, attempts, null, { db: fromKysely(db) });
        }
        return is;
      });
      if (became === "queued" && attempts.length > 0) held.delete(fence.runId);
      return became !== null;
    },

    recover: () =>
      within(undefined, async (db) => {
        const free = await sql<{ free: boolean }>`
          select pg_try_advisory_xact_lock(${locks.recover}::integer, 0) as free`.execute(db);
        if (!free.rows[0]?.free) return { requeued: [], ended: [] };
        const found = await requeueLost(db, withoutJob(queue, ["active"]), endings());
        await sendMissing(db);
        return found;
      }),
    recoverEveryMs: superviseSeconds * 1000,

    states: (runIds) => readStates(executor(), runIds),
    depth: () => countQueued(executor()),
    stop: () => stopBoss(boss),
  };
};

const stopBoss = (boss: PgBoss): Promise<void> => boss.stop({ graceful: false, close: false });

/** When the run ahead in the pass ended, by the clock of whoever ended it, which may be ahead of this machine's; else "". */
const endOfEarlier = sql`coalesce((select max(earlier.finished_at) from runs as earlier
  where earlier.plan_id = runs.plan_id and earlier.pass_id = runs.pass_id
    and earlier.pass_position < runs.pass_position), '')`;

/** Processes that start on an empty database at the same time would make the same tables. */
const oneAtATime = (database: Executor, work: () => Promise<void>): Promise<void> =>
  database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${locks.start}::integer, 0)`.execute(connection);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${locks.start}::integer, 0)`.execute(connection);
    }
  });
