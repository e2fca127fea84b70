import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { createMemoryBus } from "#adapters/bus/memory.ts";
import { openDatabase } from "#adapters/database/open.ts";
import { describeQueue } from "#test/support/describe-queue.ts";
import { newRun, noon, outcome } from "#test/support/rows.ts";
import { createQueue } from "./queue.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const open = async (dataDir: string, mostPerOrganisation?: number) => {
  const { store, leases } = await openDatabase({ dataDir, mostPerOrganisation });
  const bus = createMemoryBus();
  const queue = createQueue({ leases, runs: store.runs, bus, log: silent, pollMs: 200 });
  const close = async (): Promise<void> => {
    await bus.close();
    await store.close();
  };
  return { store, leases, bus, queue, close };
};

describeQueue("SQLite", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tracewright-test-"));
  const opened = await open(dataDir);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await rm(dataDir, { recursive: true });
    },
  };
});

it("starts no more runs of an organisation than are allowed", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tracewright-test-"));
  const { store, leases, queue, close } = await open(dataDir, 2);
  for (const id of ["a", "b"]) await store.organisations.insert({ id, name: id, createdAt: noon });
  await queue.enqueue([newRun("a"), newRun("a"), newRun("a"), newRun("b")]);
  const claimed = [await leases.claim(), await leases.claim(), await leases.claim(), await leases.claim()];
  expect(claimed.flatMap((run) => (run ? [run.orgId] : [])).toSorted()).toEqual(["a", "a", "b"]);
  const first = claimed.find((run) => run?.orgId === "a");
  await store.runs.finish({ runId: first?.id ?? "", attempt: 1 }, outcome());
  expect((await leases.claim())?.orgId).toBe("a");
  await close();
  await rm(dataDir, { recursive: true });
});

describe("runs that a process left running", () => {
  const org = "org";
  let dataDir: string;

  /** A process that takes a run and ends without a word. */
  const takeAndVanish = async (): Promise<{ id: string; attempt: number } | null> => {
    const { leases, close } = await open(dataDir);
    await leases.recover();
    const run = await leases.claim();
    await close();
    return run && { id: run.id, attempt: run.attempt };
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "tracewright-test-"));
    const { store, close } = await open(dataDir);
    await store.organisations.insert({ id: org, name: "Org", createdAt: noon });
    await close();
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it("are queued again at once, before the others, with the next attempt", async () => {
    const runs = [newRun(org), newRun(org)];
    const first = await open(dataDir);
    await first.queue.enqueue(runs);
    await first.close();
    await takeAndVanish();

    const { store, queue, close } = await open(dataDir);
    const seen: [string, number][] = [];
    const worker = queue.work(1, async ({ run, attempt }) => {
      seen.push([run.id, attempt]);
      expect(await store.runs.finish({ runId: run.id, attempt: attempt - 1 }, outcome())).toBe(false);
      expect(await store.runs.finish({ runId: run.id, attempt }, outcome())).toBe(true);
    });
    await eventually(() => expect(seen).toHaveLength(2));
    await worker.stop(1000);
    expect(seen).toEqual([
      [runs[0]?.id, 2],
      [runs[1]?.id, 1],
    ]);
    await close();
  });

  it("end with worker_lost when it happens a third time", async () => {
    const run = newRun(org, { sealed: "v1:x" });
    const first = await open(dataDir);
    await first.queue.enqueue([run]);
    await first.close();
    for (const attempt of [1, 2, 3]) expect(await takeAndVanish()).toEqual({ id: run.id, attempt });
    expect(await takeAndVanish()).toBeNull();
    const { store, close } = await open(dataDir);
    expect(await store.runs.get(org, run.id)).toMatchObject({
      status: "error",
      error: "worker_lost",
      sealed: null,
    });
    await close();
  });

  it("are cancelled when they were to be", async () => {
    const run = newRun(org);
    const first = await open(dataDir);
    await first.queue.enqueue([run]);
    await first.leases.claim();
    await first.store.runs.cancel(org, run.id);
    await first.close();
    expect(await takeAndVanish()).toBeNull();
    const { store, close } = await open(dataDir);
    expect((await store.runs.get(org, run.id))?.status).toBe("cancelled");
    await close();
  });

  it("do not count a graceful stop against a run", async () => {
    const run = newRun(org);
    const first = await open(dataDir);
    await first.queue.enqueue([run]);
    await first.close();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { store, queue, close } = await open(dataDir);
      const worker = queue.work(
        1,
        ({ signal }) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => resolve());
          }),
      );
      await eventually(async () => expect((await store.runs.get(org, run.id))?.status).toBe("running"));
      await worker.stop(0);
      expect(await store.runs.get(org, run.id)).toMatchObject({ status: "queued", attempt });
      await close();
    }
  });
});
