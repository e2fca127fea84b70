import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyText } from "#test/support/any.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

const suiteYaml = (title: string): string =>
  `suite: ${title}\nbase_url: http://127.0.0.1:9\ncases:\n  - id: a\n    title: A\n    steps: [{goto: /}]\n`;

const fail = (error: unknown): never => {
  throw error;
};

describe("plans over HTTP", () => {
  let server: TestApi;
  let time = new Date("2026-01-31T09:30:00.000Z");
  let suites: string[];
  beforeAll(async () => {
    server = await startApi({ now: () => time });
    suites = [];
    for (const title of ["First", "Second"]) {
      const { body } = await server.send("POST", "/suites", { body: { yaml: suiteYaml(title) } });
      suites.push(String(body["file"]));
    }
  });
  afterAll(() => server.close());

  const items = () => [{ suite: suites[0] }, { suite: suites[1], cases: ["a"] }];
  const save = (body: Record<string, unknown>, token?: string) =>
    server.send("POST", "/plans", { body: { name: "Nightly", items: items(), ...body }, token });
  const idOf = async (body: Record<string, unknown> = {}): Promise<string> =>
    String((await save(body)).body["id"]);

  test("are made, read, listed, changed and deleted by members", async () => {
    const { token } = await server.addUser({ role: "member" });
    const auth = { username: "ada", password: "sesame street", login_path: "/login" };
    const made = await save({ schedule: "0 3 * * *", description: "All of it", auth }, token);
    expect(made).toMatchObject({
      status: 200,
      body: {
        id: anyText,
        name: "Nightly",
        description: "All of it",
        items: items(),
        schedule: "0 3 * * *",
        next_run_at: "2026-02-01T03:00:00.000Z",
        last_run: null,
        auth: { username: "ada", password: "********", login_path: "/login" },
      },
    });
    const path = `/plans/${String(made.body["id"])}`;
    expect((await server.send("GET", path, { token })).body).toEqual(made.body);
    const list = await server.send("GET", "/plans?limit=1", { token });
    expect(list.body).toMatchObject({ items: [made.body], total: 1, limit: 1, offset: 0 });
    expect(await server.databaseText()).not.toContain("sesame street");

    const kept = { ...auth, username: "grace", password: "********", login_path: null };
    const changed = await save({ id: made.body["id"], name: "Weekly", auth: kept }, token);
    expect(changed.body).toMatchObject({
      id: made.body["id"],
      name: "Weekly",
      description: "All of it",
      next_run_at: "2026-02-01T03:00:00.000Z",
      auth: { username: "grace", password: "********", login_path: null },
    });
    const cleared = await save({ id: made.body["id"], schedule: null, auth: null }, token);
    expect(cleared.body).toMatchObject({ schedule: null, next_run_at: null, auth: null });
    expect(await server.send("DELETE", path, { token })).toMatchObject({ status: 200, body: { ok: true } });
    expect((await server.send("GET", path, { token })).status).toBe(404);
    expect((await server.send("DELETE", path, { token })).status).toBe(404);
  });

  test.each([
    ["0 3 * *", "five fields"],
    ["0 25 * * *", ""],
    ["0 0 3 * * *", "five fields"],
    ["CRON_TZ=Mars/Base 0 3 * * *", ""],
    ["@daily", "five fields"],
  ])("refuse the schedule %s", async (schedule, told) => {
    const { status, body } = await save({ schedule });
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ path: "schedule" }] } });
    expect(JSON.stringify(body["errors"])).toContain(told);
  });

  test("keep no password by the mask where there is none", async () => {
    const auth = { username: "ada", password: "********" };
    const refused = { status: 400, body: { errors: [{ path: "auth.password" }] } };
    expect(await save({ auth })).toMatchObject(refused);
    expect(await save({ id: await idOf(), auth })).toMatchObject(refused);
  });

  test("take a time zone, summer time included", async () => {
    const { body } = await save({ schedule: "CRON_TZ=Europe/Berlin 0 3 * * *" });
    expect(body["next_run_at"]).toBe("2026-02-01T02:00:00.000Z");
    time = new Date("2026-07-01T12:00:00.000Z");
    const summer = await save({ schedule: "CRON_TZ=Europe/Berlin 0 3 * * *" });
    expect(summer.body["next_run_at"]).toBe("2026-07-02T01:00:00.000Z");
    time = new Date("2026-01-31T09:30:00.000Z");
  });

  test("refuse what they do not know", async () => {
    const unknownSuite = { items: [{ suite: "none.yaml" }] };
    expect((await save(unknownSuite)).status).toBe(404);
    expect((await save({ id: "none" })).status).toBe(404);
    expect(await save({ items: [{ suite: suites[0], cases: ["a", "z"] }] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "items.0.cases.1" }] },
    });
    expect((await save({ items: [] })).status).toBe(400);
    expect((await save({ colour: "red" })).status).toBe(400);
  });

  test("run as one pass, whose state is the plan's last run", async () => {
    const id = await idOf();
    const auth = { username: "ada", password: "sesame street" };
    await save({ id, auth });
    const started = await server.send("POST", `/plans/${id}/run`, {
      body: { base_url: "http://127.0.0.1:8", file_issues: "native" },
    });
    expect(started).toMatchObject({ status: 200, body: { run_ids: [anyText, anyText] } });
    const ids = started.body["run_ids"] as string[];
    for (const [place, runId] of ids.entries()) {
      expect((await server.send("GET", `/runs/${runId}`)).body).toMatchObject({
        suite: suites[place],
        cases: place === 1 ? ["a"] : null,
        status: "queued",
        plan_id: id,
        base_url: "http://127.0.0.1:8",
        file_issues: "native",
      });
    }
    const shown = JSON.stringify((await server.send("GET", `/runs/${ids[0] ?? ""}`)).body);
    expect(shown).not.toContain("sesame");
    expect(await server.databaseText()).not.toContain("sesame street");
    const lastRun = async () => (await server.send("GET", `/plans/${id}`)).body["last_run"];
    expect(await lastRun()).toMatchObject({ run_ids: ids, status: "queued", started_at: null });

    const first = await server.database.leases.claim();
    expect(first?.id).toBe(ids[0]);
    expect(await server.database.leases.claim()).toBeNull();
    expect(await lastRun()).toMatchObject({ status: "running", started_at: anyText, finished_at: null });
    const summary = { passed: 2, failed: 1, broken: 0, skipped: 0 };
    const done = { status: "done" as const, error: null, summary, report: null, result: null };
    await server.store.runs.finish({ runId: ids[0] ?? "", attempt: 1 }, done);
    expect(await lastRun()).toMatchObject({ status: "running" });
    expect((await server.database.leases.claim())?.id).toBe(ids[1]);
    await server.store.runs.finish({ runId: ids[1] ?? "", attempt: 1 }, done);
    expect(await lastRun()).toMatchObject({
      status: "done",
      finished_at: anyText,
      summary: { passed: 4, failed: 2, broken: 0, skipped: 0 },
    });
  });

  test("began with their first run that began", async () => {
    const suites = await Promise.all(
      ["One", "Two"].map(async (name) => {
        const { body } = await server.send("POST", "/suites", { body: { yaml: suiteYaml(name) } });
        return String(body["file"]);
      }),
    );
    const id = await idOf({ items: suites.map((suite) => ({ suite })) });
    const { body } = await server.send("POST", `/plans/${id}/run`);
    const [first = "", second = ""] = body["run_ids"] as string[];
    await server.send("POST", `/runs/${first}/cancel`);
    expect((await server.database.leases.claim())?.id).toBe(second);
    const summary = { passed: 1, failed: 0, broken: 0, skipped: 0 };
    const done = { status: "done" as const, error: null, summary, report: null, result: null };
    await server.store.runs.finish({ runId: second, attempt: 1 }, done);
    const plan = await server.send("GET", `/plans/${id}`);
    expect(plan.body["last_run"]).toMatchObject({ started_at: anyText, finished_at: anyText });
  });

  test("need no body to run, and are not run when their suite is gone", async () => {
    const { body } = await server.send("POST", "/suites", { body: { yaml: suiteYaml("Gone") } });
    const id = await idOf({ items: [{ suite: body["file"] }] });
    expect((await server.send("POST", `/plans/${id}/run`)).status).toBe(200);
    await server.send("DELETE", `/suites/${String(body["file"])}`);
    expect((await server.send("POST", `/plans/${id}/run`)).status).toBe(404);
    expect((await server.send("POST", "/plans/none/run")).status).toBe(404);
  });

  test("fire once a tick however many ask, and once after a pause", async () => {
    const id = await idOf({ schedule: "0 * * * *" });
    const passes = async (): Promise<number> => {
      const { body } = await server.send("GET", `/runs?suite=${suites[0] ?? ""}&limit=200`);
      return (body["items"] as { plan_id: string }[]).filter(({ plan_id }) => plan_id === id).length;
    };
    expect(await server.plans.tick(fail)).toBe(0);
    time = new Date("2026-01-31T10:00:00.000Z");
    const fired = await Promise.all([1, 2, 3].map(() => server.plans.tick(fail)));
    expect(fired.filter((count) => count === 1)).toHaveLength(1);
    expect(fired.filter((count) => count === 0)).toHaveLength(2);
    expect(await passes()).toBe(1);
    const next = async () => (await server.send("GET", `/plans/${id}`)).body["next_run_at"];
    expect(await next()).toBe("2026-01-31T11:00:00.000Z");
    time = new Date("2026-01-31T17:20:00.000Z");
    expect(await server.plans.tick(fail)).toBe(1);
    expect(await server.plans.tick(fail)).toBe(0);
    expect(await passes()).toBe(2);
    expect(await next()).toBe("2026-01-31T18:00:00.000Z");
    await save({ id, name: "Renamed" });
    expect(await next()).toBe("2026-01-31T18:00:00.000Z");
    await server.send("DELETE", `/plans/${id}`);
    time = new Date("2026-02-01T18:20:00.000Z");
    await server.plans.tick(fail);
    expect(await passes()).toBe(2);
  });

  test("of another organisation are not there", async () => {
    const id = await idOf();
    const { token } = await server.addOrganisation();
    expect((await server.send("GET", `/plans/${id}`, { token })).status).toBe(404);
    expect((await server.send("DELETE", `/plans/${id}`, { token })).status).toBe(404);
    expect((await server.send("POST", `/plans/${id}/run`, { token })).status).toBe(404);
    expect((await save({ id }, token)).status).toBe(404);
    expect((await save({}, token)).status).toBe(404);
    expect((await server.send("GET", "/plans", { token })).body["total"]).toBe(0);
  });

  test.each(["github", "gitlab", "jira"])("and runs are refused to file in %s", async (target) => {
    const id = await idOf();
    const refused = { status: 400, body: { errors: [{ path: "file_issues" }] } };
    const body = { file_issues: target };
    const answers = [
      await server.send("POST", `/plans/${id}/run`, { body }),
      await server.send("POST", "/runs", { body: { suite: suites[0], ...body } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(refused);
      expect(answer.text).toContain(`${target.toUpperCase()}_`);
    }
  });
});
