import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { AppError } from "#model/errors.ts";
import type { Operations } from "#ports/operations.ts";
import type { Store } from "#ports/store.ts";
import { keepToOwner, takeDataDirectory } from "./data-directory.ts";
import { createOperations } from "./operations.ts";
import { migrate } from "./migrate.ts";
import { recordEnd } from "./record-end.ts";
import { createRunLeases } from "./run-leases.ts";
import type { RunLeases } from "./run-leases.ts";
import type { Schema } from "./schema.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";
import { asAppError, isCorrupt } from "./sqlite-failures.ts";
import { createStore } from "./store.ts";
import { createTransactions } from "./transactions.ts";

export type Database = {
  /** Its `close` closes the database and gives the data directory free. */
  store: Store;
  /** What the queue works with. */
  leases: RunLeases;
  operations: Operations;
};

export type DatabaseOptions = {
  /** Made with mode 0700 when missing. */
  dataDir: string;
  now?: () => Date;
  /** Most runs of one organisation under way at a time. */
  mostPerOrganisation?: number | undefined;
};

/** Marks a file as ours: "TRCW". */
const applicationId = 0x54_52_43_57;
/** Larger files are checked by `doctor`, not at every start: the check reads all of it. */
const checkedBytes = 32 * 1024 * 1024;

/**
 * Opens the embedded database below `dataDir`, made when missing and brought up to this version's schema.
 * Throws AppError: "conflict" when another process has the directory or a later version wrote it,
 * "internal" when the file is damaged or is no database of ours; such a file is left as it is.
 */
export const openDatabase = async ({
  dataDir,
  now = () => new Date(),
  mostPerOrganisation,
}: DatabaseOptions): Promise<Database> => {
  const { directory, release } = await takeDataDirectory(dataDir);
  const file = join(directory, "tracewright.db");
  try {
    await keepToOwner(file);
    const connection = openConnection(file, await sizeOf(file));
    const db = new Kysely<Schema>({ dialect: createSqliteDialect(connection) });
    try {
      await migrate(db, file);
    } catch (error) {
      connection.close();
      throw isCorrupt(error) ? damaged(file, error) : error;
    }
    const transactions = createTransactions(db);
    const close = async (): Promise<void> => {
      await db.destroy();
      release();
    };
    return {
      store: createStore({ transactions, now, recordEnd, close }),
      operations: createOperations(transactions, now),
      leases: createRunLeases(transactions, { now, recordEnd, mostPerOrganisation }),
    };
  } catch (error) {
    release();
    throw error;
  }
};

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
};

const openConnection = (file: string, size: number): DatabaseSync => {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
    if (size > 0) check(connection, file, size);
    connection.exec("pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -32000;");
    if (readPragma(connection, "application_id") === 0)
      connection.exec(`pragma application_id = ${applicationId}`);
    connection.exec("pragma journal_mode = wal");
    return connection;
  } catch (error) {
    connection?.close();
    throw isCorrupt(error) ? damaged(file, error) : asAppError(error);
  }
};

/** Reads only, so that a file that is refused stays byte for byte as it was. */
const check = (connection: DatabaseSync, file: string, size: number): void => {
  const owner = readPragma(connection, "application_id");
  // A first start that was interrupted leaves a file without owner and tables.
  const isNew = owner === 0 && connection.prepare("select 1 from sqlite_schema limit 1").get() === undefined;
  if (owner !== applicationId && !isNew) {
    throw new AppError(
      "internal",
      `${file} is a SQLite database, but not one of Tracewright. It was left as it is.`,
    );
  }
  if (size > checkedBytes) return;
  const verdict = readPragma(connection, "quick_check");
  if (verdict !== "ok") throw damaged(file, new Error(String(verdict)));
};

/** The first value that a pragma answers with. */
const readPragma = (connection: DatabaseSync, name: string): unknown =>
  connection.prepare(`pragma ${name}`).get()?.[name];

const damaged = (file: string, cause: unknown): AppError =>
  new AppError(
    "internal",
    `The database ${file} is damaged (${cause instanceof Error ? cause.message : String(cause)}). It was left as it is; put a backup in its place.`,
    { cause },
  );
