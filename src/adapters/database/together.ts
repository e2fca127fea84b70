import { sql } from "kysely";
import type { Expression, OperationNode } from "kysely";
import { isPostgres } from "./engine.ts";
import type { Executor } from "./transactions.ts";

/** A statement that changes rows and whose answer nobody needs, as Kysely's builders make it. */
export type Write = { toOperationNode(): OperationNode; execute(): Promise<unknown> };

export type Beside = {
  writes: Write[];
  /** An update of PostgreSQL that must change a row, else none of the writes is done. */
  condition?: Write;
};

/**
 * Carries out writes of which none builds on another and no two change the same row: in one statement where the engine
 * can, as each costs a way to the server and back. Throws what `isUnmet` knows when the condition changes no row.
 */
export const writeTogether = async (db: Executor, { writes, condition }: Beside): Promise<void> => {
  if (!isPostgres(db) || (writes.length < 2 && !condition)) {
    for (const write of writes) await write.execute();
    return;
  }
  const parts = writes.map((write, at) => sql`${sql.ref(`write_${at}`)} as (${asExpression(write)})`);
  await (
    condition
      ? // By zero, where there is none: the whole statement fails.
        sql`with condition as (${asExpression(condition)}), ${sql.join(parts)} select 1 / count(*) from condition`
      : sql`with ${sql.join(parts)} select 1`
  ).execute(db);
};

/** Whether an error of `writeTogether` means that the condition changed no row. */
export const isUnmet = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "22012";

const asExpression = (write: Write): Expression<unknown> => ({
  expressionType: undefined,
  toOperationNode: () => write.toOperationNode(),
});
