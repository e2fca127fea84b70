import type { RunKind } from "#model/run.ts";
import type { Lease, Queue, Worker } from "#ports/queue.ts";

/** Hands each run that the queue gives out to the feature that knows its kind. */
export const startWorker = (
  queue: Queue,
  concurrency: number,
  handlers: Record<RunKind, (lease: Lease) => Promise<void>>,
): Worker => queue.work(concurrency, (lease) => handlers[lease.run.kind](lease));
