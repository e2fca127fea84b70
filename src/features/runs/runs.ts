import { AppError } from "#model/errors.ts";
import type { RunEvent } from "#model/event.ts";
import { newId } from "#model/ids.ts";
import { isOpen } from "#model/run.ts";
import type { FileIssues, RunDetail, RunItem, RunStatus } from "#model/run.ts";
import { leaseTopic, queueTopic, runTopic } from "#ports/bus.ts";
import type { Bus } from "#ports/bus.ts";
import type { Queue } from "#ports/queue.ts";
import type { NewRun, Page, PageRequest, RunRow, Store } from "#ports/store.ts";
import type { Job, JobCheck } from "./check-jobs.ts";
import { shareReads } from "./share-reads.ts";

export type StartRequest = {
  jobs: Job[];
  /** The caller named one suite without a list of jobs; mistakes are told in those terms. */
  single?: boolean;
  file_issues?: FileIssues;
  sharded?: boolean;
  base_url?: string;
};
export type QueueSnapshot = {
  active: string | null;
  active_suite: string | null;
  running: { id: string; suite: string | null }[];
  running_suites: string[];
  pending: { id: string; suite: string | null; cases: string[] | null }[];
  busy: boolean;
};
type Dependencies = {
  store: Store;
  queue: Queue;
  bus: Bus;
  checkJobs: JobCheck;
  /** Throws AppError("invalid_request") when issues cannot be filed there. */
  checkFiling(orgId: string, target: FileIssues | undefined): Promise<void>;
};

const eventPage = 1000;

/** Starts, shows and cancels runs. */
export const createRuns = ({ store, queue, bus, checkJobs, checkFiling }: Dependencies) => {
  const requireRun = async (orgId: string, id: string): Promise<RunRow> => {
    const run = await store.runs.get(orgId, id);
    if (!run) throw new AppError("not_found", `There is no run ${id}.`);
    return run;
  };

  const allEvents = async (runId: string, since: number): Promise<RunEvent[]> => {
    const events: RunEvent[] = [];
    for (let from = since; ;) {
      const page = await store.runs.events(runId, from, eventPage);
      events.push(...page);
      const last = page.at(-1);
      if (!last || page.length < eventPage) return events;
      from = last.seq;
    }
  };

  /** Status, then events: those of a run that has ended are all there. */
  const readOn = shareReads(
    ({ orgId, id, from }: { orgId: string; id: string; from: number }) => `${orgId} ${id} ${from}`,
    async ({ orgId, id, from }) => {
      const { status } = await requireRun(orgId, id);
      return { status, events: await allEvents(id, from) };
    },
  );

  const toNewRun = (orgId: string, job: Job, request: StartRequest): NewRun => ({
    id: newId(),
    orgId,
    kind: "suite",
    suite: job.suite,
    cases: job.cases ?? null,
    fileIssues: request.file_issues ?? "off",
    sharded: request.sharded ?? false,
    baseUrl: request.base_url ?? null,
    planId: null,
    request: null,
    sealed: null,
  });

  return {
    /** Queues one run a job, all or none. 404 for an unknown suite, 400 for an unknown case. */
    start: async (
      orgId: string,
      request: StartRequest,
    ): Promise<{ run_id: string; run_ids: string[]; queued: number }> => {
      await checkFiling(orgId, request.file_issues);
      await checkJobs(orgId, request.jobs, (place) => (request.single ? "" : `jobs.${place}.`));
      const runs = request.jobs.map((job) => toNewRun(orgId, job, request));
      await queue.enqueue(runs);
      bus.publish(queueTopic);
      const ids = runs.map((run) => run.id);
      return { run_id: ids[0] ?? "", run_ids: ids, queued: ids.length };
    },

    list: (
      orgId: string,
      filter: PageRequest & { status?: RunStatus; suite?: string; kind?: "qualify" },
    ): Promise<Page<RunItem>> => store.runs.list(orgId, filter),

    /** One run whole, with its events after `since`. */
    get: async (orgId: string, id: string, since = 0): Promise<RunDetail> => {
      const run = await requireRun(orgId, id);
      const [details, events] = await Promise.all([store.runs.details(orgId, id), allEvents(id, since)]);
      return {
        ...toItem(run),
        events,
        report: details?.report ?? null,
        result: details?.result ?? null,
      };
    },

    /** Idempotent: cancelling an ended run changes nothing. */
    cancel: async (orgId: string, id: string): Promise<{ status: RunStatus }> => {
      const status = await store.runs.cancel(orgId, id);
      if (status === null) throw new AppError("not_found", `There is no run ${id}.`);
      bus.publish(runTopic(id));
      bus.publish(leaseTopic(id));
      // The next run of its pass may start now.
      bus.publish(queueTopic);
      return { status };
    },

    queue: async (orgId: string): Promise<QueueSnapshot> => {
      const open = await store.runs.open(orgId);
      const running = open.filter((run) => run.status === "running");
      const pending = open.filter((run) => run.status === "queued");
      const longest = running.toSorted((a, b) => (a.started_at ?? "").localeCompare(b.started_at ?? ""))[0];
      return {
        active: longest?.id ?? null,
        active_suite: longest?.suite ?? null,
        running: running.map(({ id, suite }) => ({ id, suite })),
        running_suites: [...new Set(running.flatMap((run) => (run.suite === null ? [] : [run.suite])))],
        pending: pending.map(({ id, suite, cases }) => ({ id, suite, cases })),
        busy: open.length > 0,
      };
    },

    /** Resolves when the run has ended, after `timeoutMs`, or on abort. */
    waitForEnd: async (orgId: string, id: string, timeoutMs: number, signal: AbortSignal): Promise<void> => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      while (!until.aborted) {
        const woken = nextMessage(bus, runTopic(id), until);
        if (!isOpen((await requireRun(orgId, id)).status)) return woken.cancel();
        await woken.promise;
      }
    },

    /** Events after `since` as they happen; ends when the run has ended and all were given, or when `signal` aborts. */
    async *events(orgId: string, id: string, since: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
      await requireRun(orgId, id);
      let from = since;
      while (!signal.aborted) {
        const woken = nextMessage(bus, runTopic(id), signal);
        const { status, events } = await readOn({ orgId, id, from });
        for (const event of events) {
          from = event.seq;
          yield event;
        }
        if (!isOpen(status)) {
          woken.cancel();
          return;
        }
        await woken.promise;
      }
    },
  };
};

const toItem = (run: RunRow): RunItem => ({
  id: run.id,
  kind: run.kind,
  suite: run.suite,
  cases: run.cases,
  status: run.status,
  error: run.error,
  file_issues: run.file_issues,
  sharded: run.sharded,
  base_url: run.base_url,
  plan_id: run.plan_id,
  created_at: run.created_at,
  started_at: run.started_at,
  finished_at: run.finished_at,
  summary: run.summary,
});

/** Resolves at the next message of the topic, after two seconds at the latest (a message may be lost), or on abort. */
const nextMessage = (
  bus: Bus,
  topic: string,
  signal: AbortSignal,
): { promise: Promise<void>; cancel(): void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = bus.subscribe(topic, resolve);
  const timer = setTimeout(resolve, 2000);
  const onAbort = (): void => resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  const cancel = (): void => {
    unsubscribe();
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  };
  return {
    promise: promise.finally(cancel),
    cancel: () => {
      cancel();
      resolve();
    },
  };
};
