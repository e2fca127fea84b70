import type { Report } from "#model/report.ts";
import { causeOwner } from "#model/root-cause.ts";
import { isOpen } from "#model/run.ts";
import type { RunItem } from "#model/run.ts";
import type { Lease } from "#ports/queue.ts";
import type { Store } from "#ports/store.ts";
import { isGood } from "./notifications.ts";
import type { FinishedRun } from "./notifications.ts";

type Dependencies = {
  store: Store;
  runEnded(run: FinishedRun, signal: AbortSignal, warn: (message: string) => void): Promise<void>;
  /** Resolves when the run has ended, after `timeoutMs`, or on abort. */
  waitForEnd(orgId: string, runId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  warn(message: string): void;
};

/** How long the end of a run may take to be written after its handler is through. */
const endMs = 60_000;
/** Runs that are looked through for the suite's run before this one. */
const lookBack = 50;

/** Tells about each run once it has ended; only the worker that held it last does. */
export const createRunNotices = ({ store, runEnded, waitForEnd, warn }: Dependencies) => {
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  const tell = async ({ run: { orgId, id }, attempt }: Lease): Promise<void> => {
    await waitForEnd(orgId, id, endMs, closing.signal);
    const run = await store.runs.get(orgId, id);
    if (!run || isOpen(run.status) || run.attempt !== attempt) return;
    const report = (await store.runs.details(orgId, id))?.report ?? null;
    const finished: FinishedRun = {
      runId: id,
      orgId,
      status: run.status,
      error: run.error,
      title: report?.title ?? run.suite ?? "Analysis",
      summary: run.summary,
      causes: causesOf(report),
      previousGood: await previousGood(orgId, run),
    };
    await runEnded(finished, closing.signal, warn);
  };

  const previousGood = async (orgId: string, run: RunItem): Promise<boolean | null> => {
    if (run.suite === null) return null;
    const { items } = await store.runs.list(orgId, { suite: run.suite, limit: lookBack, offset: 0 });
    const before = items.find(
      (other) => isBefore(other, run) && (other.status === "done" || other.status === "error"),
    );
    return before ? isGood(before) : null;
  };

  return {
    /** Call it when the handler of a run is through; it goes on in the background and never throws. */
    handled: (lease: Lease): void => {
      const telling = tell(lease).catch((error: unknown) => {
        if (closing.signal.aborted) return;
        warn(
          `The notification about run ${lease.run.id} failed: ${error instanceof Error ? error.message : ""}`,
        );
      });
      underWay.add(telling);
      void telling.finally(() => underWay.delete(telling));
    },

    /** Gives up waiting for the next attempt of what could not be delivered. */
    close: async (): Promise<void> => {
      closing.abort();
      await Promise.all(underWay);
    },
  };
};

const isBefore = (other: RunItem, run: RunItem): boolean =>
  other.created_at < run.created_at || (other.created_at === run.created_at && other.id < run.id);

/** One line a cause, those that the product owns first. */
const causesOf = (report: Report | null): string[] => {
  const found = (report?.cases ?? []).flatMap(({ title, root_cause }) =>
    root_cause ? [{ line: `${title}: ${root_cause.summary}`, cause: root_cause }] : [],
  );
  const rank = (owned: boolean, confidence: number): number => (owned ? 1 : 0) + confidence / 2;
  return found
    .toSorted(
      (a, b) =>
        rank(causeOwner[b.cause.category] === "product", b.cause.confidence) -
        rank(causeOwner[a.cause.category] === "product", a.cause.confidence),
    )
    .map(({ line }) => line);
};
