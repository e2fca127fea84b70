import { Kysely } from "kysely";
import { Pool, TypeOverrides } from "pg";
import type { Database } from "./open.ts";
import { migrate } from "./migrate.ts";
import { createOperations } from "./operations.ts";
import { createPostgresDialect } from "./postgres-dialect.ts";
import { asAppError, isConflict } from "./postgres-failures.ts";
import type { Schema } from "./schema.ts";
import { openRunJobs } from "./run-jobs.ts";
import { createStore } from "./store.ts";
import { createTransactions } from "./transactions.ts";

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  /** Most connections that this process has open at a time, those that listen aside. */
  connections?: number;
  now?: () => Date;
  /** Most runs of one organisation under way at a time, over all processes. */
  mostPerOrganisation?: number | undefined;
  /** Told when a connection that nobody was using is lost, and when the care for the queue fails; both are tried again. */
  onError?: (error: unknown) => void;
};

export type PostgresDatabase = Database & {
  /** Keeps a value under a name, unless there is one already; gives the one that is kept. */
  remember(name: string, value: string): Promise<string>;
};

const connectMs = 5000;
/** Nothing that the service asks takes long; what does was forgotten by a process that hangs. */
const longestStatementMs = 60_000;

/**
 * Connects to PostgreSQL and brings the schema up to this version; several processes may do so at once.
 * Throws AppError: "conflict" when a later version wrote the database, "not_ready" when it cannot be reached.
 */
export const openPostgres = async ({
  url,
  connections = 10,
  now = () => new Date(),
  mostPerOrganisation,
  onError = () => {},
}: PostgresOptions): Promise<PostgresDatabase> => {
  const pool = new Pool({
    ...connectionOptions(url),
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: longestStatementMs,
    idle_in_transaction_session_timeout: longestStatementMs,
    types: parsers,
  });
  // Without a listener a lost connection would end the process.
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(pool) });
  try {
    await migrate(db, "The database");
    const transactions = createTransactions(db, { isolation: "serializable", isConflict });
    const jobs = await openRunJobs({ db, transactions, now, mostPerOrganisation, onError });
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      await jobs.stop();
      await db.destroy();
    };
    return {
      store: createStore({
        transactions,
        now,
        recordEnd: jobs.recordEnd,
        close: () => (closed ??= close()),
      }),
      leases: jobs,
      operations: createOperations(transactions, now),
      remember: async (name, value) => {
        // Kept among the probes, whose only row of their own is written over and over.
        const { at } = await db
          .insertInto("probes")
          .values({ id: name, at: value })
          .onConflict((conflict) => conflict.column("id").doUpdateSet((eb) => ({ at: eb.ref("probes.at") })))
          .returning("at")
          .executeTakeFirstOrThrow();
        return at;
      },
    };
  } catch (error) {
    await db.destroy();
    throw asAppError(error);
  }
};

/** What every connection of this service to PostgreSQL is made with. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  application_name: "tracewright",
  keepAlive: true,
});

const int8 = 20;
/** Counts come as numbers; they stay far below 2^53. */
const parsers = new TypeOverrides();
parsers.setTypeParser(int8, Number);
