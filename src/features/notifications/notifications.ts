import { AppError } from "#model/errors.ts";
import type { Summary } from "#model/report.ts";
import type { RunStatus } from "#model/run.ts";
import type { Settings } from "#model/settings.ts";
import { NotifyError, notifyFormats } from "#ports/notifier.ts";
import type { Notification, Notifier } from "#ports/notifier.ts";

export type FinishedRun = {
  runId: string;
  orgId: string;
  status: RunStatus;
  error: string | null;
  title: string;
  summary: Summary | null;
  /** One line a cause, most important first. */
  causes: string[];
  /** Whether the suite's run before this one was all green; null when there was none. */
  previousGood: boolean | null;
};

type Dependencies = {
  inClear(orgId: string): Promise<Settings>;
  notify: Notifier;
  /** Rejects when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Address of a run for people; null when the service does not know its own address. */
  linkTo(runId: string): string | null;
};

const attempts = 4;

/** Chat messages about finished runs, one a run at most. */
export const createNotifications = ({ inClear, notify, sleep, linkTo }: Dependencies) => {
  const target = (settings: Settings) => {
    const url = settings.NOTIFY_WEBHOOK_URL;
    const format = notifyFormats.find((known) => known === (settings.NOTIFY_FORMAT ?? "slack"));
    return url && format ? { url, format } : null;
  };

  return {
    /** Sends a test message now. Throws AppError("invalid_request") when none is configured or it did not arrive. */
    test: async (orgId: string): Promise<void> => {
      const to = target(await inClear(orgId));
      if (!to) throw new AppError("invalid_request", "Set NOTIFY_WEBHOOK_URL first.");
      try {
        await notify(to, testMessage);
      } catch (error) {
        if (error instanceof NotifyError) throw new AppError("invalid_request", error.message);
        throw error;
      }
    },

    /** Sends what the settings ask for about a run that has ended. Never throws: a dead webhook is no fault of the run. */
    runEnded: async (
      run: FinishedRun,
      signal: AbortSignal,
      warn: (message: string) => void,
    ): Promise<void> => {
      const settings = await inClear(run.orgId);
      const to = target(settings);
      if (!to || !wanted(settings.NOTIFY_ON ?? "failure", run)) return;
      const message = runMessage(run, linkTo(run.runId));
      for (let attempt = 1; ; attempt += 1) {
        try {
          await notify(to, message);
          return;
        } catch (error) {
          const temporary = error instanceof NotifyError && error.temporary && !signal.aborted;
          if (!temporary || attempt === attempts) {
            warn(`The notification about run ${run.runId} was not delivered: ${messageOf(error)}`);
            return;
          }
          await sleep(1000 * 4 ** (attempt - 1), signal).catch(() => undefined);
        }
      }
    },
  };
};

/** Executed to the end, and no case failed or was broken. */
export const isGood = (run: Pick<FinishedRun, "status" | "summary">): boolean =>
  run.status === "done" && (run.summary?.failed ?? 0) + (run.summary?.broken ?? 0) === 0;

const wanted = (when: string, run: FinishedRun): boolean => {
  if (run.status === "cancelled" || when === "off") return false;
  if (when === "always") return true;
  if (when === "change") return run.previousGood !== null && run.previousGood !== isGood(run);
  return !isGood(run);
};

const runMessage = (run: FinishedRun, link: string | null): Notification => {
  const { passed = 0, failed = 0, broken = 0, skipped = 0 } = run.summary ?? {};
  const good = isGood(run);
  return {
    title: `${run.title}: ${good ? "passed" : run.status === "error" ? "could not run" : "did not pass"}`,
    lines: [
      `${passed} passed, ${failed} failed, ${broken} broken, ${skipped} skipped`,
      ...(run.error ? [run.error] : []),
      ...run.causes.slice(0, 3),
    ],
    mood: good ? "good" : "bad",
    link,
    data: {
      event: "run_ended",
      run_id: run.runId,
      status: run.status,
      summary: run.summary,
      causes: run.causes,
      link,
    },
  };
};

const testMessage: Notification = {
  title: "Tracewright test notification",
  lines: ["Notifications arrive here."],
  mood: "neutral",
  link: null,
  data: { event: "test" },
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
