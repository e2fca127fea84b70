import type { Lease } from "#ports/queue.ts";
import type { Store } from "#ports/store.ts";
import type { createSuiteExecution } from "./execute.ts";
import type { Journal } from "./journal.ts";

type Dependencies = {
  store: Store;
  openJournal(lease: Lease): Journal;
  executeSuite: ReturnType<typeof createSuiteExecution>;
};

/** Carries out a run of kind `suite`. */
export const createSuiteHandler =
  ({ store, openJournal, executeSuite }: Dependencies) =>
  async (lease: Lease): Promise<void> => {
    const { run } = lease;
    const journal = openJournal(lease);
    const suite = run.suite === null ? null : await store.suites.get(run.orgId, run.suite);
    if (!suite) {
      const error = `suite_gone: ${run.suite ?? "the suite"} was deleted before the run started`;
      await journal.finish({ status: "error", error, summary: null, report: null, result: null });
      return;
    }
    const report = await executeSuite({ lease, journal, file: suite.file, yaml: suite.yaml });
    if (lease.signal.aborted && lease.signal.reason !== "cancelled") return;
    const status = lease.signal.aborted ? "cancelled" : "done";
    await journal.finish({ status, error: null, summary: report.summary, report, result: null });
  };
