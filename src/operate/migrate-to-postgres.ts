import { createHash } from "node:crypto";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Client, TypeOverrides } from "pg";
import { createArtifacts } from "#adapters/artifacts/local.ts";
import { readWhole } from "#adapters/artifacts/read-whole.ts";
import { connectionOptions, openPostgres } from "#adapters/database/open-postgres.ts";
import { openDatabase } from "#adapters/database/open.ts";
import { createSeal } from "#adapters/seal/seal.ts";
import { AppError } from "#model/errors.ts";
import type { Config } from "#src/config.ts";
import { openArtifacts } from "#src/open-storage.ts";
import { readEmbedded } from "./embedded.ts";
import { hasCode } from "./files.ts";
import { sealedTexts } from "./sealed.ts";

export type Migrated = { tables: { name: string; rows: number }[]; files: number };

/** Belong to the engine, to Kysely, or to whoever works with the database now. */
const left = ["kysely_migration", "kysely_migration_lock", "probes", "turns"];
const cellsAtOnce = 20_000;
const rowsAtOnce = 500;
const int8 = 20;

/**
 * Copies an embedded installation into an empty PostgreSQL database: files first, where they go to S3, then all rows in one
 * transaction, which is committed when every table reads the same on both sides. What was copied from stays as it is, so a
 * migration that failed is simply done again. Throws AppError: "conflict" when the service still works with the data
 * directory or the target has rows, "invalid_request" when something that is needed is not set.
 */
export const migrateToPostgres = async (config: Config, say: (line: string) => void): Promise<Migrated> => {
  const { databaseUrl, secretKey, dataDir } = config;
  if (databaseUrl === undefined || secretKey === undefined) {
    throw new AppError(
      "invalid_request",
      "Set SERVICE_DATABASE_URL and SERVICE_SECRET_KEY to those of the new installation.",
    );
  }
  // Looked at first: opening would make an empty one.
  readEmbedded(dataDir).close();
  // Takes the data directory, so that nothing is written meanwhile, and brings its schema up to this version.
  const source = await openDatabase({ dataDir });
  const reader = readEmbedded(dataDir);
  try {
    requireKey(reader, secretKey, dataDir);
    // Makes the schema.
    await (await openPostgres({ url: databaseUrl, connections: 2 })).store.close();
    const files = config.artifactsUrl === undefined ? 0 : await copyFiles(config);
    if (files > 0) say(`${files} files are in the bucket`);
    return { tables: await copyRows(reader, databaseUrl, say), files };
  } finally {
    reader.close();
    await source.store.close();
  }
};

const requireKey = (reader: DatabaseSync, secretKey: string, dataDir: string): void => {
  const seal = createSeal(secretKey);
  for (const text of sealedTexts(reader)) {
    try {
      seal.open(text);
    } catch (error) {
      throw new AppError(
        "conflict",
        `SERVICE_SECRET_KEY is not the key of the data directory. Set it to what is in ${join(dataDir, "secret.key")}, or to the SERVICE_SECRET_KEY that the service had.`,
        { cause: error },
      );
    }
  }
};

const copyFiles = async (config: Config): Promise<number> => {
  const from = await createArtifacts({ directory: join(config.dataDir, "artifacts"), isShared: true });
  const to = await openArtifacts(config);
  let copied = 0;
  for await (const folder of from.folders()) {
    for (const key of await from.list(folder)) {
      const content = await readWhole(from, key);
      if (!content) continue;
      await to.write(key, content);
      copied += 1;
    }
  }
  return copied;
};

const copyRows = async (
  reader: DatabaseSync,
  url: string,
  say: (line: string) => void,
): Promise<Migrated["tables"]> => {
  const types = new TypeOverrides();
  types.setTypeParser(int8, Number);
  const client = new Client({ ...connectionOptions(url), types });
  await client.connect();
  try {
    await client.query("begin");
    const tables = inOrder(reader);
    await client.query(`lock table ${tables.map(quote).join(", ")} in access exclusive mode`);
    for (const table of tables) {
      const { rows } = await client.query(`select 1 from ${quote(table)} limit 1`);
      if (rows.length > 0) {
        throw new AppError(
          "conflict",
          `The database is not empty: ${table} has rows. Migrate into a new one.`,
        );
      }
    }
    // Counts are copied like everything else.
    await client.query("alter table runs disable trigger user");
    const copied: Migrated["tables"] = [];
    for (const name of tables) {
      const rows = await copyTable(reader, client, name);
      await compare(reader, client, name);
      copied.push({ name, rows });
      say(`${name}: ${rows} rows, the same on both sides`);
    }
    await client.query("alter table runs enable trigger user");
    await client.query("commit");
    return copied;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    if (hasCode(error, "22021"))
      throw new AppError("invalid_request", "A text holds U+0000, which PostgreSQL cannot keep.", {
        cause: error,
      });
    throw error;
  } finally {
    await client.end();
  }
};

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const columnsOf = (reader: DatabaseSync, table: string): { name: string; key: number }[] =>
  reader
    .prepare(`pragma table_info(${quote(table)})`)
    .all()
    .map((row) => ({ name: String(row["name"]), key: Number(row["pk"]) }));

const keyOf = (reader: DatabaseSync, table: string): string[] =>
  columnsOf(reader, table)
    .filter(({ key }) => key > 0)
    .toSorted((a, b) => a.key - b.key)
    .map(({ name }) => name);

/** Our tables, each after those that its rows refer to. */
const inOrder = (reader: DatabaseSync): string[] => {
  const all = reader
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map((row) => String(row["name"]))
    .filter((name) => !left.includes(name));
  const ordered: string[] = [];
  const add = (table: string): void => {
    if (ordered.includes(table)) return;
    for (const row of reader.prepare(`pragma foreign_key_list(${quote(table)})`).all()) {
      if (row["table"] !== table) add(String(row["table"]));
    }
    ordered.push(table);
  };
  for (const table of all) add(table);
  return ordered;
};

const copyTable = async (reader: DatabaseSync, client: Client, table: string): Promise<number> => {
  const columns = columnsOf(reader, table).map(({ name }) => name);
  const size = Math.max(1, Math.min(rowsAtOnce, Math.floor(cellsAtOnce / columns.length)));
  let total = 0;
  let batch: unknown[][] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const places = batch.map(
      (row, index) =>
        `(${row.map((_value, column) => `$${index * columns.length + column + 1}`).join(", ")})`,
    );
    await client.query(
      `insert into ${quote(table)} (${columns.map(quote).join(", ")}) values ${places.join(", ")}`,
      batch.flat(),
    );
    total += batch.length;
    batch = [];
  };
  for (const row of reader.prepare(`select * from ${quote(table)}`).iterate()) {
    batch.push(columns.map((name) => row[name]));
    if (batch.length >= size) await flush();
  }
  await flush();
  return total;
};

/** By number and content of the rows, in the order of the key. */
const compare = async (reader: DatabaseSync, client: Client, table: string): Promise<void> => {
  const columns = columnsOf(reader, table).map(({ name }) => name);
  const key = keyOf(reader, table).map(quote).join(", ");
  const list = columns.map(quote).join(", ");
  const here = createHash("sha256");
  for (const row of reader.prepare(`select ${list} from ${quote(table)} order by ${key}`).iterate())
    here.update(`${JSON.stringify(columns.map((name) => row[name]))}\n`);
  const there = createHash("sha256");
  await client.query(`declare compared cursor for select ${list} from ${quote(table)} order by ${key}`);
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`fetch ${rowsAtOnce} from compared`);
    for (const row of rows) there.update(`${JSON.stringify(columns.map((name) => row[name]))}\n`);
    if (rows.length === 0) break;
  }
  await client.query("close compared");
  if (here.digest("hex") !== there.digest("hex")) {
    throw new AppError("internal", `${table} does not read the same on both sides; nothing was migrated.`);
  }
};
