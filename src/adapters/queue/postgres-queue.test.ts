import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { createMemoryBus } from "#adapters/bus/memory.ts";
import { openPostgres } from "#adapters/database/open-postgres.ts";
import { isAway } from "#adapters/database/postgres-failures.ts";
import { newId } from "#model/ids.ts";
import { describeQueue } from "#test/support/describe-queue.ts";
import { createTestDatabase, hasPostgres, onDatabase } from "#test/support/postgres.ts";
import type { TestDatabase } from "#test/support/postgres.ts";
import { newRun, noon, outcome } from "#test/support/rows.ts";
import { createQueue } from "./queue.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** What one process has of the database and the queue. */
const join = async (url: string, mostPerOrganisation?: number) => {
  const { store, leases } = await openPostgres({ url, mostPerOrganisation });
  const bus = createMemoryBus();
  const queue = createQueue({ leases, runs: store.runs, bus, log: silent, isAway, pollMs: 200 });
  const close = async (): Promise<void> => {
    await queue.close();
    await bus.close();
    await store.close();
  };
  return { store, leases, bus, queue, close };
};

describe.skipIf(!hasPostgres)("with PostgreSQL", () => {
  describeQueue("PostgreSQL", async () => {
    const database = await createTestDatabase();
    const joined = await join(database.url);
    return {
      ...joined,
      close: async () => {
        await joined.close();
        await database.drop();
      },
    };
  });

  describe("a queue of several processes", () => {
    const org = newId();
    let database: TestDatabase;
    let one: Awaited<ReturnType<typeof join>>;
    let two: Awaited<ReturnType<typeof join>>;

    beforeEach(async () => {
      database = await createTestDatabase();
      [one, two] = [await join(database.url), await join(database.url)];
      await one.store.organisations.insert({ id: org, name: "Org", createdAt: noon });
    });
    afterEach(async () => {
      await one.close();
      await two.close();
      await database.drop();
    });

    /** As pg-boss does with the job of a worker that is not heard of any more. */
    const stopHeartbeats = () =>
      onDatabase(database.url, (client) =>
        client.query("update pgboss.job set state = 'retry', heartbeat_on = null"),
      );

    it("hands every run to one of them", async () => {
      const runs = Array.from({ length: 60 }, () => newRun(org));
      const seen: string[] = [];
      const workers = [one, two].map(({ queue, store }) =>
        queue.work(3, async ({ run, attempt }) => {
          seen.push(run.id);
          await store.runs.finish({ runId: run.id, attempt }, outcome());
        }),
      );
      await Promise.all([one.queue.enqueue(runs.slice(0, 30)), two.queue.enqueue(runs.slice(30))]);
      await eventually(async () => expect(await one.store.runs.open(org)).toEqual([]));
      await Promise.all(workers.map((worker) => worker.stop(1000)));
      expect(seen.toSorted()).toEqual(runs.map(({ id }) => id).toSorted());
      const left = await onDatabase(database.url, (client) =>
        client.query("select id from pgboss.job where name = 'runs'"),
      );
      expect(left.rows).toEqual([]);
    });

    it("queues the run of a lost worker again, at most twice; the lost one writes nothing more", async () => {
      const run = newRun(org, { sealed: "v1:x" });
      await one.queue.enqueue([run, newRun(org)]);
      for (const attempt of [1, 2, 3]) {
        expect(await one.leases.claim()).toMatchObject({ id: run.id, attempt, status: "running" });
        expect(await two.leases.recover()).toEqual({ requeued: [], ended: [] });
        await stopHeartbeats();
        const found = await two.leases.recover();
        expect(found).toEqual(
          attempt < 3 ? { requeued: [run.id], ended: [] } : { requeued: [], ended: [run.id] },
        );
        expect(await one.store.runs.finish({ runId: run.id, attempt }, outcome())).toBe(false);
      }
      expect(await one.store.runs.get(org, run.id)).toMatchObject({
        status: "error",
        error: "worker_lost",
        sealed: null,
      });
      expect((await two.leases.claim())?.id).not.toBe(run.id);
      expect(await two.leases.claim()).toBeNull();
    });

    it("finds a lost worker by its silence, and gives its run to another", async () => {
      const run = newRun(org);
      await one.queue.enqueue([run]);
      await one.leases.claim();
      await onDatabase(database.url, (client) =>
        client.query("update pgboss.job set heartbeat_on = now() - interval '1 hour'"),
      );
      const attempts: number[] = [];
      const worker = two.queue.work(1, async ({ attempt }) => {
        attempts.push(attempt);
        await two.store.runs.finish({ runId: run.id, attempt }, outcome());
      });
      await eventually(async () => expect((await two.store.runs.get(org, run.id))?.status).toBe("done"));
      await worker.stop(1000);
      // A busy machine may lose the second worker, too.
      expect(attempts.at(-1)).toBeGreaterThan(1);
    });

    it("cancels the run of a lost worker that was to be", async () => {
      const run = newRun(org);
      await one.queue.enqueue([run]);
      await one.leases.claim();
      await one.store.runs.cancel(org, run.id);
      await stopHeartbeats();
      expect(await two.leases.claim()).toBeNull();
      expect((await two.store.runs.get(org, run.id))?.status).toBe("cancelled");
    });

    it("keeps a pass in order, whoever works on it and however its runs end", async () => {
      const pass = [0, 1, 2, 3].map((position) => newRun(org, { pass: { id: "pass", position } }));
      const [a, b, c, d] = pass.map(({ id }) => id);
      await one.queue.enqueue(pass);
      expect((await two.leases.claim())?.id).toBe(a);
      expect(await one.leases.claim()).toBeNull();
      // The one under way ends and the next one is cancelled at the same time: the third may start.
      await Promise.all([
        two.store.runs.finish({ runId: a ?? "", attempt: 1 }, outcome()),
        one.store.runs.cancel(org, b ?? ""),
      ]);
      expect((await one.leases.claim())?.id).toBe(c);
      expect(await two.leases.claim()).toBeNull();
      await one.leases.handBack({ runId: c ?? "", attempt: 1 }, false);
      expect(await two.leases.claim()).toMatchObject({ id: c, attempt: 2 });
      await two.store.runs.finish({ runId: c ?? "", attempt: 2 }, outcome({ status: "error", error: "x" }));
      expect((await one.leases.claim())?.id).toBe(d);
    });

    it("sends the job of a run that waits without one", async () => {
      const run = newRun(org);
      await one.queue.enqueue([run]);
      await onDatabase(database.url, (client) => client.query("delete from pgboss.job where name = 'runs'"));
      expect(await one.leases.claim()).toBeNull();
      await one.leases.recover();
      expect((await one.leases.claim())?.id).toBe(run.id);
    });

    it("starts no more runs of an organisation than are allowed, over all processes", async () => {
      const [three, four] = [await join(database.url, 2), await join(database.url, 2)];
      const other = newId();
      await one.store.organisations.insert({ id: other, name: "Other", createdAt: noon });
      await three.queue.enqueue(Array.from({ length: 5 }, () => newRun(org)));
      await three.queue.enqueue([newRun(other)]);
      const claimed = await Promise.all(
        [three, four, three, four, three].map(({ leases }) => leases.claim()),
      );
      const orgs = claimed.flatMap((run) => (run ? [run.orgId] : []));
      expect(orgs.toSorted()).toEqual([org, org, other].toSorted());
      const mine = claimed.find((run) => run?.orgId === org);
      const fence = { runId: mine?.id ?? "", attempt: 1 };
      await three.store.runs.finish(fence, outcome());
      await Promise.all([three, four].map(({ leases }) => leases.release(fence)));
      expect((await four.leases.claim())?.orgId).toBe(org);
      expect(await three.leases.claim()).toBeNull();
      await three.close();
      await four.close();
    });
  });
});
