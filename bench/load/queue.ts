import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { createQueue } from "#adapters/queue/queue.ts";
import { newId } from "#model/ids.ts";
import { newRun, noon, outcome } from "#test/support/rows.ts";
import type { Engine } from "./engines.ts";
import { cells } from "./figures.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const atOnce = 2;

/** Jobs a second of the queue, with what every job of ours costs (the run's row, its report, its counts), and the wait of a single one. */
const ourQueue = async (engine: Engine, jobs: number, single: number) => {
  const { store, leases, bus } = await engine.open("queue");
  const queue = createQueue({ leases, runs: store.runs, bus, log: silent });
  const orgId = newId();
  await store.organisations.insert({ id: orgId, name: "Load", createdAt: noon });
  const started = new Map<string, number>();
  let ended = 0;
  let woken = Promise.withResolvers<void>();
  const worker = queue.work(atOnce, async ({ run, attempt }) => {
    started.set(run.id, performance.now());
    await store.runs.finish({ runId: run.id, attempt }, outcome());
    ended += 1;
    woken.resolve();
  });
  const untilEnded = async (count: number): Promise<void> => {
    while (ended < count) {
      woken = Promise.withResolvers<void>();
      if (ended < count) await woken.promise;
    }
  };
  const waits: number[] = [];
  for (let index = 0; index < single; index += 1) {
    const run = newRun(orgId);
    const before = performance.now();
    await queue.enqueue([run]);
    await untilEnded(index + 1);
    waits.push((started.get(run.id) ?? before) - before);
    await sleep(20);
  }
  const runs = Array.from({ length: jobs }, () => newRun(orgId));
  const before = performance.now();
  await queue.enqueue(runs);
  await untilEnded(single + jobs);
  const rate = jobs / ((performance.now() - before) / 1000);
  await worker.stop(0);
  await queue.close();
  await bus.close();
  await store.close();
  return { waits, rate };
};

/** One table, one statement to insert all, one to claim, one to end: what the engine allows at best. */
const plainSqlite = (folder: string, jobs: number): number => {
  const file = new DatabaseSync(join(folder, "plain.db"));
  file.exec("pragma journal_mode = wal; pragma synchronous = full");
  file.exec("create table if not exists jobs (id text primary key, status text not null)");
  file.exec("create index if not exists waiting on jobs (id) where status = 'queued'");
  const insert = file.prepare("insert into jobs values (?, 'queued')");
  const claim = file.prepare(
    "update jobs set status = 'running' where id = (select id from jobs where status = 'queued' order by id limit 1) returning id",
  );
  const end = file.prepare("update jobs set status = 'done' where id = ?");
  const before = performance.now();
  file.exec("begin");
  for (let index = 0; index < jobs; index += 1) insert.run(newId());
  file.exec("commit");
  for (;;) {
    const row = claim.get();
    if (!row) break;
    end.run(String(row["id"]));
  }
  const rate = jobs / ((performance.now() - before) / 1000);
  file.close();
  return rate;
};

/** pg-boss as it is: insert all, then fetch and complete one by one, as many loops as we have workers. */
const plainBoss = async (url: string, jobs: number): Promise<number> => {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({ connectionString: url, schedule: false, supervise: false });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue("load");
  const before = performance.now();
  await boss.insert(
    "load",
    Array.from({ length: jobs }, () => ({ data: {} })),
  );
  const loop = async (): Promise<void> => {
    for (;;) {
      const [job] = await boss.fetch("load");
      if (!job) return;
      await boss.complete("load", job.id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  const rate = jobs / ((performance.now() - before) / 1000);
  await boss.stop({ graceful: false });
  return rate;
};

/** The queue of an engine beside the plainest use of the same engine, in turn. */
export const measureQueue = async (engine: Engine, folder: string, jobs: number): Promise<void> => {
  const single = Math.max(20, Math.floor(jobs / 10));
  const yardstick = engine.name === "SQLite" ? "plain SQLite" : "pg-boss alone";
  const plain = async (): Promise<number> => {
    if (engine.name === "SQLite") return plainSqlite(folder, jobs);
    await engine.execute("boss", []);
    return plainBoss(engine.url("boss"), jobs);
  };
  const rates = { ours: [] as number[], plain: [] as number[] };
  const waits: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { waits: some, rate } = await ourQueue(engine, jobs, single);
    waits.push(...some);
    rates.ours.push(rate);
    rates.plain.push(await plain());
  }
  const best = (values: number[]): number => Math.max(...values);
  console.log(`\n| ${engine.name}, ${jobs} jobs that do nothing, ${atOnce} at a time | | |`);
  console.log("|---|---|---|");
  console.log(`| from enqueue to start, idle queue: p50, p99 | ${cells(waits)} |`);
  console.log(
    `| jobs a second, better of two: ours, ${yardstick} | ${best(rates.ours).toFixed(0)} | ${best(rates.plain).toFixed(0)} |`,
  );
  console.log(`| ratio | ${(best(rates.ours) / best(rates.plain)).toFixed(2)} | 1 |`);
};
