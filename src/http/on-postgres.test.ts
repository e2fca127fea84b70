import { beforeAll, describe, expect, it } from "vitest";
import { hasPostgres } from "#test/support/postgres.ts";
import { startApi } from "#test/support/api.ts";

/** What the API is tested for on SQLite, once more on PostgreSQL. */
describe.skipIf(!hasPostgres)("on PostgreSQL", async () => {
  beforeAll(() => {
    process.env.TEST_ENGINE = "postgres";
  });

  it("is what the tests below run on", async () => {
    const server = await startApi();
    expect(await server.databaseText()).toContain("<organisations");
    await server.close();
  });

  await import("./analytics.test.ts");
  await import("./checks.test.ts");
  await import("./issues.test.ts");
  await import("./plans.test.ts");
  await import("./requests.test.ts");
  await import("./runs.test.ts");
  await import("#features/auth/auth.test.ts");
  await import("#features/organisations/organisations.test.ts");
  await import("#features/suites/suites.test.ts");
  await import("#test/contract/isolation.test.ts");
});
