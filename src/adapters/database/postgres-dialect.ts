import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { CompiledQuery, DataTypeNode, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";
import { asAppError, isOutdated, isUnreachable } from "./postgres-failures.ts";

/** Kysely over a pool of `pg`; failures are AppErrors where callers can do something about them. */
export const createPostgresDialect = (pool: Pool): Dialect => ({
  createDriver: () => createDriver(pool),
  createQueryCompiler: () => new PlainTextCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createAdapter: () => new PostgresAdapter(),
});

/** Text is compared by its bytes, as SQLite does, whatever the language of the database. */
class PlainTextCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === "text") this.append(' collate "C"');
  }
}

type Connection = DatabaseConnection & { run(sql: string): Promise<string>; release(): void };

const createDriver = (pool: Pool): Driver => {
  const nameOf = createNames();
  const opened = new WeakMap<DatabaseConnection, Connection>();
  const of = (connection: DatabaseConnection): Connection => {
    const found = opened.get(connection);
    if (!found) throw new Error("the connection belongs to another driver");
    return found;
  };

  return {
    init: async () => {},
    acquireConnection: async () => {
      try {
        const connection = overClient(await pool.connect(), nameOf);
        opened.set(connection, connection);
        return connection;
      } catch (error) {
        throw asAppError(error);
      }
    },
    releaseConnection: async (connection) => of(connection).release(),
    beginTransaction: async (connection, { isolationLevel }) => {
      await of(connection).run(`start transaction isolation level ${isolationLevel ?? "read committed"}`);
    },
    commitTransaction: async (connection) => {
      // PostgreSQL answers so when a statement had failed and nobody told.
      if ((await of(connection).run("commit")) === "ROLLBACK") throw new Error("nothing was committed");
    },
    rollbackTransaction: async (connection) => {
      // A connection that was lost has rolled back by itself; what ended the transaction is what callers shall see.
      await of(connection)
        .run("rollback")
        .catch(() => {});
    },
    destroy: () => pool.end(),
  };
};

/** Statements kept prepared by a connection; the service has about a hundred that it asks again and again. */
const mostNames = 300;
const longestNamed = 6000;

type NameOf = (sql: string, parameters: readonly unknown[]) => string | undefined;

/**
 * Names for statements that are asked again, by which a connection prepares each once: to plan one often takes longer than
 * to carry it out. Not where the plan depends on how many rows are wanted, nor texts of several statements, which have no
 * parameters.
 */
const createNames = (): NameOf => {
  const names = new Map<string, string>();
  let seen = new Set<string>();
  return (sql, parameters) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= mostNames || sql.length > longestNamed) return undefined;
    if (parameters.length === 0 || sql.includes(" limit $")) return undefined;
    if (!seen.has(sql)) {
      if (seen.size >= mostNames) seen = new Set();
      seen.add(sql);
      return undefined;
    }
    const name = `statement_${names.size}`;
    names.set(sql, name);
    return name;
  };
};

type PgResult = { command: string; rowCount: number | null; rows: object[] };
const nothing: PgResult = { command: "", rowCount: 0, rows: [] };

const overClient = (client: PoolClient, nameOf: NameOf): Connection => {
  let broken = false;
  let inTransaction = false;
  const ask = async (text: string, parameters: readonly unknown[], name?: string): Promise<PgResult> => {
    // Of several statements in one text, the answer to the last.
    const answers = [await client.query<object>({ text, values: [...parameters], name })].flat();
    return answers.at(-1) ?? nothing;
  };
  const query = async (sql: string, parameters: readonly unknown[]): Promise<PgResult> => {
    try {
      return await ask(sql, parameters, nameOf(sql, parameters)).catch((error: unknown) => {
        if (!isOutdated(error)) throw error;
        // A later version has changed a table meanwhile: what this connection has prepared is of no more use.
        broken = true;
        if (inTransaction) throw error;
        return ask(sql, parameters);
      });
    } catch (error) {
      // A text of several statements may have begun a transaction of its own, which would wait for the next who comes.
      broken ||= !inTransaction || isUnreachable(error);
      throw asAppError(error);
    }
  };
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, rowCount } = await query(sql, parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery: () => {
      throw new Error("queries are not streamed; read them in pages");
    },
    run: async (sql) => {
      const { command } = await query(sql, []);
      inTransaction = command === "START";
      return command;
    },
    release: () => client.release(broken),
  };
};
