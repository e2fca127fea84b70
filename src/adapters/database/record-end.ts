import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { keptVerdicts, verdictLetter } from "#model/flakes.ts";
import type { Report } from "#model/report.ts";
import type { RunKind } from "#model/run.ts";
import type { SettingName } from "#model/settings.ts";
import type { RunOutcome } from "#ports/store.ts";
import { announceRun } from "./outbox.ts";
import type { AnalyticsCasesTable, RunCounters, RunsTable } from "./schema.ts";
import { writeTogether } from "./together.ts";
import type { Beside, Write } from "./together.ts";
import type { Executor } from "./transactions.ts";

/** A run that has just ended, in the transaction that ends it. */
export type EndedRun = {
  id: string;
  orgId: string;
  kind: string;
  suite: string | null;
  status: RunOutcome["status"];
  /** RFC 3339. */
  at: string;
  report: Report | null;
  digest: string;
  /** The ordered pass of a plan that the run belongs to. */
  passId: string | null;
};

/** What the statement that ends a run tells of it. */
export const endedColumns = ["id", "org_id", "kind", "suite", "pass_id"] as const;
type EndedRow = Pick<RunsTable, (typeof endedColumns)[number]>;

/** A run that has ended by its row, and what it ended with: nothing to be reported where no worker has said so. */
export const toEndedRun = (
  row: EndedRow,
  end: Pick<EndedRun, "status" | "at"> & Partial<Pick<EndedRun, "report" | "digest">>,
): EndedRun => ({
  id: row.id,
  orgId: row.org_id,
  kind: row.kind,
  suite: row.suite,
  passId: row.pass_id,
  report: null,
  digest: "",
  ...end,
});

export const counterNames = [
  "done",
  "error",
  "cancelled",
  "passed",
  "failed",
  "broken",
  "skipped",
  "flaky",
  "duration_ms",
] as const satisfies readonly (keyof RunCounters)[];

const qualifyKind: RunKind = "qualify";

const webhookName: SettingName = "NOTIFY_WEBHOOK_URL";

/** Cases of one upsert, well below the engines' limit on bound values. */
const rowsAtOnce = 500;

/** What else happens in the transaction that ends a run; `beside` is done along with it. */
export type RecordEnd = (db: Executor, run: EndedRun, beside?: Beside) => Promise<void>;

/**
 * Counts a run's end in the statistics of its day, its suite and its cases, and puts the news of it in the outbox. The end of
 * a qualification tells nothing of the app: its faults were put there.
 */
export const recordEnd: RecordEnd = (db, run, { writes, condition } = { writes: [] }) =>
  writeTogether(db, {
    writes: [...(run.kind === qualifyKind ? [] : recordsOf(db, run)), ...writes],
    condition,
  });

const recordsOf = (db: Executor, run: EndedRun): Write[] => {
  const counts = countsOf(run);
  const records: Write[] = [
    db
      .insertInto("analytics_days")
      .values({ org_id: run.orgId, day: run.at.slice(0, 10), ...counts })
      .onConflict((conflict) => conflict.columns(["org_id", "day"]).doUpdateSet(addUp("analytics_days"))),
  ];
  // Only where there is a webhook that it may go to.
  if (run.status !== "cancelled") records.push(announceRun(db, run, webhookName));
  if (run.suite === null) return records;
  const last = { last_run_id: run.id, last_status: run.status, last_at: run.at };
  records.push(
    db
      .insertInto("analytics_suites")
      .values({ org_id: run.orgId, suite: run.suite, ...counts, ...last })
      .onConflict((conflict) =>
        conflict.columns(["org_id", "suite"]).doUpdateSet({ ...addUp("analytics_suites"), ...last }),
      ),
  );
  const rows = toCaseRows(run, run.suite);
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    records.push(
      db
        .insertInto("analytics_cases")
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict((conflict) =>
          conflict.columns(["org_id", "suite", "case_id"]).doUpdateSet(caseChanges(run)),
        ),
    );
  }
  return records;
};

const countsOf = ({ status, report }: EndedRun): RunCounters => ({
  done: status === "done" ? 1 : 0,
  error: status === "error" ? 1 : 0,
  cancelled: status === "cancelled" ? 1 : 0,
  passed: report?.summary.passed ?? 0,
  failed: report?.summary.failed ?? 0,
  broken: report?.summary.broken ?? 0,
  skipped: report?.summary.skipped ?? 0,
  flaky: report?.cases.filter(({ flaky }) => flaky).length ?? 0,
  duration_ms: report?.duration_ms ?? 0,
});

/** What every engine does atomically on a conflict: the counters of the row plus those of the run. */
const addUp = (
  table: "analytics_days" | "analytics_suites",
): Record<keyof RunCounters, RawBuilder<number>> => {
  const sums: Partial<Record<keyof RunCounters, RawBuilder<number>>> = {};
  for (const name of counterNames)
    sums[name] = sql<number>`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`;
  return sums as Record<keyof RunCounters, RawBuilder<number>>;
};

const toCaseRows = (run: EndedRun, suite: string): AnalyticsCasesTable[] =>
  (run.report?.cases ?? [])
    .filter(({ status }) => status !== "skipped")
    .map((item) => {
      const good = item.status === "passed" ? 1 : 0;
      const flaky = item.flaky ? 1 : 0;
      return {
        org_id: run.orgId,
        suite,
        case_id: item.id,
        title: item.title,
        digest: run.digest,
        last_good: good,
        last_status: item.status,
        last_run_id: run.id,
        last_at: run.at,
        runs: 1,
        passed: good,
        flips: 0,
        flaky,
        flake_score: flaky,
        total_ms: item.duration_ms,
        mean_ms: item.duration_ms,
        max_ms: item.duration_ms,
        last_ms: item.duration_ms,
        recent: verdictLetter(item),
      };
    });

const old = (name: keyof AnalyticsCasesTable) => sql.ref<number>(`analytics_cases.${name}`);
const given = (name: keyof AnalyticsCasesTable) => sql.ref<number>(`excluded.${name}`);

const flips = sql<number>`${old("flips")} + case when ${old("digest")} = ${given("digest")} and ${old("last_good")} <> ${given("last_good")} then 1 else 0 end`;
const flaky = sql<number>`${old("flaky")} + ${given("flaky")}`;

/** The verdicts so far and this one; a bar where the suite changed in between. */
const joined = sql<string>`${old("recent")} || case when ${old("digest")} = ${given("digest")} then '' else '|' end || ${given("recent")}`;

const caseChanges = (run: EndedRun) => ({
  recent: sql<string>`case when length(${joined}) > ${sql.lit(keptVerdicts)} then substr(${joined}, length(${joined}) - ${sql.lit(keptVerdicts - 1)}) else ${joined} end`,
  title: given("title") as unknown as RawBuilder<string>,
  digest: run.digest,
  last_good: given("last_good"),
  last_status: given("last_status") as unknown as RawBuilder<string>,
  last_run_id: run.id,
  last_at: run.at,
  runs: sql<number>`${old("runs")} + 1`,
  passed: sql<number>`${old("passed")} + ${given("passed")}`,
  flips,
  flaky,
  // One flip alone is a regression or a fix; there and back is a flake.
  flake_score: sql<number>`${flaky} + case when ${flips} >= 2 then ${flips} else 0 end`,
  total_ms: sql<number>`${old("total_ms")} + ${given("total_ms")}`,
  mean_ms: sql<number>`(${old("total_ms")} + ${given("total_ms")}) / (${old("runs")} + 1)`,
  max_ms: sql<number>`case when ${old("max_ms")} > ${given("max_ms")} then ${old("max_ms")} else ${given("max_ms")} end`,
  last_ms: given("last_ms"),
});
