import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Job, Outcome } from "./job.ts";
import { readReport, writeProject } from "./playwright-test.ts";
import { cpuMs, pssMib, renderersOf } from "./process-tree.ts";

const LOOK_MS = 100;

export type Runner = "ours" | "playwright-test" | "bare" | "pages";
/** `wallMs` from the start of the process to its end; memory only when it was asked for. */
export type Sample = Outcome & { wallMs: number; cpuMs: number; pssMib: number; rendererMib: number };

/** What the shop's demonstration account is called. */
const account = { SHOP_USER: "demo@shop.example", SECRET_SHOP_PASSWORD: "demo1234" };

const run = (
  args: string[],
  cwd: string,
  memory: boolean,
): Promise<{
  stdout: string;
  stderr: string;
  wallMs: number;
  cpuMs: number;
  pssMib: number;
  rendererMib: number;
}> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...account },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
    child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
    const most = { cpuMs: 0, pssMib: 0, rendererMib: 0 };
    const pid = child.pid ?? 0;
    const look = (): void => {
      most.cpuMs = Math.max(most.cpuMs, cpuMs(pid));
      if (!memory) return;
      const all = pssMib(pid);
      if (all <= most.pssMib) return;
      most.pssMib = all;
      most.rendererMib = renderersOf(pid).mib;
    };
    const timer = setInterval(look, memory ? LOOK_MS * 5 : LOOK_MS);
    child.on("error", reject);
    child.on("exit", () => clearInterval(timer));
    child.on("close", () => resolve({ stdout, stderr, wallMs: performance.now() - began, ...most }));
  });

const here = (name: string): string => new URL(name, import.meta.url).pathname;

/** Carries a job out in processes of its own, and measures them. */
export const measure = async (runner: Runner, job: Omit<Job, "folder">, memory = false): Promise<Sample> => {
  const folder = await mkdtemp(join(tmpdir(), "tracewright-bench-runner-"));
  try {
    const whole: Job = { ...job, folder: join(folder, "files") };
    await mkdir(whole.folder);
    if (runner === "playwright-test") {
      const project = join(folder, "project");
      const command = await writeProject(project, whole);
      const { stdout, stderr, ...figures } = await run(command, project, memory);
      const outcome = await readReport(project).catch(() => {
        throw new Error(`Playwright Test gave no report: ${stdout.slice(-2000)}${stderr.slice(-2000)}`);
      });
      return { ...outcome, ...figures };
    }
    const file = join(folder, "job.json");
    await writeFile(file, JSON.stringify(whole));
    const { stdout, stderr, ...figures } = await run([here(`./${runner}.ts`), file], here("../../"), memory);
    if (!stdout.startsWith("{")) throw new Error(`${runner} gave no answer: ${stderr.slice(-3000)}`);
    return { ...(JSON.parse(stdout) as Outcome), ...figures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
