import { chmod, mkdir, open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "#model/errors.ts";
import { isBusy } from "./sqlite-failures.ts";

/**
 * Makes the data directory (mode 0700) and takes it for this process, until `release` or the end of the process, however it ends.
 * The lock is an open transaction on a file of its own, which the operating system drops with the process.
 * Throws AppError: "conflict" when another process holds it, "internal" when it cannot be made or written.
 */
export const takeDataDirectory = async (dataDir: string): Promise<{ directory: string; release(): void }> => {
  const directory = resolve(dataDir);
  let lock: DatabaseSync | undefined;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await keepToOwner(join(directory, "lock.db"));
    lock = new DatabaseSync(join(directory, "lock.db"), { timeout: 0 });
    lock.exec("begin exclusive");
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) throw unusable(directory, error);
    throw new AppError(
      "conflict",
      `The data directory ${directory} is in use by another Tracewright process. Stop that one, or give this one a directory of its own with SERVICE_DATA_DIR.`,
      { cause: error },
    );
  }
  const held = lock;
  return {
    directory,
    release: () => {
      if (held.isOpen) held.close();
    },
  };
};

/**
 * Makes a database file that only its owner may read, or makes one that is there so; what SQLite puts beside it follows.
 * The folder may be one that others may look into, and who could open the lock could hold it.
 */
export const keepToOwner = async (file: string): Promise<void> => {
  await (await open(file, "a", 0o600)).close();
  for (const end of ["", "-journal", "-wal", "-shm"]) {
    try {
      await chmod(`${file}${end}`, 0o600);
    } catch (error) {
      // Not there, or of another owner, who decides.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "EPERM") throw error;
    }
  }
};

const unusable = (directory: string, cause: unknown): AppError =>
  new AppError(
    "internal",
    `The data directory ${directory} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`,
    { cause },
  );
