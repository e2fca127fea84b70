import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#src/config.ts";
import { startService } from "#src/service.ts";

/** A JSON answer of the service, untyped on purpose: tests look at the wire. */
export type Answer<T = Record<string, unknown>> = { status: number; headers: Headers; body: T };

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** The whole service in this process, on a free port, with a data directory of its own and an admin signed in. */
export const startTestService = async (env: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), "tracewright-test-"));
  const config = readConfig({
    SERVICE_PORT: "0",
    SERVICE_DATA_DIR: dataDir,
    SERVICE_LOG_LEVEL: "silent",
    SERVICE_ADMIN_EMAIL: "admin@example.com",
    SERVICE_ADMIN_PASSWORD: "correct horse",
    SERVICE_BROWSER_PATH: process.env.SERVICE_BROWSER_PATH,
    ...env,
  });
  const service = await startService(config);
  const base = `${service.url}/api/v1`;
  const send = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    token: string | null = session,
  ): Promise<Answer<T>> => {
    const headers: Record<string, string> = {};
    if (token !== null) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    return {
      status: response.status,
      headers: response.headers,
      body: (type.includes("json") ? JSON.parse(text) : text) as T,
    };
  };
  let session = "";
  const login = await send<{ token: string }>(
    "POST",
    "/auth/login",
    { email: "admin@example.com", password: "correct horse" },
    null,
  );
  session = login.body.token;
  return {
    url: service.url,
    base,
    dataDir,
    token: session,
    send,
    /** Polls until the run has ended; answers with the run whole. */
    ended: async <T = Record<string, unknown>>(runId: string): Promise<T> => {
      for (;;) {
        const { body } = await send<{ status: string }>("GET", `/runs/${runId}`);
        if (body.status !== "queued" && body.status !== "running") return body as T;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
