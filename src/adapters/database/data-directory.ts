import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "#model/errors.ts";
import { asAppError, isBusy } from "./sqlite-failures.ts";

/**
 * Makes the data directory (mode 0700) and takes it for this process, until `release` or the end of the process, however it ends.
 * The lock is an open transaction on a file of its own, which the operating system drops with the process.
 * Throws AppError("conflict") when another process holds it.
 */
export const takeDataDirectory = async (dataDir: string): Promise<{ directory: string; release(): void }> => {
  const directory = resolve(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = openLock(join(directory, "lock.db"));
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw asAppError(error);
    throw new AppError(
      "conflict",
      `The data directory ${directory} is in use by another Tracewright process. Stop that one, or give this one a directory of its own with SERVICE_DATA_DIR.`,
      { cause: error },
    );
  }
  return { directory, release: () => lock.close() };
};

const openLock = (file: string): DatabaseSync => {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw asAppError(error);
  }
};
