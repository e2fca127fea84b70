import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { readConfig } from "#src/config.ts";
import { startService } from "#src/service.ts";
import { startApp } from "#test/support/run-suite.ts";

type Answer = { status: number; body: Record<string, unknown> };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tracewright-restart-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const admin = { SERVICE_ADMIN_EMAIL: "admin@example.com", SERVICE_ADMIN_PASSWORD: "correct horse" };

/** The service on the data directory of this test, and a caller of it. */
const startHere = async (env: Record<string, string> = admin) => {
  const service = await startService(
    readConfig({
      SERVICE_PORT: "0",
      SERVICE_DATA_DIR: dataDir,
      SERVICE_LOG_LEVEL: "silent",
      SERVICE_BROWSER_PATH: process.env.SERVICE_BROWSER_PATH,
      ...env,
    }),
  );
  const send = async (
    method: string,
    path: string,
    token: string | null,
    body?: unknown,
  ): Promise<Answer> => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const login = async (): Promise<string> => {
    const body = { email: "admin@example.com", password: "correct horse" };
    return String((await send("POST", "/auth/login", null, body)).body["token"]);
  };
  return { ...service, send, login, [Symbol.asyncDispose]: () => service.close(0) };
};

describe("what outlasts a restart", () => {
  test.each([
    ["with SERVICE_JWT_SECRET", { ...admin, SERVICE_JWT_SECRET: "a secret of many characters" }],
    ["with the secret that the data directory keeps", admin],
  ])("sessions %s, and API tokens", async (_, env) => {
    const credentials: string[] = [];
    {
      await using service = await startHere(env);
      const session = await service.login();
      const made = await service.send("POST", "/auth/tokens", session, {});
      credentials.push(session, String(made.body["token"]));
    }
    await using service = await startHere(env);
    for (const token of credentials) expect((await service.send("GET", "/auth/me", token)).status).toBe(200);
  });

  test("sessions do not, with another SERVICE_JWT_SECRET", async () => {
    let session: string;
    {
      await using service = await startHere({ ...admin, SERVICE_JWT_SECRET: "a secret of many characters" });
      session = await service.login();
    }
    await using service = await startHere({ ...admin, SERVICE_JWT_SECRET: "another secret, just as long" });
    expect((await service.send("GET", "/auth/me", session)).status).toBe(401);
  });

  test("the queue: what waited and what was interrupted is executed", { timeout: 300_000 }, async () => {
    let isOpen = false;
    let visits = 0;
    const app = await startApp({
      "/": (_request, response) => {
        visits += 1;
        if (isOpen) response.setHeader("content-type", "text/html").end("<h1>Open</h1>");
      },
    });
    const yaml = `suite: Held\nbase_url: ${app.url}\ncases:\n  - id: a\n    title: A\n    steps: [{goto: /, timeout: 120s}]\n`;
    let ids: string[];
    {
      await using service = await startHere();
      const session = await service.login();
      const { body: suite } = await service.send("POST", "/suites", session, { yaml });
      const jobs = Array.from({ length: 3 }, () => ({ suite: suite["file"] }));
      ids = (await service.send("POST", "/runs", session, { jobs })).body["run_ids"] as string[];
      await eventually(() => expect(visits).toBe(2));
    }
    isOpen = true;
    await using service = await startHere();
    const session = await service.login();
    for (const id of ids) {
      await eventually(async () =>
        expect((await service.send("GET", `/runs/${id}`, session)).body["status"]).toBe("done"),
      );
    }
    await app.close();
  });
});

describe("the first admin from the environment", () => {
  test("is made at the first boot, which skips the setup; later boots make none", async () => {
    {
      await using service = await startHere();
      expect((await service.send("GET", "/auth/setup", null)).body).toEqual({ needs_setup: false });
      const body = { email: "x@example.com", password: "correct horse" };
      expect((await service.send("POST", "/auth/setup", null, body)).status).toBe(409);
    }
    const other = { SERVICE_ADMIN_EMAIL: "other@example.com", SERVICE_ADMIN_PASSWORD: "battery staple" };
    await using service = await startHere(other);
    const users = await service.send("GET", "/auth/users", await service.login());
    expect(users.body).toMatchObject({ total: 1, items: [{ email: "admin@example.com", role: "admin" }] });
  });

  test("is not made without the environment: the setup is to be done", async () => {
    await using service = await startHere({});
    expect((await service.send("GET", "/auth/setup", null)).body).toEqual({ needs_setup: true });
  });
});

describe("the life of a session", () => {
  const lifeOf = (token: string): number => {
    const { exp = 0, iat = 0 } = decodeJwt(token);
    return exp - iat;
  };

  test("is seven days, or SERVICE_JWT_TTL_SECONDS", async () => {
    {
      await using service = await startHere();
      expect(lifeOf(await service.login())).toBe(7 * 24 * 60 * 60);
    }
    await using service = await startHere({ ...admin, SERVICE_JWT_TTL_SECONDS: "3600" });
    expect(lifeOf(await service.login())).toBe(3600);
  });
});

test("a data directory that cannot be written is 503 of readiness, and the service lives", async () => {
  await using service = await startHere();
  expect(await service.send("GET", "/health/ready", null)).toMatchObject({ status: 200 });
  await rename(dataDir, `${dataDir}-gone`);
  const answer = await service.send("GET", "/health/ready", null);
  expect(answer).toMatchObject({ status: 503, body: { type: "not_ready" } });
  expect(await service.send("GET", "/health", null)).toMatchObject({ status: 200 });
  await rename(`${dataDir}-gone`, dataDir);
  expect(await service.send("GET", "/health/ready", null)).toMatchObject({ status: 200 });
});
