import { sql } from "kysely";
import type { Operations, Overdue, Prunable } from "#ports/operations.ts";
import { toCount } from "./pages.ts";
import type { Executor, Transactions } from "./transactions.ts";

type Pruning = Pick<
  Operations,
  "overdue" | "countOverdue" | "take" | "removeRuns" | "existing" | "removeLeftovers"
>;

const bits = { traces: 1, artifacts: 2, events: 4 } as const;
const everything = bits.traces | bits.artifacts | bits.events;
/** The bits that must be unset for there to be something left; files include traces. */
const missing: Record<Prunable, number> = {
  traces: bits.traces | bits.artifacts,
  artifacts: bits.artifacts,
  events: bits.events,
  runs: 0,
};

/** The values of `pruned` of runs that still have it. One at a time they are ranges of the index. */
const valuesWith = (what: Prunable): number[] =>
  Array.from({ length: everything + 1 }, (_, value) => value).filter(
    (value) => (value & missing[what]) === 0,
  );

/** Whatever an issue that is not closed, a message that is to be sent or a pass under way may still want to see. */
const isFree = sql<boolean>`not exists (select 1 from issues where issues.run_id = runs.id and issues.status <> 'closed')
  and not exists (select 1 from outbox where outbox.kind = 'notification' and outbox.subject = runs.id)
  and (runs.pass_id is null or not exists (select 1 from runs as other where other.pass_id = runs.pass_id
    and other.status in ('queued', 'running')))`;

const rowsAtOnce = 500;

export const createPruning = ({ executor, within }: Transactions): Pruning => {
  const ended = (db: Executor) =>
    db
      .selectFrom("runs")
      .where(sql<boolean>`runs.finished_at is not null`)
      .where("runs.status", "in", ["done", "error", "cancelled"])
      .where(isFree);

  /** The parts of what is overdue, each a range of an index. */
  const partsOf = async (which: Overdue) => {
    if ("before" in which) {
      return valuesWith(which.what).map((pruned) =>
        ended(executor())
          .where("runs.pruned", "=", pruned)
          .where("runs.finished_at", "<", which.before)
          .orderBy("runs.finished_at")
          .orderBy("runs.id"),
      );
    }
    const last = await executor()
      .selectFrom("runs")
      .select("runs.created_at")
      .where("runs.org_id", "=", which.orgId)
      .where(sql<boolean>`runs.finished_at is not null`)
      .orderBy("runs.created_at", "desc")
      .orderBy("runs.id", "desc")
      .offset(which.keep)
      .limit(1)
      .executeTakeFirst();
    if (!last) return [];
    return [
      ended(executor())
        .where("runs.org_id", "=", which.orgId)
        .where("runs.created_at", "<=", last.created_at)
        .orderBy("runs.created_at")
        .orderBy("runs.id"),
    ];
  };

  return {
    overdue: async (which, limit) => {
      const found: string[] = [];
      for (const part of await partsOf(which)) {
        if (found.length >= limit) break;
        const rows = await part
          .select("runs.id")
          .limit(limit - found.length)
          .execute();
        found.push(...rows.map(({ id }) => id));
      }
      return found;
    },

    countOverdue: async (which) => {
      let total = 0;
      for (const part of await partsOf(which)) {
        const counted = part.clearOrderBy().select((eb) => eb.fn.countAll().as("total"));
        total += toCount(await counted.executeTakeFirst());
      }
      return total;
    },

    take: (what, runIds) =>
      within(undefined, async (db) => {
        if (what === "events") await db.deleteFrom("run_events").where("run_id", "in", runIds).execute();
        const bit = what === "artifacts" ? bits.artifacts | bits.traces : bits[what];
        await db
          .updateTable("runs")
          .set({ pruned: sql<number>`pruned | ${sql.lit(bit)}` })
          .where("id", "in", runIds)
          .execute();
      }),

    removeRuns: (runIds) =>
      within(undefined, async (db) => {
        const gone = await db
          .deleteFrom("runs")
          .where("runs.id", "in", runIds)
          .where(sql<boolean>`runs.finished_at is not null`)
          .where(isFree)
          .returning("runs.id")
          .execute();
        return gone.length;
      }),

    existing: async (runIds) => {
      const found = new Set<string>();
      for (let from = 0; from < runIds.length; from += rowsAtOnce) {
        const rows = await executor()
          .selectFrom("runs")
          .select("id")
          .where("id", "in", runIds.slice(from, from + rowsAtOnce))
          .execute();
        for (const { id } of rows) found.add(id);
      }
      return found;
    },

    removeLeftovers: ({ failures, messages }) =>
      within(undefined, async (db) => {
        const old = await db
          .deleteFrom("login_failures")
          .where("at", "<", failures)
          .returning("id")
          .execute();
        const unsent = await db
          .deleteFrom("outbox")
          .where("created_at", "<", messages)
          .returning("id")
          .execute();
        return old.length + unsent.length;
      }),
  };
};
