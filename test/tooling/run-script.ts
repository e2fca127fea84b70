import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The repository; Vitest always runs there. */
export const root = process.cwd();

/** The path of a file in scripts/. */
export const script = (name: string): string => join(root, "scripts", name);

/** Runs a Node program with nothing in its environment but `env`; gives its exit code and all it printed. */
export function runScript(
  args: string[],
  env: Record<string, string> = {},
): { code: number; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  return { code: status ?? -1, output: stdout + stderr };
}
