import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#model/errors.ts";
import { leaseTopic, queueTopic, runTopic } from "#ports/bus.ts";
import type { Lease, Worker } from "#ports/queue.ts";
import type { Fence, RunOutcome, RunRow } from "#ports/store.ts";
import { coalesce } from "./coalesce.ts";
import type { QueueDependencies } from "./queue.ts";

type Work = {
  concurrency: number;
  handler(lease: Lease): Promise<void>;
  /** Queues again what an earlier process left behind, unless that was done. */
  recoverOnce(): Promise<void>;
};

type Held = { fence: Fence; controller: AbortController; ended: Promise<void>; handedBack: boolean };

/** What handlers get after an abort at the end of the grace time, to close what they have open. */
const closingMs = 5000;
const longestMessage = 300;
/** How often the queue is told that runs are still being worked on; it waits for at least three times as long. */
const renewMs = 3000;

/** Takes runs while there is room and hands each to the handler. */
export const startQueueWorker = (
  { leases, runs, bus, log, isAway = () => false, pollMs = 1000 }: QueueDependencies,
  { concurrency, handler, recoverOnce }: Work,
): Worker => {
  const held = new Map<string, Held>();
  const stopping = new AbortController();
  /** Room that runs under way have taken beside their own. */
  let lent = 0;
  let stopped: Promise<void> | null = null;
  let troubled = false;

  /** Ends the run if the handler did not; asks again until the database takes it, as nobody else would. */
  const settle = async (fence: Fence, outcome: RunOutcome): Promise<boolean> => {
    for (;;) {
      try {
        return await runs.finish(fence, outcome);
      } catch (error) {
        log.error({ err: error, run_id: fence.runId }, "the end of a run could not be written");
        if (stopping.signal.aborted) return false;
        await sleep(pollMs);
      }
    }
  };

  /** Puts a run back whose database was away for a moment, as if its worker had been lost. False when it must end now. */
  const startAgain = async ({ fence }: Held): Promise<boolean> => {
    for (;;) {
      try {
        const isBack = await leases.handBack(fence, true);
        if (isBack) log.warn({ run_id: fence.runId }, "a run begins again: the database was away");
        return isBack;
      } catch (error) {
        if (stopping.signal.aborted || !isAway(error)) return false;
        await sleep(pollMs);
      }
    }
  };

  const carryOut = async (lease: Lease, entry: Held): Promise<void> => {
    const cancelled = (): boolean => lease.signal.aborted && lease.signal.reason === "cancelled";
    let error = "internal: the run ended without a result";
    try {
      await handler(lease);
    } catch (thrown) {
      error = messageOf(thrown);
      if (isAway(thrown) && !lease.signal.aborted && (await startAgain(entry))) return;
      if (!lease.signal.aborted) log.error({ err: thrown, run_id: lease.run.id }, "a run failed");
    }
    if (entry.handedBack) return;
    const outcome = cancelled() ? unfinished("cancelled", null) : unfinished("error", error);
    await settle(entry.fence, outcome);
  };

  const checkHeld = coalesce(async () => {
    try {
      // Those of this moment: what is taken while the database answers is not in its answer.
      const asked = [...held];
      const states = await leases.states(asked.map(([id]) => id));
      const rows = new Map(states.map((row) => [row.id, row]));
      for (const [id, { controller, fence }] of asked) {
        const row = rows.get(id);
        if (!row || row.attempt !== fence.attempt || row.status === "queued") controller.abort("lost");
        else if (row.cancelRequested && row.status === "running") controller.abort("cancelled");
      }
    } catch (error) {
      log.error({ err: error }, "cancel requests could not be read");
    }
  });

  const start = (run: RunRow): void => {
    const controller = new AbortController();
    const fence: Fence = { runId: run.id, attempt: run.attempt };
    const entry: Held = { fence, controller, ended: Promise.resolve(), handedBack: false };
    held.set(run.id, entry);
    // A cancel request that came between the claim and this is found a little later.
    const unsubscribe = bus.subscribe(leaseTopic(run.id), () => void checkHeld());
    bus.publish(runTopic(run.id));
    const end = async (): Promise<void> => {
      unsubscribe();
      held.delete(run.id);
      bus.publish(runTopic(run.id));
      await release(fence);
      void takeMore();
    };
    const lease: Lease = { run, attempt: run.attempt, signal: controller.signal, spareRoom };
    entry.ended = carryOut(lease, entry).then(end, end);
  };

  const release = async (fence: Fence): Promise<void> => {
    try {
      await leases.release(fence);
    } catch (error) {
      log.warn({ err: error, run_id: fence.runId }, "the queue could not be told that a run has ended");
    }
  };

  const renew = async (): Promise<void> => {
    try {
      await leases.renew([...held.values()].map(({ fence }) => fence));
    } catch (error) {
      log.warn({ err: error }, "the queue could not be told which runs are being worked on");
    }
  };

  const handBack = async (entry: Held): Promise<void> => {
    const { fence, controller } = entry;
    entry.handedBack = true;
    try {
      // First, so that nothing that the handler writes when it is aborted can end the run.
      await leases.handBack(fence, false);
    } catch (error) {
      log.error(
        { err: error, run_id: fence.runId },
        "a run could not be handed back; the next start takes it up",
      );
    }
    controller.abort("stopping");
    bus.publish(runTopic(fence.runId));
  };

  const takeMore = coalesce(async () => {
    try {
      await recoverOnce();
      while (!stopping.signal.aborted && held.size + lent < concurrency) {
        const run = await leases.claim();
        if (!run) break;
        if (stopping.signal.aborted) await leases.handBack({ runId: run.id, attempt: run.attempt }, false);
        else start(run);
      }
      troubled = false;
    } catch (error) {
      if (!troubled) log.error({ err: error }, "no run can be taken from the queue");
      troubled = true;
    }
  });

  /** Runs that wait go first: they are taken before room is lent. */
  const spareRoom = async (): Promise<(() => void) | null> => {
    await takeMore();
    if (stopping.signal.aborted || held.size + lent >= concurrency) return null;
    lent += 1;
    let isLent = true;
    return () => {
      if (!isLent) return;
      isLent = false;
      lent -= 1;
      void takeMore();
    };
  };

  const unsubscribe = bus.subscribe(queueTopic, () => void takeMore());
  const timer = setInterval(() => {
    void takeMore();
    void checkHeld();
  }, pollMs);
  const renewal = setInterval(() => void renew(), renewMs);
  void takeMore();

  const stop = async (graceMs: number): Promise<void> => {
    stopping.abort();
    unsubscribe();
    clearInterval(timer);
    await takeMore();
    const handlers = [...held.values()];
    const allEnded = Promise.all(handlers.map(({ ended }) => ended));
    await within(graceMs, allEnded);
    await Promise.all([...held.values()].map(handBack));
    await within(closingMs, allEnded);
    clearInterval(renewal);
  };

  return { stop: (graceMs) => (stopped ??= stop(graceMs)) };
};

const unfinished = (status: RunOutcome["status"], error: string | null): RunOutcome => ({
  status,
  error,
  summary: null,
  report: null,
  result: null,
});

/** For users: the first line, no stack. */
const messageOf = (thrown: unknown): string => {
  if (thrown instanceof AppError) return thrown.message;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return `internal: ${text.split("\n", 1)[0] ?? ""}`.slice(0, longestMessage);
};

/** Waits until `work` has ended, for `ms` at most. */
const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const timer = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
};
