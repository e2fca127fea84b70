import type { Selectable } from "kysely";
import type { OrganisationRow, Store } from "#ports/store.ts";
import { toCount } from "./pages.ts";
import type { OrganisationsTable } from "./schema.ts";
import type { ExecutorOf } from "./transactions.ts";

export const createOrganisationQueries = (executor: ExecutorOf): Store["organisations"] => ({
  insert: async ({ id, name, createdAt }, tx) => {
    await executor(tx)
      .insertInto("organisations")
      .values({ id, name, created_at: createdAt, turn: 0 })
      .execute();
  },

  byId: async (id, tx) => {
    const row = await executor(tx)
      .selectFrom("organisations")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    return row ? toRow(row) : null;
  },

  list: async ({ limit, offset }, tx) => {
    const db = executor(tx);
    const rows = await db
      .selectFrom("organisations")
      .selectAll()
      .orderBy("created_at")
      .orderBy("id")
      .limit(limit)
      .offset(offset)
      .execute();
    const total = await db
      .selectFrom("organisations")
      .select((eb) => eb.fn.countAll().as("total"))
      .executeTakeFirst();
    return { items: rows.map(toRow), total: toCount(total) };
  },
});

const toRow = (row: Selectable<OrganisationsTable>): OrganisationRow => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
});
