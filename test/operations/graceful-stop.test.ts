import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { startServiceProcess } from "#test/support/process.ts";
import type { ServiceProcess } from "#test/support/process.ts";
import { createTestDatabase, hasPostgres, onDatabase } from "#test/support/postgres.ts";
import type { TestDatabase } from "#test/support/postgres.ts";
import { startApp } from "#test/support/run-suite.ts";
import type { Handler } from "#test/support/run-suite.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

describe.skipIf(!hasPostgres)("a process on PostgreSQL that is told to stop while a run is under way", () => {
  let database: TestDatabase;
  let app: Awaited<ReturnType<typeof startApp>>;
  let folder: string;
  const started: ServiceProcess[] = [];
  let isSlow = true;
  let asked = 0;

  const page: Handler = (_request, response) => {
    asked += 1;
    // The first process waits for an answer until it is told to stop.
    if (isSlow) return;
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Shop</title><h1>Shop</h1>");
  };

  const start = async (): Promise<ServiceProcess> => {
    const service = await startServiceProcess({
      SERVICE_DATABASE_URL: database.url,
      SERVICE_SECRET_KEY: "the key of all processes",
      SERVICE_JWT_SECRET: "the secret of all processes",
      SERVICE_DATA_DIR: folder,
      SERVICE_STOP_GRACE_SECONDS: "1",
      // Nobody listens there: spans are lost, and nothing else is.
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    });
    started.push(service);
    return service;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), "stop-"));
    app = await startApp({ "/": page });
    // The database itself notes every ending, so that a second one cannot hide.
    await onDatabase(database.url, (client) =>
      client.query(`
        create table endings (run_id text, attempt integer);
        create function note_ending() returns trigger language plpgsql as $$
        begin insert into endings values (new.id, new.attempt); return null; end $$;
        create trigger note_ending after update of status on runs for each row
        when (new.status in ('done', 'error', 'cancelled')) execute function note_ending();
      `),
    );
  });
  afterAll(async () => {
    for (const service of started) await service.stop();
    await app.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test("hands it back after its grace time, says so to who waits, and another process ends it once", async () => {
    const first = await start();
    const answer = first.send("POST", "/analyze", { app_url: app.url, timeout_s: 300 });
    await eventually(() => expect(asked).toBeGreaterThan(0));
    expect(await first.stop()).toBe(0);
    const { status, body } = await answer;
    expect({ status, state: body["status"] }).toEqual({ status: 200, state: "queued" });
    const runId = String(body["run_id"]);
    const read = () =>
      onDatabase(database.url, async (client) => ({
        run: (await client.query("select status, requeues from runs where id = $1", [runId])).rows,
        traces: (await client.query("select 1 from run_traces where run_id = $1", [runId])).rowCount,
        endings: (await client.query("select attempt from endings where run_id = $1", [runId])).rows,
        gaps: (
          await client.query(
            "select 1 from run_events where run_id = $1 group by run_id having max(seq) <> count(*)",
            [runId],
          )
        ).rows,
      }));
    expect(await read()).toEqual({
      run: [{ status: "queued", requeues: 0 }],
      traces: 1,
      endings: [],
      gaps: [],
    });

    isSlow = false;
    const second = await start();
    expect(await second.ended(runId)).toMatchObject({ status: "done" });
    expect(await read()).toEqual({
      run: [{ status: "done", requeues: 0 }],
      traces: 1,
      endings: [{ attempt: 2 }],
      gaps: [],
    });
  });
});
