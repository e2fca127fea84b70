import { countVerdicts } from "#model/report.ts";
import type { CaseReport, Report } from "#model/report.ts";
import type { Case, Suite } from "#model/suite.ts";
import { putIn } from "#core/suite/values.ts";
import { createCaseRunner } from "./case-runner.ts";
import { createCauses } from "./causes.ts";
import { createJournal } from "./journal.ts";
import type { Journal } from "./journal.ts";
import { createMask } from "./mask.ts";
import type { ExecuteOptions } from "./options.ts";
import { inLanes } from "./lanes.ts";
import { groupCases, planCases } from "./order.ts";
import { createSessions } from "./sessions.ts";
import { createValues, secretsOf } from "./values.ts";
import type { Values } from "./values.ts";

const skippedReport = (item: Case, why: string): CaseReport => ({
  id: item.id,
  title: item.title,
  status: "skipped",
  why,
  duration_ms: 0,
  attempts: 0,
  flaky: false,
  steps: [],
  shots: [],
  captured: {},
  root_cause: null,
  trace: null,
});

const announcePlan = (journal: Journal, only: readonly string[] | null, suite: Suite): Case[] => {
  const { cases, pulledIn, unknown } = planCases(suite.cases, only);
  if (pulledIn.length > 0)
    journal.log("info", `also executed, because a chosen case needs them: ${pulledIn.join(", ")}`);
  if (unknown.length > 0) journal.log("warn", `the suite has no such case: ${unknown.join(", ")}`);
  return cases;
};

/**
 * Executes a suite, case after case (or, with spareRoom, groups of cases beside each other), and gives its report. What the app or the suite does wrong is in the report; it
 * rejects only when an event or a file cannot be written. A cancelled run gives the report of what was done till then.
 */
export const executeSuite = async (options: ExecuteOptions): Promise<Omit<Report, "suite">> => {
  const { suite, signal, now } = options;
  const started = now();
  const seed = suite.seed ?? options.seed;
  const values = createValues(suite, options.values, seed, started);
  const mask = createMask(secretsOf(suite, options.values.secret));
  const journal = createJournal({ emit: options.emit, saveFile: options.saveFile, mask });
  const cases = announcePlan(journal, options.only, suite);
  const reports = new Map<string, CaseReport>();

  const baseUrl = options.baseUrl ?? String(putInOr(suite.baseUrl, values.lookup));
  const sessions = createSessions(options.browser, {
    baseUrl,
    secrets: secretsOf(suite, options.values.secret),
    injectTraceparent: options.injectTraceparent,
    viewport: suite.viewport ?? undefined,
    signal,
  });
  const causes = createCauses({ ...options, mask, journal });
  const runner = createCaseRunner(
    { ...options, folder: options.folder ?? "", baseUrl, values, mask, journal, sessions },
    causes,
  );

  const execute = async (item: Case, own: Values, last: boolean): Promise<CaseReport> => {
    if (signal.aborted) return skippedReport(item, "run cancelled");
    const unmet = item.needs.find((id) => reports.get(id)?.status !== "passed");
    if (unmet !== undefined) {
      return skippedReport(item, `needs ${unmet}, which was ${reports.get(unmet)?.status ?? "not executed"}`);
    }
    return runner.run(item, own, last);
  };

  let begun = 0;
  const executeGroup = async (group: Case[]): Promise<void> => {
    const own = values.fork();
    for (const item of group) {
      begun += 1;
      const report = mask.deep(await execute(item, own, begun === cases.length));
      reports.set(item.id, report);
      journal.event({
        kind: "case_finished",
        case_id: item.id,
        step: null,
        status: report.status,
        why: report.why,
      });
    }
  };

  const groups = options.spareRoom ? groupCases(cases) : [cases];
  if (options.spareRoom)
    journal.log(
      "info",
      `sharded: ${groups.length} groups of cases that do not need each other, over idle workers`,
    );
  try {
    await inLanes(groups, executeGroup, options.spareRoom);
  } finally {
    await sessions.discard();
    await causes.ended();
  }
  const done: CaseReport[] = [];
  for (const { id } of cases) {
    const report = reports.get(id);
    if (report) done.push({ ...report, root_cause: report.root_cause ?? (await causes.of(id)) });
  }
  await journal.flush();
  const finished = now();
  const model = options.meter?.use();
  return {
    title: suite.title,
    base_url: baseUrl,
    seed,
    started_at: started.toISOString(),
    finished_at: finished.toISOString(),
    duration_ms: Math.max(0, Math.round(finished.getTime() - started.getTime())),
    browser: sessions.browserName(),
    summary: countVerdicts(done),
    ...(model ? { model } : {}),
    cases: done,
  };
};

/** A base_url whose variable has no value is left as written: the first step then says so. */
const putInOr = (text: string, lookup: (name: string) => unknown): unknown => {
  try {
    return putIn(text, lookup);
  } catch {
    return text;
  }
};
