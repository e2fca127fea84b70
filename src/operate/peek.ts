import { Kysely } from "kysely";
import { createSqliteDialect } from "#adapters/database/sqlite-dialect.ts";
import { createOperations } from "#adapters/database/operations.ts";
import { createStore } from "#adapters/database/store.ts";
import { recordEnd } from "#adapters/database/record-end.ts";
import { createTransactions } from "#adapters/database/transactions.ts";
import type { Schema } from "#adapters/database/schema.ts";
import type { Operations } from "#ports/operations.ts";
import type { Store } from "#ports/store.ts";
import { readEmbedded } from "./embedded.ts";

/**
 * The embedded database for reading alone, also while the service works with it; its schema may be an older one.
 * Throws AppError("not_found") when there is none.
 */
export const peekEmbedded = (dataDir: string): { store: Store; operations: Operations } => {
  const db = new Kysely<Schema>({ dialect: createSqliteDialect(readEmbedded(dataDir)) });
  const transactions = createTransactions(db);
  const now = (): Date => new Date();
  return {
    store: createStore({ transactions, now, recordEnd, close: () => db.destroy() }),
    operations: createOperations(transactions, now),
  };
};
