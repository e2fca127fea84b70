import { sql } from "kysely";
import type { Report } from "#model/report.ts";
import { runStatusSchema } from "#model/run.ts";
import type { RunItem, RunStatus } from "#model/run.ts";
import type { Page, PageRequest, Store } from "#ports/store.ts";
import { toCount } from "./pages.ts";
import { endedColumns, toEndedRun } from "./record-end.ts";
import type { RecordEnd } from "./record-end.ts";
import { itemColumns, readObject, toRunItem, toRunRow } from "./run-rows.ts";
import type { Executor, Transactions } from "./transactions.ts";

/** In words, not as bound values, so that the partial indexes serve. */
const isOpen = sql<boolean>`status in ('queued', 'running')`;
const isQualification = sql<boolean>`kind = 'qualify'`;
const isNoQualification = sql<boolean>`kind <> 'qualify'`;

type RunQueries = Pick<Store["runs"], "get" | "list" | "open" | "details" | "cancel">;

export const createRunQueries = (
  { executor, within }: Transactions,
  { now, recordEnd }: { now: () => Date; recordEnd: RecordEnd },
): RunQueries => ({
  get: async (orgId, id, tx) => {
    const row = await executor(tx)
      .selectFrom("runs")
      .selectAll()
      .where("org_id", "=", orgId)
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? toRunRow(row) : null;
  },

  list: async (orgId, { status, suite, kind, limit, offset }, tx) => {
    const db = executor(tx);
    if (kind === "qualify") return listQualifications(db, orgId, { status, suite, limit, offset });
    let found = db.selectFrom("runs").where("org_id", "=", orgId).where(isNoQualification);
    let counts = db.selectFrom("run_counts").where("org_id", "=", orgId);
    if (status !== undefined) {
      found = found.where("status", "=", status);
      counts = counts.where("status", "=", status);
    }
    if (suite !== undefined) {
      found = found.where("suite", "=", suite);
      counts = counts.where("suite", "=", suite);
    }
    const total = counts.select((eb) => eb.fn.coalesce(eb.fn.sum("total"), eb.val(0)).as("total"));
    // What comes before the page is counted in the index alone; only the page's own rows are read.
    const page = found
      .select("id")
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset);
    const rows = await db
      .selectFrom("runs")
      .select(itemColumns)
      .select(total.as("total"))
      .where("id", "in", page)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    const [first] = rows;
    const known = first ? { total: first.total ?? 0 } : await total.executeTakeFirst();
    return { items: rows.map(toRunItem), total: toCount(known) };
  },

  open: async (orgId, tx) => {
    const rows = await executor(tx)
      .selectFrom("runs")
      .select(itemColumns)
      .where("org_id", "=", orgId)
      .where(isOpen)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    return rows.map(toRunItem);
  },

  details: async (orgId, id, tx) => {
    const row = await executor(tx)
      .selectFrom("runs")
      .leftJoin("run_details", "run_details.run_id", "runs.id")
      .select(["run_details.report", "run_details.result"])
      .where("runs.org_id", "=", orgId)
      .where("runs.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    return {
      // Written by `finish` from a Report; read as it was written, without checking megabytes again.
      report: row.report === null ? null : (JSON.parse(row.report) as Report),
      result: readObject(row.result),
    };
  },

  cancel: (orgId, id, tx) =>
    within(tx, async (db) => {
      const at = now().toISOString();
      const open = await db
        .updateTable("runs")
        .set((eb) => {
          const ifQueued = <T>(then: T) => eb.case().when("status", "=", "queued").then(then);
          return {
            status: ifQueued("cancelled").else(eb.ref("status")).end(),
            finished_at: ifQueued(at).else(eb.ref("finished_at")).end(),
            sealed: ifQueued(null).else(eb.ref("sealed")).end(),
            cancel_requested: 1,
          };
        })
        .where("org_id", "=", orgId)
        .where("id", "=", id)
        .where("status", "in", ["queued", "running"])
        .returning([...endedColumns, "status"])
        .executeTakeFirst();
      if (open?.status === "cancelled") {
        await recordEnd(db, toEndedRun(open, { status: "cancelled", at }));
      }
      const row =
        open ??
        (await db
          .selectFrom("runs")
          .select("status")
          .where("org_id", "=", orgId)
          .where("id", "=", id)
          .executeTakeFirst());
      return row ? runStatusSchema.parse(row.status) : null;
    }),
});

/** They are few: counted as they are listed. */
const listQualifications = async (
  db: Executor,
  orgId: string,
  { status, suite, limit, offset }: PageRequest & { status?: RunStatus; suite?: string },
): Promise<Page<RunItem>> => {
  let found = db.selectFrom("runs").where("org_id", "=", orgId).where(isQualification);
  if (status !== undefined) found = found.where("status", "=", status);
  if (suite !== undefined) found = found.where("suite", "=", suite);
  const counted = await found.select((eb) => eb.fn.countAll().as("total")).executeTakeFirst();
  const rows = await found
    .select(itemColumns)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { items: rows.map(toRunItem), total: toCount(counted) };
};
