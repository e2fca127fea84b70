/** Gives a test run one temporary folder of its own, removed at its end, and removes those of runs that were killed. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "tracewright-test-";

/** What Vitest calls before the first test; it returns what is called after the last. */
export function setup() {
  const above = tmpdir();
  for (const name of readdirSync(above)) {
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length)))) remove(join(above, name));
  }
  const folder = join(above, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // The workers start after this and inherit it, so that os.tmpdir() is this folder in every test.
  process.env.TMPDIR = folder;
  return () => remove(folder);
}

/** A browser that is just ending may still write; what stays is removed by the next run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch (error) {
    process.stderr.write(`${folder} could not be removed: ${error.message}\n`);
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
