import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { run } from "#src/commands.ts";

const followParent = new URL("../../scripts/follow-parent.mjs", import.meta.url).href;
const main = fileURLToPath(import.meta.resolve("#src/main.ts"));

/** The command line in a process of its own. `dataDir` and the browser are set; nothing else of this process's settings. */
export const startCommand = (
  args: readonly string[],
  env: Record<string, string> = {},
): { child: ChildProcess; output: () => string } => {
  const node = ["--import", followParent, "--disable-warning=ExperimentalWarning", main];
  const child = spawn(process.execPath, [...node, ...args], {
    // The fourth is a pipe that nobody writes to: its end tells the process that this one is gone.
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      SERVICE_BROWSER_PATH: process.env.SERVICE_BROWSER_PATH,
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
};

/** One command to its end, in this process: what it says and its exit code. One at a time. */
export const runCommand = async (
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> => {
  let output = "";
  const say = (...said: unknown[]): void => {
    output += `${said.map(String).join(" ")}\n`;
  };
  const spies = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  for (const spy of spies) spy.mockImplementation(say);
  try {
    const code = await run([...args], { SERVICE_BROWSER_PATH: process.env.SERVICE_BROWSER_PATH, ...env });
    return { code, output };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
};

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

/** The service in a process of its own on a free port, over a data directory that goes with it unless one is given. */
export const startServiceProcess = async (env: Record<string, string> = {}) => {
  const own = env["SERVICE_DATA_DIR"] === undefined ? await mkdtemp(join(tmpdir(), "service-")) : null;
  const dataDir = env["SERVICE_DATA_DIR"] ?? join(own ?? "", "data");
  const { child, output } = startCommand(["serve"], {
    SERVICE_PORT: "0",
    SERVICE_DATA_DIR: dataDir,
    SERVICE_ADMIN_EMAIL: "admin@example.com",
    SERVICE_ADMIN_PASSWORD: "correct horse",
    ...env,
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout ?? process.stdin).on("line", (line) => {
      const found = /^Tracewright is at (\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
      else if (line.startsWith("Tracewright works on")) resolve("");
    });
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}: ${output()}`)));
  });
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };
  let token = "";
  if (url !== "") {
    const { body } = await send("POST", "/auth/login", {
      email: "admin@example.com",
      password: "correct horse",
    });
    token = String(body["token"]);
  }
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const closed = once(child, "close");
    child.kill(signal);
    await closed;
    return child.exitCode;
  };
  return {
    url,
    dataDir,
    token,
    send,
    pid: child.pid ?? 0,
    /** All that it has written to its standard output and error. */
    output,
    /** Polls until the run has ended. */
    ended: async (runId: unknown): Promise<Record<string, unknown>> => {
      for (;;) {
        const { body } = await send("GET", `/runs/${String(runId)}`);
        if (body["status"] !== "queued" && body["status"] !== "running") return body;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    kill: () => end("SIGKILL"),
    /** SIGTERM; gives the exit code. */
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await end("SIGTERM");
      if (own !== null) await rm(own, { recursive: true, force: true });
    },
  };
};
