import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mine = /^tracewright-tmp-(\d+)-[A-Za-z0-9]{6}$/;

/**
 * A folder for whatever this process and its browsers put into the system's temporary one, so that it goes with the process;
 * what processes left there that were killed is removed.
 */
export const takeTemporaryFolder = async (): Promise<{ folder: string; release(): Promise<void> }> => {
  const above = tmpdir();
  for (const name of await readdir(above)) {
    const owner = Number(mine.exec(name)?.[1]);
    if (owner > 0 && !isAlive(owner)) await remove(join(above, name));
  }
  const folder = await mkdtemp(join(above, `tracewright-tmp-${process.pid}-`));
  return { folder, release: () => remove(folder) };
};

/** Of the same number as this process it was an earlier one, in a container that starts counting anew. */
const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** A browser that is just ending may still write; what stays goes with the next start. */
const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
