/**
 * From a bare clone to a running command: `node scripts/bootstrap.mjs start|test|test-all|check|format|demo|bench [arguments]`.
 * Plain JavaScript without packages, for any Node from 18 on; the work itself is done by the pinned Node.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPostgres } from "./find-postgres.mjs";
import { ensureBrowser, ensurePackages, ensurePostgres, pinnedNode, say, SetupError } from "./install.mjs";
import { beside, runNode } from "./run-child.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MAIN = join(ROOT, "src", "main.ts");

const COMMANDS = {
  start: (args) => service(["serve", ...args]),
  test: (args) => test(args.some(isFile) ? args : ["--project=!long", ...args]),
  "test-all": (args) => test(args),
  check: (args) => tool([beside("check.mjs"), ...args]),
  format: (args) => tool([join(ROOT, "node_modules", "oxfmt", "bin", "oxfmt"), ...args]),
  demo: (args) => tool([join(ROOT, "examples", "demo", "main.ts"), ...args]),
  bench: ([name = "", ...args]) =>
    tool([join(ROOT, "bench", `${name}.ts`), ...args], {
      browser: ["agent", "generator", "export", "load", "long-life", "many-machines"].includes(name),
    }),
};

/** Whether an argument of Vitest names files rather than an option. */
function isFile(arg) {
  return !arg.startsWith("-");
}

/**
 * Runs src/main.ts with these arguments and resolves to its exit code. A browser is looked for, and installed
 * when there is none, for the commands that drive one in this process.
 *
 * @param {string[]} args
 */
export function service(args) {
  const command = args[0] ?? "serve";
  const drivesBrowser =
    ["serve", "worker"].includes(command) &&
    !args.some((arg) => ["--help", "-h", "--version"].includes(arg)) &&
    !process.env.SERVICE_BROWSER_WS_ENDPOINT &&
    process.env.SERVICE_ROLE !== "api";
  const { node, env } = setUp({ browser: drivesBrowser });
  return runNode(node, ["--disable-warning=ExperimentalWarning", MAIN, ...args], { env });
}

/** Ends this process with the code that `work` resolves to; a set-up problem is told in its own words. */
export async function finish(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

function setUp({ browser = false } = {}) {
  ensurePackages(ROOT);
  const node = pinnedNode(ROOT);
  const path = [dirname(node), join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path };
  const browserPath = browser ? ensureBrowser(ROOT, node) : undefined;
  if (browserPath !== undefined) env.SERVICE_BROWSER_PATH = browserPath;
  return { node, env };
}

function tool(args, needs = {}) {
  const { node, env } = setUp(needs);
  // Where benchmarks find PostgreSQL, as the tests do.
  return runNode(node, args, { cwd: ROOT, env: { ...env, TEST_POSTGRES_BIN: findPostgres() ?? "" } });
}

/** Vitest, and after all that it prints the counts alone on the last line: `N passed, N failed`. */
async function test(args) {
  const { node, env } = setUp({ browser: true });
  ensurePostgres();
  const folder = mkdtempSync(join(tmpdir(), "tracewright-counts-"));
  const file = join(folder, "counts.json");
  try {
    const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
    const reporters = ["--reporter=default", `--reporter=${beside("count-reporter.mjs")}`];
    const code = await runNode(node, [vitest, "run", ...reporters, ...args], {
      cwd: ROOT,
      env: { ...env, TEST_COUNTS_FILE: file },
    });
    return closeTest(code, readCounts(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function closeTest(code, { passed, failed, skipped }) {
  const ended = code === 0 ? failed : Math.max(failed, 1);
  process.stdout.write(`${passed} passed, ${ended} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  return code === 0 && (ended > 0 || passed === 0) ? 1 : code;
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [name = "", ...args] = process.argv.slice(2);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    say(`usage: node scripts/bootstrap.mjs ${Object.keys(COMMANDS).join("|")} [arguments]`);
    process.exitCode = 2;
  } else {
    await finish(() => command(args));
  }
}
