/**
 * Gives a test run one temporary folder of its own, removed at its end with the PostgreSQL that tests may have started
 * in it, and removes those of runs that were killed.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findPostgres } from "./find-postgres.mjs";

const PREFIX = "tracewright-test-";

/** What Vitest calls before the first test; it returns what is called after the last. */
export function setup() {
  const above = tmpdir();
  // Each group of tests calls this, in one process.
  if (basename(above) === `${PREFIX}${process.pid}`) return undefined;
  for (const name of readdirSync(above)) {
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length)))) remove(join(above, name));
  }
  const folder = join(above, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // The workers start after this and inherit it, so that os.tmpdir() is this folder in every test.
  process.env.TMPDIR = folder;
  process.env.TEST_POSTGRES_BIN = findPostgres() ?? "";
  if (process.env.TEST_POSTGRES_BIN === "") {
    process.stderr.write("no PostgreSQL was found: the tests that need it are skipped\n");
  }
  return () => remove(folder);
}

/** A browser that is just ending may still write; what stays is removed by the next run. */
function remove(folder) {
  try {
    stopPostgres(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch (error) {
    process.stderr.write(`${folder} could not be removed: ${error.message}\n`);
  }
}

/** Ends the servers of the clusters in the folder; their data is not needed any more. */
function stopPostgres(folder) {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith("postgres-")) continue;
    let pid;
    try {
      pid = Number(readFileSync(join(folder, name, "data", "postmaster.pid"), "utf8").split("\n")[0]);
    } catch {
      continue;
    }
    if (isAlive(pid)) process.kill(pid, "SIGQUIT");
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
