import type { RunLeases } from "#adapters/database/run-leases.ts";
import { queueTopic, runTopic } from "#ports/bus.ts";
import type { Bus } from "#ports/bus.ts";
import type { Lease, Queue } from "#ports/queue.ts";
import type { Store } from "#ports/store.ts";
import { startEmbeddedWorker } from "./embedded-worker.ts";

/** What a logger such as pino offers. */
export type QueueLog = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

export type EmbeddedQueueDependencies = {
  leases: RunLeases;
  runs: Pick<Store["runs"], "finish">;
  bus: Bus;
  log: QueueLog;
  /** How often the database is asked in case a message was lost. */
  pollMs?: number;
};

/**
 * The queue of one process, kept on the rows of the runs. Organisations take turns; within one the oldest run goes first.
 * Before the first worker takes a run, those that an earlier process left `running` are queued again.
 */
export const createEmbeddedQueue = (dependencies: EmbeddedQueueDependencies): Queue => {
  const { leases, bus, log } = dependencies;
  let recovered = false;

  const recoverOnce = async (): Promise<void> => {
    if (recovered) return;
    const { requeued, ended } = await leases.recover();
    recovered = true;
    for (const id of [...requeued, ...ended]) bus.publish(runTopic(id));
    if (requeued.length > 0) log.warn({ runs: requeued }, "runs of a lost worker were queued again");
    if (ended.length > 0) log.warn({ runs: ended }, "runs of a lost worker were ended");
  };

  return {
    enqueue: async (runs, tx) => {
      await leases.insert(runs, tx);
      leases.afterCommit(tx, () => bus.publish(queueTopic));
    },
    work: (concurrency, handler: (lease: Lease) => Promise<void>) =>
      startEmbeddedWorker(dependencies, { concurrency, handler, recoverOnce }),
    depth: () => leases.depth(),
  };
};
