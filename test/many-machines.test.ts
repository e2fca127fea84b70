import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { ask } from "#test/support/hosts.ts";
import {
  adminEmail,
  adminPassword,
  findFaults,
  makeTrouble,
  startMachines,
  untilAllEnded,
} from "#test/support/many-machines.ts";
import type { Machines } from "#test/support/many-machines.ts";
import { hasPostgres } from "#test/support/postgres.ts";

describe.skipIf(!hasPostgres)("two API processes and three workers on one PostgreSQL", () => {
  let machines: Machines;
  beforeAll(async () => {
    machines = await startMachines();
  }, 240_000);
  afterAll(() => machines.close(), 240_000);

  const login = async (host: 0 | 1, email: string, password: string) =>
    ask(machines.apis[host], "POST", "/auth/login", { body: { email, password } });

  it("tell the events of a run to whoever listens, at whichever of them", async () => {
    const { apis, token, suite } = machines;
    const started = await ask(apis[0], "POST", "/runs", { token, body: { suite } });
    // Until the run has ended, for which a worker starts its browser.
    const timeoutMs = 120_000;
    const path = `/runs/${String(started?.body["run_id"])}/events`;
    const stream = await ask(apis[1], "GET", path, { token, timeoutMs });
    const ids = [...String(stream?.body["text"]).matchAll(/^id: ?(\d+)$/gm)].map(([, id]) => Number(id));
    expect(stream).toMatchObject({ status: 200 });
    expect(ids.length).toBeGreaterThan(2);
    expect(ids).toEqual(ids.map((_, at) => at + 1));
  });

  it("fire a tick of a schedule once", async () => {
    const { apis, token, suite, query } = machines;
    const body = { name: "Hourly", items: [{ suite }], schedule: "0 * * * *" };
    const plan = await ask(apis[1], "POST", "/plans", { token, body });
    const id = String(plan?.body["id"]);
    await query("update plans set next_run_at = '2026-01-01T00:00:00.000Z' where id = $1", [id]);
    const passes = () =>
      query<{ n: number }>("select count(distinct pass_id)::int n from runs where plan_id = $1", [id]);
    await eventually(async () => expect(await passes()).toEqual([{ n: 1 }]));
    // Every process has looked once more by then.
    await sleep(16_000);
    expect(await passes()).toEqual([{ n: 1 }]);
  });

  it("forget a token and a user at once, at each of them", async () => {
    const { apis, token } = machines;
    const made = await ask(apis[0], "POST", "/auth/tokens", { token, body: { name: "ci" } });
    const ci = String(made?.body["token"]);
    expect((await ask(apis[1], "GET", "/auth/me", { token: ci }))?.status).toBe(200);
    await ask(apis[0], "DELETE", `/auth/tokens/${String(made?.body["id"])}`, { token });
    expect((await ask(apis[1], "GET", "/auth/me", { token: ci }))?.status).toBe(401);

    const body = { email: "other@example.com", password: adminPassword, role: "admin" };
    const other = await ask(apis[0], "POST", "/auth/users", { token, body });
    const session = String((await login(1, body.email, body.password))?.body["token"]);
    const me = await ask(apis[0], "GET", "/auth/me", { token });
    const demote = (host: 0 | 1, id: unknown, by: string) =>
      ask(apis[host], "PATCH", `/auth/users/${String(id)}`, { token: by, body: { role: "member" } });
    // Each admin demotes the other at the same time: one of them stays.
    const answers = await Promise.all([
      demote(0, other?.body["id"], token),
      demote(1, me?.body["id"], session),
    ]);
    const admins = await machines.query<{ email: string }>("select email from users where role = 'admin'");
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
    expect(admins).toHaveLength(1);
    await machines.query("update users set role = 'admin'");
    await ask(apis[1], "DELETE", `/auth/users/${String(other?.body["id"])}`, { token });
    expect((await ask(apis[0], "GET", "/auth/me", { token: session }))?.status).toBe(401);
  });

  it("lose no run, end none twice and keep order while workers are killed and PostgreSQL crashes", async () => {
    const outcome = await makeTrouble(machines, { runs: 45, passes: 3, kills: 3, troubleMs: 15_000 });
    await untilAllEnded(machines, 400_000);
    expect(await findFaults(machines, outcome)).toEqual([]);
    expect(outcome.acknowledged.length).toBeGreaterThanOrEqual(45 + 9);
    const retaken = await machines.query("select id from runs where attempt > 1");
    // Without any run that was taken up again the kills would have shown nothing.
    expect(retaken.length).toBeGreaterThan(0);
  }, 600_000);

  it("are not ready while the database is away, and are again by themselves", async () => {
    const { apis, cluster, token } = machines;
    await cluster.stop("fast");
    const away = await ask(apis[0], "GET", "/health/ready");
    expect(away).toMatchObject({ status: 503, body: { type: "not_ready" } });
    expect((await ask(apis[0], "GET", "/health"))?.status).toBe(200);
    expect(await ask(apis[1], "GET", "/runs", { token })).toMatchObject({
      status: 503,
      body: { type: "not_ready" },
    });
    await cluster.start();
    for (const host of apis) {
      await eventually(async () => expect((await ask(host, "GET", "/health/ready"))?.status).toBe(200));
    }
    expect((await ask(apis[1], "GET", "/runs", { token }))?.status).toBe(200);
  });

  it("count failed log-ins together", async () => {
    const wrong = (host: 0 | 1) => login(host, adminEmail, "wrong password");
    for (let n = 0; n < 10; n += 1) expect((await wrong(n % 2 === 0 ? 0 : 1))?.status).toBe(401);
    for (const host of [0, 1] as const) {
      expect((await login(host, adminEmail, adminPassword))?.status).toBe(429);
    }
  });

  it("end with code 0 when they are told to", async () => {
    const codes = await Promise.all([...machines.apis, ...machines.workers].map((host) => host.stop()));
    expect(codes).toEqual([0, 0, 0, 0, 0]);
  });
});
