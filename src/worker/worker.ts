import type { RunKind } from "#model/run.ts";
import type { Lease, Queue, Worker } from "#ports/queue.ts";

/** Hands each run that the queue gives out to the feature that knows its kind; `onHandled` learns when that is through. */
export const startWorker = (
  queue: Queue,
  concurrency: number,
  handlers: Record<RunKind, (lease: Lease) => Promise<void>>,
  onHandled: (lease: Lease) => void = () => {},
): Worker =>
  queue.work(concurrency, async (lease) => {
    try {
      await handlers[lease.run.kind](lease);
    } finally {
      onHandled(lease);
    }
  });
