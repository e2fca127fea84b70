import type { Selectable } from "kysely";
import type { Store, TokenRow } from "#ports/store.ts";
import { toCount } from "./pages.ts";
import type { TokensTable } from "./schema.ts";
import type { ExecutorOf } from "./transactions.ts";

export const createTokenQueries = (executor: ExecutorOf): Store["tokens"] => ({
  insert: async (row, tx) => {
    await executor(tx)
      .insertInto("tokens")
      .values({
        id: row.id,
        org_id: row.orgId,
        user_id: row.userId,
        name: row.name,
        hash: row.hash,
        created_at: row.createdAt,
        last_used_at: row.lastUsedAt,
      })
      .execute();
  },

  byHash: async (hash, tx) => {
    const row = await executor(tx)
      .selectFrom("tokens")
      .selectAll()
      .where("hash", "=", hash)
      .executeTakeFirst();
    return row ? toRow(row) : null;
  },

  touch: async (id, at, tx) => {
    await executor(tx).updateTable("tokens").set({ last_used_at: at }).where("id", "=", id).execute();
  },

  listOfUser: async (userId, { limit, offset }, tx) => {
    const ofUser = executor(tx).selectFrom("tokens").where("user_id", "=", userId);
    const rows = await ofUser
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset)
      .execute();
    const total = await ofUser.select((eb) => eb.fn.countAll().as("total")).executeTakeFirst();
    return { items: rows.map(toRow), total: toCount(total) };
  },

  remove: async (userId, id, tx) => {
    const removed = await executor(tx)
      .deleteFrom("tokens")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    return removed !== undefined;
  },
});

const toRow = (row: Selectable<TokensTable>): TokenRow => ({
  id: row.id,
  orgId: row.org_id,
  userId: row.user_id,
  name: row.name,
  hash: row.hash,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});
