import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import { asAppError } from "./sqlite-failures.ts";

/** Statements kept prepared; the service has about a hundred different ones. */
const cachedStatements = 256;

/**
 * Kysely over one `node:sqlite` connection. Kysely hands the connection to one holder at a time, so a query
 * outside a transaction waits until the open transaction has ended.
 */
export const createSqliteDialect = (database: DatabaseSync): Dialect => ({
  createDriver: () => createDriver(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createAdapter: () => ({
    supportsMultipleConnections: false,
    supportsCreateIfNotExists: true,
    supportsTransactionalDdl: true,
    supportsReturning: true,
    supportsOutput: false,
    // The data directory is locked by this process and there is one connection: migrations cannot meet.
    acquireMigrationLock: async () => {},
    releaseMigrationLock: async () => {},
  }),
});

const createDriver = (database: DatabaseSync): Driver => {
  const statements = new Map<string, { statement: StatementSync; reads: boolean }>();

  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) {
      statements.delete(sql);
      statements.set(sql, known);
      return known;
    }
    const statement = database.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    statements.set(sql, prepared);
    const oldest = statements.size > cachedStatements ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    return prepared;
  };

  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const values = parameters as readonly SQLInputValue[];
      try {
        const { statement, reads } = prepare(sql);
        if (reads) return { rows: statement.all(...values) as R[] };
        return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
      } catch (error) {
        throw asAppError(error);
      }
    },
    streamQuery: () => {
      throw new Error("queries are not streamed; read them in pages");
    },
  };

  const execute = (sql: string): void => {
    try {
      database.exec(sql);
    } catch (error) {
      throw asAppError(error);
    }
  };

  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => execute("begin immediate"),
    commitTransaction: async () => execute("commit"),
    rollbackTransaction: async () => {
      // SQLite has already rolled back by itself after some failures, such as a full disk.
      if (database.isTransaction) execute("rollback");
    },
    destroy: async () => {
      statements.clear();
      database.close();
    },
  };
};
