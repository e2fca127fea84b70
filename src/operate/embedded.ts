import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "#model/errors.ts";

/** The file of the embedded database. */
export const databaseFile = (dataDir: string): string => join(resolve(dataDir), "tracewright.db");

/**
 * The embedded database to be read, also while the service works with it. Throws AppError("not_found") when there is none.
 * Who opens it closes it.
 */
export const readEmbedded = (dataDir: string): DatabaseSync => {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) {
    throw new AppError(
      "not_found",
      `There is no ${file}. Set SERVICE_DATA_DIR to the service's data directory.`,
    );
  }
  return new DatabaseSync(file, { readOnly: true, timeout: 5000 });
};

/** What is wrong with the database as SQLite sees it; null when nothing is. It reads all of the file. */
export const integrityOf = (database: DatabaseSync): string | null => {
  try {
    const verdict = database.prepare("pragma integrity_check(1)").get()?.["integrity_check"];
    const dangling = database.prepare("pragma foreign_key_check").get();
    if (verdict !== "ok") return String(verdict);
    return dangling ? `a row of ${String(dangling["table"])} belongs to one that is gone` : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** The migrations that a database has, in order. */
export const migrationsOf = (database: DatabaseSync): string[] =>
  database
    .prepare("select name from kysely_migration order by name")
    .all()
    .map((row) => String(row["name"]));

/** Rows of every table of ours by its name. */
export const countRows = (database: DatabaseSync): Record<string, number> => {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map((row) => String(row["name"]));
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const row = database.prepare(`select count(*) as total from "${table}"`).get();
    counts[table] = Number(row?.["total"]);
  }
  return counts;
};
