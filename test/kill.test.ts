import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunDetail } from "#model/run.ts";

const admin = { email: "admin@example.com", password: "correct horse" };

/** A page that shows its heading only after a while, so that runs are under way when the process is killed. */
const app = createServer((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(`<title>Slow</title><main></main><script>
    setTimeout(() => { document.querySelector("main").innerHTML = "<h1>Ready</h1>" }, 400);</script>`);
});
let appUrl = "";
let dataDir = "";
const children = new Set<ChildProcess>();

beforeAll(async () => {
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  dataDir = await mkdtemp(join(tmpdir(), "tracewright-kill-"));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the service as a user would, and resolves to its address. */
const start = async (): Promise<{ child: ChildProcess; base: string }> => {
  const child = spawn(process.execPath, ["src/main.ts", "serve"], {
    env: {
      ...process.env,
      SERVICE_PORT: "0",
      SERVICE_DATA_DIR: dataDir,
      SERVICE_ADMIN_EMAIL: admin.email,
      SERVICE_ADMIN_PASSWORD: admin.password,
      SERVICE_LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
    if (url) return { child, base: `${url}/api/v1` };
  }
  throw new Error("the service did not start");
};

const call = async <T>(base: string, token: string, method: string, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};

test("kill -9 in the middle: every acknowledged run ends once, with gap-free events", async () => {
  let { child, base } = await start();
  const { token } = await call<{ token: string }>(base, "", "POST", "/auth/login", admin);
  const { file } = await call<{ file: string }>(base, token, "POST", "/suites", {
    yaml: `suite: Slow page\nbase_url: ${appUrl}\ncases:\n  - id: ready\n    title: It gets ready\n    steps:\n      - goto: /\n      - expect: {visible: {role: heading, name: Ready}}\n`,
  });
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { run_ids } = await call<{ run_ids: string[] }>(base, token, "POST", "/runs", {
      jobs: [{ suite: file }, { suite: file }, { suite: file }],
    });
    acknowledged.push(...run_ids);
    for (;;) {
      const { running } = await call<{ running: unknown[] }>(base, token, "GET", "/runs/queue");
      if (running.length > 0) break;
      await sleep(10);
    }
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    ({ child, base } = await start());
  }
  for (const id of acknowledged) {
    for (;;) {
      const run = await call<RunDetail>(base, token, "GET", `/runs/${id}`);
      if (run.status === "queued" || run.status === "running") {
        await sleep(100);
        continue;
      }
      expect(run).toMatchObject({ status: "done", summary: { passed: 1, failed: 0, broken: 0, skipped: 0 } });
      expect(run.events.map(({ seq }) => seq)).toEqual(run.events.map((_, index) => index + 1));
      expect(run.events.filter(({ kind }) => kind === "case_finished")).toHaveLength(1);
      break;
    }
  }
  const { total } = await call<{ total: number }>(base, token, "GET", "/runs");
  expect(total).toBe(acknowledged.length);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
