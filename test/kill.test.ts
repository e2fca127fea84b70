import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { createMemoryBus } from "#adapters/bus/memory.ts";
import { openDatabase } from "#adapters/database/open.ts";
import { createQueue } from "#adapters/queue/queue.ts";
import { noon } from "#test/support/rows.ts";
import { shortRun } from "#test/support/submit-and-work.ts";

const script = fileURLToPath(import.meta.resolve("#test/support/submit-and-work.ts"));
/** More are asked for by hand: `KILL_ROUNDS=100 npm test -- test/kill.test.ts`. */
const rounds = Number(process.env["KILL_ROUNDS"] ?? 10);
const org = "org";
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tracewright-test-"));
  const { store } = await openDatabase({ dataDir });
  await store.organisations.insert({ id: org, name: "Org", createdAt: noon });
  await store.close();
  // The database itself notes every ending, so that a second one cannot hide.
  onFile((database) =>
    database.exec(`
      create table endings (run_id text, attempt integer);
      create trigger note_ending after update of status on runs when new.status in ('done', 'error', 'cancelled')
      begin insert into endings values (new.id, new.attempt); end;
    `),
  );
});
afterEach(() => rm(dataDir, { recursive: true }));

const onFile = <T>(work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(dataDir, "tracewright.db"));
  try {
    return work(database);
  } finally {
    database.close();
  }
};

/** Lets a process submit and work runs, and kills it at some moment. Gives the runs that it acknowledged. */
const killedAtSomeMoment = async (): Promise<string[]> => {
  const child = spawn(process.execPath, [script, dataDir, org], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: string[] = [];
  const lines = createInterface(child.stdout).on("line", (id) => acknowledged.push(id));
  await once(lines, "line");
  await sleep(Math.random() * 500);
  child.kill("SIGKILL");
  await Promise.all([once(child, "exit"), once(lines, "close")]);
  return acknowledged;
};

it(
  `loses no acknowledged run and ends none twice, killed ${rounds} times`,
  { timeout: 240_000 + rounds * 12_000 },
  async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) acknowledged.push(...(await killedAtSomeMoment()));
    const takenTwice = onFile(
      (database) => database.prepare("select id from runs where attempt > 1").all().length,
    );

    const { store, leases } = await openDatabase({ dataDir });
    const silent = { info: () => {}, warn: () => {}, error: () => {} };
    const queue = createQueue({ leases, runs: store.runs, bus: createMemoryBus(), log: silent });
    const worker = queue.work(3, shortRun(store));
    await eventually(async () => expect(await store.runs.open(org)).toEqual([]));
    await worker.stop(1000);
    await store.close();

    onFile((database) => {
      const runs = database.prepare("select id, status, last_seq from runs").all();
      const byId = new Map(runs.map((run) => [run["id"], run]));
      expect(acknowledged.length).toBeGreaterThan(rounds);
      expect(acknowledged.filter((id) => !byId.has(id))).toEqual([]);
      expect(runs.filter(({ status }) => status !== "done" && status !== "error")).toEqual([]);

      const endings = database.prepare("select run_id from endings").all();
      expect(endings.length).toBe(runs.length);
      expect(new Set(endings.map(({ run_id }) => run_id)).size).toBe(runs.length);

      const events = database
        .prepare("select run_id, count(*) n, max(seq) last from run_events group by run_id")
        .all();
      expect(events.filter(({ n, last }) => n !== last)).toEqual([]);
      for (const { run_id, last } of events) expect(byId.get(String(run_id))?.["last_seq"]).toBe(last);
      const unwritten =
        "select count(*) n from runs where status = 'done' and id not in (select run_id from run_details)";
      expect(database.prepare(unwritten).get()?.["n"]).toBe(0);
      expect(database.prepare("pragma integrity_check").get()?.["integrity_check"]).toBe("ok");
      // Without any run that was taken up again the kills would have shown nothing.
      expect(takenTwice).toBeGreaterThan(0);
    });
  },
);
