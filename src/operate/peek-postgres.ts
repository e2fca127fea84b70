import { Kysely, sql } from "kysely";
import { Pool } from "pg";
import { connectionOptions } from "#adapters/database/open-postgres.ts";
import { createOperations } from "#adapters/database/operations.ts";
import { createPostgresDialect } from "#adapters/database/postgres-dialect.ts";
import { recordEnd } from "#adapters/database/record-end.ts";
import type { Schema } from "#adapters/database/schema.ts";
import { createStore } from "#adapters/database/store.ts";
import { createTransactions } from "#adapters/database/transactions.ts";
import type { Operations } from "#ports/operations.ts";
import type { Store } from "#ports/store.ts";

/** A database on PostgreSQL for reading alone; null while it has no tables of ours. */
export const peekPostgres = async (
  url: string,
): Promise<{ store: Store; operations: Operations; close(): Promise<void> } | null> => {
  const pool = new Pool({ ...connectionOptions(url), max: 1, connectionTimeoutMillis: 5000 });
  pool.on("error", () => {});
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(pool) });
  const close = (): Promise<void> => db.destroy();
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('organisations') is not null as there`.execute(db);
  if (!rows[0]?.there) {
    await close();
    return null;
  }
  const transactions = createTransactions(db);
  const now = (): Date => new Date();
  return {
    store: createStore({ transactions, now, recordEnd, close }),
    operations: createOperations(transactions, now),
    close,
  };
};
