import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const followParent = new URL("../../scripts/follow-parent.mjs", import.meta.url).href;
const main = fileURLToPath(import.meta.resolve("#src/main.ts"));

export type Host = {
  name: string;
  /** Base of the API; empty for a worker. */
  base: string;
  /** kill -9, and the same again: a machine that lost power and came back. */
  crash(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
};

export type HostOptions = {
  name: string;
  role: "api" | "worker";
  databaseUrl: string;
  /** Shared by all, for artifacts; the logs of each process go there, too. */
  folder: string;
  env?: Record<string, string>;
};

/** Longer than a start takes on a busy machine; one that hangs is a fault that its test must be able to name. */
const startMs = 120_000;

/** A process of the service, as an operator would start it. */
export const startHost = async ({
  name,
  role,
  databaseUrl,
  folder,
  env = {},
}: HostOptions): Promise<Host> => {
  const start = async (): Promise<{ child: ChildProcess; base: string }> => {
    const args = ["--import", followParent, "--disable-warning=ExperimentalWarning", main, "serve"];
    const child = spawn(process.execPath, args, {
      // The fourth is a pipe that nobody writes to: its end tells the host that this process is gone.
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        SERVICE_BROWSER_PATH: process.env.SERVICE_BROWSER_PATH,
        SERVICE_ROLE: role,
        SERVICE_PORT: "0",
        SERVICE_DATA_DIR: join(folder, "data"),
        SERVICE_DATABASE_URL: `${databaseUrl}&application_name=${name}`,
        SERVICE_DATABASE_CONNECTIONS: "6",
        SERVICE_SECRET_KEY: "the key of all hosts of the test",
        SERVICE_JWT_SECRET: "the secret of all hosts of the test",
        SERVICE_LOG_LEVEL: "warn",
        ...env,
      },
    });
    const log = createWriteStream(join(folder, `${name}.log`), { flags: "a" });
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000);
      log.write(chunk);
    });
    const lines = createInterface(child.stdout ?? process.stdin);
    const base = await new Promise<string>((resolve, reject) => {
      const patience = setTimeout(() => {
        child.kill("SIGKILL");
        reject(new Error(`${name} was neither ready nor ended within ${startMs} ms: ${said}`));
      }, startMs);
      child.once("exit", (code) => {
        clearTimeout(patience);
        reject(new Error(`${name} ended with ${code} before it was ready: ${said}`));
      });
      const ready = (at: string): void => {
        clearTimeout(patience);
        resolve(at);
      };
      lines.on("line", (line) => {
        log.write(`${line}\n`);
        const url = /^Tracewright is at (\S+)/.exec(line)?.[1];
        if (url !== undefined) ready(`${url}/api/v1`);
        else if (line.startsWith("Tracewright works on")) ready("");
      });
    });
    return { child, base };
  };
  let current = await start();
  return {
    name,
    get base() {
      return current.base;
    },
    crash: async () => {
      const { child } = current;
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      // Whoever keeps processes alive starts one again that ended because the database was away.
      for (let tries = 1; ; tries += 1) {
        try {
          current = await start();
          return;
        } catch (error) {
          if (tries === 30 || !String(error).includes("The database cannot be reached")) throw error;
          await sleep(500);
        }
      }
    },
    stop: async () => {
      const { child } = current;
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
};

/** An answer of the API, or null when the host did not give one. */
export type Reply = { status: number; body: Record<string, unknown> } | null;

export const ask = async (
  { base }: Pick<Host, "base">,
  method: string,
  path: string,
  { token, body, timeoutMs = 60_000 }: { token?: string; body?: unknown; timeoutMs?: number } = {},
): Promise<Reply> => {
  try {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    const text = await response.text();
    return {
      status: response.status,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : { text },
    };
  } catch {
    return null;
  }
};
