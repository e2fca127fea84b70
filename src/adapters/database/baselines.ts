import type { Selectable } from "kysely";
import type { BaselineRow, BaselineStore } from "#ports/baseline-store.ts";
import { toCount } from "./pages.ts";
import type { BaselinesTable } from "./schema.ts";
import type { ExecutorOf } from "./transactions.ts";

export const createBaselineQueries = (executor: ExecutorOf): BaselineStore => ({
  get: async (orgId, name, tx) => {
    const row = await executor(tx)
      .selectFrom("baselines")
      .selectAll()
      .where("org_id", "=", orgId)
      .where("name", "=", name)
      .executeTakeFirst();
    return row ? toRow(row) : null;
  },

  list: async (orgId, { limit, offset }, tx) => {
    const found = executor(tx).selectFrom("baselines").where("org_id", "=", orgId);
    const rows = await found.selectAll().orderBy("name").limit(limit).offset(offset).execute();
    const total = await found.select((eb) => eb.fn.countAll().as("total")).executeTakeFirst();
    return { items: rows.map(toRow), total: toCount(total) };
  },

  insert: async (row, tx) => {
    const inserted = await executor(tx)
      .insertInto("baselines")
      .values({
        org_id: row.orgId,
        name: row.name,
        width: row.width,
        height: row.height,
        digest: row.digest,
        created_at: row.createdAt,
      })
      .onConflict((conflict) => conflict.columns(["org_id", "name"]).doNothing())
      .returning("name")
      .executeTakeFirst();
    return inserted !== undefined;
  },

  remove: async (orgId, name, tx) => {
    const removed = await executor(tx)
      .deleteFrom("baselines")
      .where("org_id", "=", orgId)
      .where("name", "=", name)
      .returning("name")
      .executeTakeFirst();
    return removed !== undefined;
  },
});

const toRow = (row: Selectable<BaselinesTable>): BaselineRow => ({
  orgId: row.org_id,
  name: row.name,
  width: row.width,
  height: row.height,
  digest: row.digest,
  createdAt: row.created_at,
});
