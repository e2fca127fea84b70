import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { migrations } from "#adapters/database/migrations/index.ts";
import { AppError } from "#model/errors.ts";
import { countRows, integrityOf, migrationsOf } from "./embedded.ts";
import { digestOf, filesBelow, hasCode, oddBelow } from "./files.ts";
import { keyFiles, manifestName, manifestSchema } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

const run = promisify(execFile);

/**
 * Puts a backup in the place of a data directory that is not there or empty. Every file is compared with what the backup says
 * of it, and the database is checked, before anything gets its name. Throws AppError: "conflict" when the data directory has
 * anything in it or a later version wrote the backup, "invalid_request" when the backup is not whole.
 */
export const restore = async (source: string, dataDir: string): Promise<Manifest> => {
  const target = resolve(dataDir);
  await refuseFilled(target);
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}.unfinished-`);
  try {
    const folder = join(draft, "data");
    await mkdir(folder, { mode: 0o700 });
    await unpack(resolve(source), folder);
    const manifest = await check(folder);
    await rm(join(folder, manifestName));
    for (const name of keyFiles) await chmodIfThere(join(folder, name));
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

const refuseFilled = async (target: string): Promise<void> => {
  try {
    if ((await readdir(target)).length === 0) return;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  throw new AppError(
    "conflict",
    `${target} is not empty. Stop the service, move the folder away, and restore into SERVICE_DATA_DIR again.`,
  );
};

const unpack = async (source: string, folder: string): Promise<void> => {
  const found = await stat(source).catch(() => null);
  if (!found) throw new AppError("not_found", `There is no backup ${source}.`);
  if (found.isDirectory()) await cp(source, folder, { recursive: true, verbatimSymlinks: true });
  else {
    try {
      // Names that lead out of the folder are refused by tar itself; what is a link is refused below.
      await run("tar", ["-xf", source, "-C", folder, "--no-same-owner"]);
    } catch (error) {
      throw notWhole(`${source} cannot be unpacked`, error);
    }
  }
};

const check = async (folder: string): Promise<Manifest> => {
  const odd = await oddBelow(folder);
  if (odd !== null) throw notWhole(`${odd} is no plain file`);
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => null);
  if (text === null) throw notWhole(`it has no ${manifestName}`);
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw notWhole(`${manifestName} cannot be read`);
  const manifest = parsed.data;
  const names = (await filesBelow(folder)).filter((name) => name !== manifestName);
  const extra = names.find((name) => !(name in manifest.files));
  if (extra !== undefined) throw notWhole(`${extra} is no part of it`);
  for (const [name, { size, sha256 }] of Object.entries(manifest.files)) {
    if (!names.includes(name)) throw notWhole(`${name} is missing`);
    const file = join(folder, name);
    if ((await stat(file)).size !== size || (await digestOf(file)) !== sha256)
      throw notWhole(`${name} was changed`);
  }
  const later = manifest.migrations.find((name) => !(name in migrations));
  if (later !== undefined) {
    throw new AppError(
      "conflict",
      `A later version of Tracewright (${manifest.version}) wrote this backup; use that.`,
    );
  }
  checkDatabase(join(folder, "tracewright.db"), manifest);
  return manifest;
};

const checkDatabase = (file: string, manifest: Manifest): void => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const trouble = integrityOf(database);
    if (trouble !== null) throw notWhole(`its database is damaged: ${trouble}`);
    const isSame =
      JSON.stringify(countRows(database)) === JSON.stringify(manifest.rows) &&
      migrationsOf(database).join() === manifest.migrations.join();
    if (!isSame) throw notWhole("its database is not the one that was backed up");
  } finally {
    database.close();
  }
};

const chmodIfThere = async (file: string): Promise<void> => {
  try {
    await chmod(file, 0o600);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const notWhole = (why: string, cause?: unknown): AppError =>
  new AppError("invalid_request", `The backup is not whole: ${why}. Nothing was restored.`, { cause });
