import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportOf } from "#test/support/describe-analytics-store.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";
import { outcome } from "#test/support/rows.ts";

describe("analytics over HTTP", () => {
  let server: TestApi;
  beforeAll(async () => {
    server = await startApi();
  });
  afterAll(() => server.close());

  /** A run of a suite that has ended with these verdicts. */
  const run = async (passes: boolean): Promise<void> => {
    await server.addRun();
    const row = await server.database.leases.claim();
    const report = reportOf({ a: { status: passes ? "passed" : "failed", ms: 20 } }, 30);
    const suiteDigest = "same";
    await server.store.runs.finish(
      { runId: row?.id ?? "", attempt: 1 },
      outcome({ report, summary: report.summary, suiteDigest }),
    );
  };

  test("are empty, not absent, before the first run", async () => {
    const { status, body } = await server.send("GET", "/analytics");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totals: { runs: 0, pass_rate: null },
      suites: [],
      flaky_cases: [],
      slowest_cases: [],
    });
    expect(body["days"]).toHaveLength(30);
  });

  test("count what has ended, day by day", async () => {
    await run(true);
    await run(false);
    await run(true);
    const { token } = await server.addUser({ role: "member" });
    const { body } = await server.send("GET", "/analytics?days=7", { token });
    expect(body["totals"]).toEqual({
      runs: 3,
      done: 3,
      error: 0,
      cancelled: 0,
      passed: 2,
      failed: 1,
      broken: 0,
      skipped: 0,
      flaky: 0,
      pass_rate: 2 / 3,
      duration_ms: 90,
    });
    const days = body["days"] as { day: string; runs: number }[];
    expect(days).toHaveLength(7);
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
    expect(days.reduce((sum, { runs }) => sum + runs, 0)).toBe(3);
    expect(body["suites"]).toHaveLength(3);
    expect(body["slowest_cases"]).toHaveLength(3);
  });

  test.each(["0", "366", "-1", "x", "1.5"])("refuse %s days", async (days) => {
    expect((await server.send("GET", `/analytics?days=${days}`)).status).toBe(400);
  });

  test("are those of one organisation", async () => {
    const { token } = await server.addOrganisation();
    expect((await server.send("GET", "/analytics", { token })).body).toMatchObject({
      totals: { runs: 0 },
      suites: [],
    });
  });
});
