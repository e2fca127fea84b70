import { suiteDigest } from "#core/suite/digest.ts";
import type { Report } from "#model/report.ts";
import type { Lease } from "#ports/queue.ts";
import type { Seal } from "#ports/seal.ts";
import type { RunRow, Store } from "#ports/store.ts";
import type { createSuiteExecution } from "./execute.ts";
import type { Journal } from "./journal.ts";
import { givenLogin } from "./pass.ts";

type Dependencies = {
  store: Store;
  seal: Seal;
  openJournal(lease: Lease): Journal;
  executeSuite: ReturnType<typeof createSuiteExecution>;
  /** Files what the run has found where it was asked to; rejects only when an event cannot be written. */
  fileIssues(run: RunRow, report: Report, log: Journal["log"]): Promise<unknown[]>;
};

/** Carries out a run of kind `suite`. */
export const createSuiteHandler =
  ({ store, seal, openJournal, executeSuite, fileIssues }: Dependencies) =>
  async (lease: Lease): Promise<void> => {
    const { run } = lease;
    const journal = openJournal(lease);
    const suite = run.suite === null ? null : await store.suites.get(run.orgId, run.suite);
    if (!suite) {
      const error = `suite_gone: ${run.suite ?? "the suite"} was deleted before the run started`;
      await journal.finish({ status: "error", error, summary: null, report: null, result: null });
      return;
    }
    const { file, yaml } = suite;
    const report = await executeSuite({ lease, journal, file, yaml, login: givenLogin(run, seal) });
    if (lease.signal.aborted && lease.signal.reason !== "cancelled") return;
    const status = lease.signal.aborted ? "cancelled" : "done";
    if (status === "done") await fileIssues(run, report, journal.log);
    await journal.finish({
      status,
      error: null,
      summary: report.summary,
      report,
      result: null,
      suiteDigest: suiteDigest(yaml, report.base_url),
    });
  };
