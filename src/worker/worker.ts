import type { RunKind } from "#model/run.ts";
import type { Lease, Queue, Worker } from "#ports/queue.ts";

/** Hands each run that the queue gives out to the feature that knows its kind; `around` is what happens around each. */
export const startWorker = (
  queue: Queue,
  concurrency: number,
  handlers: Record<RunKind, (lease: Lease) => Promise<void>>,
  around: (lease: Lease, work: () => Promise<void>) => Promise<void> = (_lease, work) => work(),
): Worker => queue.work(concurrency, (lease) => around(lease, () => handlers[lease.run.kind](lease)));
