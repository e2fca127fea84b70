import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Write } from "./together.ts";
import type { Executor } from "./transactions.ts";

/** What pg-boss asks to fetch the next job of a queue, as a part of a statement of ours; the queue must exist. */
export const fetchStatement = async (
  boss: PgBoss,
  queue: string,
  groupConcurrency: number | undefined,
): Promise<RawBuilder<unknown>> => {
  let statement = sql``;
  const executeSql = async (text: string, values: unknown[] = []) => {
    const parts = text
      .split(/\$(\d+)/)
      .map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
    statement = sql.join(parts, sql.raw(""));
    return { rows: [] };
  };
  await boss.fetch(queue, { groupConcurrency, db: { executeSql } });
  return statement;
};

/** Removes the job of a run. */
export const removeJob = (db: Executor, queue: string, runId: string): Write => {
  const removal = sql`delete from pgboss.job where name = ${sql.lit(queue)} and id = ${runId}::uuid`;
  return { toOperationNode: () => removal.toOperationNode(), execute: () => removal.execute(db) };
};

/** Whether a run has no job in one of these states. */
export const withoutJob = (
  queue: string,
  states: ("created" | "retry" | "active")[],
) => sql<boolean>`not exists (
  select 1 from pgboss.job where job.name = ${sql.lit(queue)} and job.id = runs.id::uuid
    and job.state in (${sql.join(states.map((state) => sql.lit(state)))}))`;
