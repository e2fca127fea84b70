import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { connectionOptions } from "#adapters/database/open-postgres.ts";
import { migrations } from "#adapters/database/migrations/index.ts";
import { createSeal } from "#adapters/seal/seal.ts";
import type { Config } from "#src/config.ts";
import { openArtifacts } from "#src/open-storage.ts";
import { messageOf } from "./finding.ts";
import type { Check, Finding } from "./finding.ts";
import { databaseFile, integrityOf, migrationsOf, readEmbedded } from "./embedded.ts";
import { sealedTexts } from "./sealed.ts";

const name = "database";
const oldestPostgres = 150_000;
const connectMs = 5000;
const mostClockMs = 2000;

/** The key that secrets are encrypted with: there, for its owner alone, and the one that they were encrypted with. */
export const checkKeys: Check = async ({ dataDir, secretKey, databaseUrl }) => {
  const file = join(resolve(dataDir), "secret.key");
  const hasDatabase = databaseUrl === undefined && existsSync(databaseFile(dataDir));
  const key = secretKey ?? (await readFile(file, "utf8").catch(() => null))?.trim();
  if (key === undefined) {
    if (!hasDatabase) return { name: "keys", state: "ok", message: "made at the first start" };
    return {
      name: "keys",
      state: "fail",
      message: `there is a database but no ${file}, and SERVICE_SECRET_KEY is not set: stored secrets cannot be read`,
      next: "Put the file back from a backup. Without it, start anew and enter the secrets of the settings again.",
    };
  }
  if (key.length < 16) {
    const next = "Put it back from a backup; an emptied file cannot be made again.";
    return { name: "keys", state: "fail", message: `the key in ${file} is not whole`, next };
  }
  if (hasDatabase && !opensAll(dataDir, key)) {
    const next = "Set the SERVICE_SECRET_KEY, or put back the secret.key, that the secrets were stored with.";
    return { name: "keys", state: "fail", message: "the key is not the one of the stored secrets", next };
  }
  if (secretKey !== undefined) return { name: "keys", state: "ok", message: "SERVICE_SECRET_KEY is set" };
  const { mode } = await stat(file);
  return (mode & 0o077) === 0 || process.platform === "win32"
    ? { name: "keys", state: "ok", message: file }
    : { name: "keys", state: "warn", message: `${file} can be read by others`, next: `chmod 600 ${file}` };
};

const opensAll = (dataDir: string, key: string): boolean => {
  const { open } = createSeal(key);
  let reader: DatabaseSync | undefined;
  try {
    reader = readEmbedded(dataDir);
    for (const text of sealedTexts(reader)) open(text);
    return true;
  } catch (error) {
    // What is wrong with the database itself is told by its own check.
    return !messageOf(error).includes("stored secret");
  } finally {
    reader?.close();
  }
};

export const checkDatabase: Check = (config) =>
  config.databaseUrl === undefined ? checkEmbedded(config) : checkPostgres(config.databaseUrl);

const checkEmbedded = async ({ dataDir }: Config): Promise<Finding[]> => {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) return [{ name, state: "ok", message: "made at the first start" }];
  let reader: DatabaseSync | undefined;
  try {
    reader = readEmbedded(dataDir);
    const trouble = integrityOf(reader);
    if (trouble !== null) return [damaged(file, trouble)];
    const inUse = isInUse(dataDir) ? ", in use by a running service" : "";
    return [
      judgeMigrations(migrationsOf(reader), `whole${inUse}`),
      judgeClock(newestOf(reader) - Date.now()),
    ];
  } catch (error) {
    return [damaged(file, messageOf(error))];
  } finally {
    reader?.close();
  }
};

const damaged = (file: string, why: string): Finding => ({
  name,
  state: "fail",
  message: `${file} is damaged: ${why}`,
  next: "Move it away together with its -wal and -shm, and restore a backup (tracewright restore).",
});

/** The running service holds a lock in a file of its own, which is asked for and given back at once. */
const isInUse = (dataDir: string): boolean => {
  const lock = join(resolve(dataDir), "lock.db");
  if (!existsSync(lock)) return false;
  const connection = new DatabaseSync(lock, { timeout: 0, readOnly: true });
  try {
    connection.prepare("select 1 from sqlite_schema").all();
    return false;
  } catch {
    return true;
  } finally {
    connection.close();
  }
};

const newestOf = (reader: DatabaseSync): number => {
  const row = reader.prepare("select max(created_at) as newest from runs").get();
  const newest = row?.["newest"];
  return typeof newest === "string" ? Date.parse(newest) : 0;
};

const judgeMigrations = (found: readonly string[], message: string): Finding => {
  const later = found.find((migration) => !(migration in migrations));
  if (later !== undefined) {
    const next = "Start that version; a backup from before it can be restored with this one.";
    return { name, state: "fail", message: `a later version wrote it (${later})`, next };
  }
  const missing = Object.keys(migrations).length - found.length;
  return {
    name,
    state: "ok",
    message: missing === 0 ? message : `${message}; ${missing} migrations are done at the next start`,
  };
};

/** `aheadMs`: by how much the database's time is ahead of this machine's. */
const judgeClock = (aheadMs: number): Finding =>
  aheadMs > mostClockMs
    ? {
        name: "clock",
        state: "warn",
        message: `this machine is ${Math.round(aheadMs / 1000)} s behind what the database has`,
        next: "Keep the clock in step (NTP): schedules and the times in reports are this machine's.",
      }
    : { name: "clock", state: "ok", message: new Date().toISOString() };

const checkPostgres = async (url: string): Promise<Finding[]> => {
  const client = new Client({ ...connectionOptions(url), connectionTimeoutMillis: connectMs });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{
      version: number;
      shown: string;
      now: Date;
      may: boolean;
      migrated: boolean;
    }>(
      `select current_setting('server_version_num')::integer as version, current_setting('server_version') as shown,
        clock_timestamp() as now, has_schema_privilege(current_schema(), 'create') as may,
        to_regclass('kysely_migration') is not null as migrated`,
    );
    const [row] = rows;
    if (!row) throw new Error("PostgreSQL gave no answer");
    const clock = judgeClock(Math.abs(row.now.getTime() - Date.now()));
    if (row.version < oldestPostgres) {
      const next = "Use PostgreSQL 15 or later.";
      return [{ name, state: "fail", message: `PostgreSQL ${row.shown} is too old`, next }];
    }
    if (!row.may) {
      const next = "grant create on schema public and on the database to the user of SERVICE_DATABASE_URL.";
      return [{ name, state: "fail", message: "the user may not create tables", next }, clock];
    }
    const shown = `PostgreSQL ${row.shown}`;
    if (!row.migrated) return [{ name, state: "ok", message: `${shown}, empty` }, clock];
    const done = await client.query<{ name: string }>("select name from kysely_migration order by name");
    return [
      judgeMigrations(
        done.rows.map((migration) => migration.name),
        shown,
      ),
      clock,
    ];
  } catch (error) {
    const next =
      "Correct SERVICE_DATABASE_URL, or start PostgreSQL and let this machine in (pg_hba.conf, firewall).";
    return [{ name, state: "fail", message: `PostgreSQL cannot be used: ${messageOf(error)}`, next }];
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const checkArtifacts: Check = async (config) => {
  if (config.artifactsUrl === undefined) {
    const where = join(resolve(config.dataDir), "artifacts");
    const isShared = config.databaseUrl !== undefined;
    return {
      name: "artifacts",
      state: "ok",
      message: isShared ? `${where}, which all processes must share` : where,
    };
  }
  try {
    await (await openArtifacts(config)).probe();
    return { name: "artifacts", state: "ok", message: `bucket ${config.artifactsUrl.bucket} can be written` };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : "";
    return {
      name: "artifacts",
      state: "fail",
      message: `bucket ${config.artifactsUrl.bucket} cannot be written${cause}`,
      next: "Correct SERVICE_ARTIFACTS_URL, AWS_REGION, AWS_ENDPOINT_URL_S3 and the credentials, or make the bucket.",
    };
  }
};
