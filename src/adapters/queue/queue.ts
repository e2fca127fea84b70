import type { RunLeases } from "#adapters/database/run-leases.ts";
import { leaseTopic, queueTopic, runTopic } from "#ports/bus.ts";
import type { Bus } from "#ports/bus.ts";
import type { Lease, Queue } from "#ports/queue.ts";
import type { Store } from "#ports/store.ts";
import { startQueueWorker } from "./worker.ts";

/** What a logger such as pino offers. */
export type QueueLog = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

export type QueueDependencies = {
  leases: RunLeases;
  runs: Pick<Store["runs"], "finish">;
  bus: Bus;
  log: QueueLog;
  /** Whether an error means that the database or the files of runs were out of reach: the run is no worse for it. */
  isAway?(error: unknown): boolean;
  /** How often the database is asked in case a message was lost. */
  pollMs?: number;
};

export type ClosableQueue = Queue & {
  /** Ends the care for runs of lost workers. Workers are stopped before. */
  close(): Promise<void>;
};

/**
 * The queue over the runs that wait in the database, one organisation after the other and within one the oldest run first.
 * Runs whose worker was lost are queued again: where one process works them, those that an earlier one left `running`, before
 * the first run is taken; where there are many, as soon as a worker is not heard of any more.
 */
export const createQueue = (dependencies: QueueDependencies): ClosableQueue => {
  const { leases, bus, log } = dependencies;
  let recovered = false;
  let underWay: Promise<void> | null = null;

  const recover = async (): Promise<void> => {
    const { requeued, ended } = await leases.recover();
    recovered = true;
    for (const id of [...requeued, ...ended]) {
      bus.publish(runTopic(id));
      bus.publish(leaseTopic(id));
    }
    if (requeued.length > 0) {
      log.warn({ runs: requeued }, "runs of a lost worker were queued again");
      bus.publish(queueTopic);
    }
    if (ended.length > 0) log.warn({ runs: ended }, "runs of a lost worker were ended");
  };

  const timer =
    leases.recoverEveryMs === null
      ? undefined
      : setInterval(() => {
          underWay ??= recover()
            .catch((error: unknown) => log.warn({ err: error }, "lost workers could not be looked for"))
            .finally(() => {
              underWay = null;
            });
        }, leases.recoverEveryMs);

  return {
    enqueue: async (runs, tx) => {
      await leases.insert(runs, tx);
      leases.afterCommit(tx, () => bus.publish(queueTopic));
    },
    work: (concurrency, handler: (lease: Lease) => Promise<void>) =>
      startQueueWorker(dependencies, {
        concurrency,
        handler,
        recoverOnce: () => (recovered ? Promise.resolve() : recover()),
      }),
    depth: () => leases.depth(),
    close: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
};
