import { z } from "zod";
import type { Selectable } from "kysely";
import type { PlanRow, PlanStore } from "#ports/plan-store.ts";
import { toCount } from "./pages.ts";
import { itemColumns, toRunItem, writeJson } from "./run-rows.ts";
import type { PlansTable } from "./schema.ts";
import type { ExecutorOf } from "./transactions.ts";

/** Plans that one tick looks at; the next tick sees the rest. */
const dueAtOnce = 500;

const itemsSchema = z.array(z.object({ suite: z.string(), cases: z.array(z.string()).optional() }));
const authSchema = z.object({
  username: z.string(),
  sealedPassword: z.string(),
  loginPath: z.string().nullable(),
});

export const createPlanQueries = (executor: ExecutorOf): PlanStore => ({
  get: async (orgId, id, tx) => {
    const row = await executor(tx)
      .selectFrom("plans")
      .selectAll()
      .where("org_id", "=", orgId)
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? toRow(row) : null;
  },

  list: async (orgId, { limit, offset }, tx) => {
    const found = executor(tx).selectFrom("plans").where("org_id", "=", orgId);
    const rows = await found
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset)
      .execute();
    const total = await found.select((eb) => eb.fn.countAll().as("total")).executeTakeFirst();
    return { items: rows.map(toRow), total: toCount(total) };
  },

  insert: async (row, tx) => {
    await executor(tx)
      .insertInto("plans")
      .values({
        id: row.id,
        org_id: row.orgId,
        created_at: row.createdAt,
        next_run_at: row.nextRunAt,
        ...toColumns(row),
      })
      .execute();
  },

  update: async (row, tx) => {
    const updated = await executor(tx)
      .updateTable("plans")
      .set({ ...toColumns(row), next_run_at: row.nextRunAt })
      .where("org_id", "=", row.orgId)
      .where("id", "=", row.id)
      .returning("id")
      .executeTakeFirst();
    return updated !== undefined;
  },

  remove: async (orgId, id, tx) => {
    const removed = await executor(tx)
      .deleteFrom("plans")
      .where("org_id", "=", orgId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    return removed !== undefined;
  },

  due: async (now, tx) => {
    const rows = await executor(tx)
      .selectFrom("plans")
      .selectAll()
      .where("next_run_at", "<=", now)
      .orderBy("next_run_at")
      .limit(dueAtOnce)
      .execute();
    return rows.map(toRow);
  },

  claimTick: async (id, expected, next, tx) => {
    const claimed = await executor(tx)
      .updateTable("plans")
      .set({ next_run_at: next })
      .where("id", "=", id)
      .where("next_run_at", "=", expected)
      .returning("id")
      .executeTakeFirst();
    return claimed !== undefined;
  },

  lastPass: async (orgId, id, tx) => {
    const db = executor(tx);
    const latest = await db
      .selectFrom("runs")
      .select("pass_id")
      .where("org_id", "=", orgId)
      .where("plan_id", "=", id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!latest || latest.pass_id === null) return [];
    const rows = await db
      .selectFrom("runs")
      .select(itemColumns)
      .where("plan_id", "=", id)
      .where("pass_id", "=", latest.pass_id)
      .where("org_id", "=", orgId)
      .orderBy("pass_position")
      .execute();
    return rows.map(toRunItem);
  },
});

const toColumns = (row: Omit<PlanRow, "nextRunAt">) => ({
  name: row.name,
  description: row.description,
  items: JSON.stringify(row.items),
  schedule: row.schedule,
  auth: writeJson(row.auth),
  updated_at: row.updatedAt,
});

const toRow = (row: Selectable<PlansTable>): PlanRow => ({
  id: row.id,
  orgId: row.org_id,
  name: row.name,
  description: row.description,
  items: itemsSchema.parse(JSON.parse(row.items)),
  schedule: row.schedule,
  nextRunAt: row.next_run_at,
  auth: row.auth === null ? null : authSchema.parse(JSON.parse(row.auth)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
