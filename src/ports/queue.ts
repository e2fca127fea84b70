import type { NewRun, RunRow, Tx } from "./store.ts";

/**
 * A run handed to a worker. `signal` aborts with reason "cancelled", "lost" (the lease was lost: write nothing more) or
 * "stopping".
 */
export type Lease = {
  run: RunRow;
  attempt: number;
  signal: AbortSignal;
  /**
   * Room of this worker that no run waits for, for work of this run beside its own; null when there is none. The
   * function gives it back; runs that came meanwhile have their turn before it can be had again.
   */
  spareRoom(): Promise<(() => void) | null>;
};

export type Worker = {
  /** Takes no more runs; waits up to graceMs for those under way, then aborts them with "stopping" and hands them back. */
  stop(graceMs: number): Promise<void>;
};

/**
 * At-least-once hand-out of runs, oldest first. The run row is the truth for users; the queue only says who executes it next.
 * A run whose worker was lost is handed out again, at most twice; then it ends with error `worker_lost`.
 */
export type Queue = {
  /** Writes the run as `queued`, in the caller's transaction if given; workers are woken when it is committed. */
  enqueue(runs: NewRun[], tx?: Tx): Promise<void>;
  /** Calls handler with at most `concurrency` leases at a time. A handler that throws ends the run with status `error`. */
  work(concurrency: number, handler: (lease: Lease) => Promise<void>): Worker;
  /** Runs that wait, over all organisations. */
  depth(): Promise<number>;
};
