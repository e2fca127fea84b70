import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createArtifacts } from "#adapters/artifacts/local.ts";
import { newId } from "#model/ids.ts";
import { runCommand, startCommand, startServiceProcess } from "#test/support/process.ts";

/** Of a service that has stopped. */
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "housekeeping-"));
  const service = await startServiceProcess({ SERVICE_DATA_DIR: dataDir, SERVICE_ROLE: "all" });
  await service.stop();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test("housekeeping that is killed again and again leaves neither files without a run nor runs that stay", async () => {
  const ids = Array.from({ length: 300 }, () => newId());
  const artifacts = await createArtifacts({ directory: join(dataDir, "artifacts") });
  const folders = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const name of artifacts.folders()) if (ids.includes(name)) found.push(name);
    return found;
  };
  const database = new DatabaseSync(join(dataDir, "tracewright.db"));
  const orgId = String(database.prepare("select id from organisations").get()?.["id"]);
  const insert = database.prepare(
    `insert into runs (id, org_id, kind, suite, status, file_issues, sharded, created_at, finished_at)
     values (?, ?, 'suite', 'a.yaml', 'done', 'off', 0, ?, ?)`,
  );
  database.exec("begin");
  for (const [index, id] of ids.entries()) {
    const at = index < 290 ? "2020-01-01T00:00:00.000Z" : new Date().toISOString();
    insert.run(id, orgId, at, at);
    for (const name of ["report.json", "cases/a/1.jpg"]) await artifacts.write(`${id}/${name}`, "x");
  }
  database.exec("commit");
  database.close();
  const env = { SERVICE_DATA_DIR: dataDir, SERVICE_RETENTION_DAYS: "30" };
  const dry = await runCommand(["housekeeping", "--dry-run"], env);
  expect(dry.output).toMatch(/290 +runs/);
  for (const ms of [350, 400, 450]) {
    const { child } = startCommand(["housekeeping"], env);
    const closed = new Promise((resolve) => child.once("close", resolve));
    await sleep(ms);
    child.kill("SIGKILL");
    await closed;
    const reader = new DatabaseSync(join(dataDir, "tracewright.db"), { readOnly: true });
    const rows = new Set(
      reader
        .prepare("select id from runs")
        .all()
        .map((row) => String(row["id"])),
    );
    reader.close();
    expect((await folders()).filter((name) => !rows.has(name))).toEqual([]);
  }
  // A killed one has its turn for ten minutes; nobody shares this database.
  const writer = new DatabaseSync(join(dataDir, "tracewright.db"));
  writer.exec("delete from turns");
  writer.close();
  expect(await runCommand(["housekeeping"], env)).toMatchObject({ code: 0 });
  const reader = new DatabaseSync(join(dataDir, "tracewright.db"), { readOnly: true });
  expect(reader.prepare("select count(*) as total from runs").get()?.["total"]).toBe(10);
  reader.close();
  expect((await folders()).toSorted()).toEqual(ids.slice(290).toSorted());
});
