/**
 * `npm run check`: types, lint, import rules, format and dead code, every one of them even when an earlier one
 * failed. Ends with one line a stage; exits 1 when any failed.
 */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const tool = (...path) => join(ROOT, "node_modules", ...path);

const STAGES = [
  ["types", [tool("typescript", "bin", "tsc"), "--noEmit", "-p", "."]],
  ["lint", [tool("oxlint", "bin", "oxlint")]],
  ["imports", [join(ROOT, "scripts", "check-imports.mjs")]],
  ["format", [tool("oxfmt", "bin", "oxfmt"), "--check", "."]],
  ["dead code", [tool("knip", "bin", "knip.js"), "--no-progress", "--no-config-hints"]],
];

const results = [];
for (const [name, args] of STAGES) {
  const started = performance.now();
  const { code, output } = await run(args);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code !== 0 || output.includes("warning")) process.stdout.write(`--- ${name}\n${output.trimEnd()}\n`);
  results.push({ code, line: `${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)` });
}
process.stdout.write(`${results.map(({ line }) => line).join("\n")}\n`);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;

/** Resolves to the exit code of a Node program and all it printed. */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => (output += text));
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
