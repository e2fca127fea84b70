import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, hasPostgres } from "#test/support/postgres.ts";
import { startCommand } from "#test/support/process.ts";

/** A service that could not start must not stay: whoever keeps processes alive only starts one again that has ended. */
describe("a service that cannot start", () => {
  const taken = createServer();
  let port = "";
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "start-fails-"));
    taken.listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    port = String(typeof address === "object" ? address?.port : "");
  });
  afterAll(async () => {
    taken.close();
    await rm(folder, { recursive: true, force: true });
  });

  const serve = async (env: Record<string, string>) => {
    const { child, output } = startCommand(["serve"], { SERVICE_LOG_LEVEL: "warn", ...env });
    await once(child, "close");
    return { code: child.exitCode, output: output() };
  };

  it("as its port is taken, says so and ends", async () => {
    const { code, output } = await serve({ SERVICE_DATA_DIR: join(folder, "one"), SERVICE_PORT: port });
    expect(output).toContain(`127.0.0.1:${port} is used by another program`);
    expect(output).toContain("SERVICE_PORT");
    expect(output).not.toContain("    at ");
    expect(code).toBe(1);
  });

  it("as the port of its metrics is taken, says so and ends", async () => {
    const { code, output } = await serve({
      SERVICE_DATA_DIR: join(folder, "two"),
      SERVICE_PORT: "0",
      SERVICE_METRICS_PORT: port,
    });
    expect(output).toContain(`127.0.0.1:${port} is used by another program`);
    expect(output).toContain("SERVICE_METRICS_PORT");
    expect(code).toBe(1);
  });

  it.skipIf(!hasPostgres)("beside others on PostgreSQL, lets go of its database and ends", async () => {
    const database = await createTestDatabase();
    const { code } = await serve({
      SERVICE_ROLE: "worker",
      SERVICE_DATA_DIR: join(folder, "three"),
      SERVICE_DATABASE_URL: database.url,
      SERVICE_SECRET_KEY: "the key of the test",
      SERVICE_JWT_SECRET: "the secret of the test",
      SERVICE_METRICS_PORT: port,
    });
    expect(code).toBe(1);
  });
});
