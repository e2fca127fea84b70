import { execFile } from "node:child_process";
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { backup as copyDatabase } from "node:sqlite";
import { promisify } from "node:util";
import { AppError } from "#model/errors.ts";
import type { Config } from "#src/config.ts";
import { version } from "#src/version.ts";
import { countRows, integrityOf, migrationsOf, readEmbedded } from "./embedded.ts";
import { DatabaseSync } from "node:sqlite";
import { digestOf, filesBelow, hasCode } from "./files.ts";
import { keyFiles, manifestName } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

const run = promisify(execFile);
const archive = /\.(tar|tar\.gz|tgz)$/;
/** In one go: a copy in pieces begins again whenever another process writes. */
const allPages = 2_000_000_000;

/**
 * Writes a backup of an embedded installation to `target`: a folder, or one file if the name ends in .tar, .tar.gz or .tgz.
 * The service may go on working: the database is copied as of one moment, and then the files that its rows may name.
 * Throws AppError: "conflict" when the target is there already, "invalid_request" for an installation on PostgreSQL.
 */
export const backUp = async (
  config: Pick<Config, "dataDir" | "databaseUrl" | "artifactsUrl">,
  target: string,
  { withKeys }: { withKeys: boolean },
): Promise<Manifest> => {
  if (config.databaseUrl !== undefined) {
    throw new AppError(
      "invalid_request",
      "This installation is on PostgreSQL: back up the database with pg_dump, and after that the artifacts (the bucket, or the data directory) and SERVICE_SECRET_KEY.",
    );
  }
  const path = resolve(target);
  await refuseExisting(path);
  await mkdir(dirname(path), { recursive: true });
  // Beside the target, so that it appears whole or not at all.
  const draft = await mkdtemp(`${path}.unfinished-`);
  try {
    const folder = join(draft, "backup");
    const manifest = await writeFolder(config, folder, withKeys);
    if (archive.test(path)) {
      const file = join(draft, basename(path));
      await run("tar", [path.endsWith(".tar") ? "-cf" : "-czf", file, "-C", folder, "."]);
      await sync(file);
      await chmod(file, 0o600);
      await rename(file, path);
    } else await rename(folder, path);
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

const refuseExisting = async (path: string): Promise<void> => {
  try {
    const found = await stat(path);
    if (found.isDirectory() && (await readdir(path)).length === 0) return;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  throw new AppError("conflict", `${path} is there already; a backup never takes the place of anything.`);
};

const writeFolder = async (
  { dataDir, artifactsUrl }: Pick<Config, "dataDir" | "artifactsUrl">,
  folder: string,
  withKeys: boolean,
): Promise<Manifest> => {
  await mkdir(folder, { mode: 0o700 });
  const copy = join(folder, "tracewright.db");
  const source = readEmbedded(dataDir);
  try {
    await copyDatabase(source, copy, { rate: allPages });
  } finally {
    source.close();
  }
  const { rows, migrations } = readCopy(copy);
  await sync(copy);
  if (artifactsUrl === undefined) await copyArtifacts(join(dataDir, "artifacts"), join(folder, "artifacts"));
  if (withKeys) for (const name of keyFiles) await copyIfThere(join(dataDir, name), join(folder, name));
  const files: Manifest["files"] = {};
  for (const name of await filesBelow(folder)) {
    const { size } = await stat(join(folder, name));
    files[name] = { size, sha256: await digestOf(join(folder, name)) };
  }
  const manifest: Manifest = {
    format: 1,
    version,
    created_at: new Date().toISOString(),
    migrations,
    rows,
    files,
  };
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  return manifest;
};

/** Files that disappear meanwhile were removed with their run; what is being written has no name yet. */
const copyArtifacts = async (from: string, to: string): Promise<void> => {
  for (const name of await filesBelow(from)) {
    if (name.startsWith(".")) continue;
    const path = join(to, name);
    await mkdir(dirname(path), { recursive: true });
    await copyIfThere(join(from, name), path);
  }
};

const copyIfThere = async (from: string, to: string): Promise<void> => {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
};

/** Opened for writing once, so that the copy needs no companion files to be read. */
const readCopy = (file: string): Pick<Manifest, "rows" | "migrations"> => {
  const copy = new DatabaseSync(file);
  try {
    copy.exec("pragma journal_mode = delete");
    const trouble = integrityOf(copy);
    if (trouble !== null) throw new AppError("internal", `The database is damaged: ${trouble}.`);
    return { rows: countRows(copy), migrations: migrationsOf(copy) };
  } finally {
    copy.close();
  }
};

const sync = async (file: string): Promise<void> => {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
