import type { Selectable } from "kysely";
import type { Store, UserRow } from "#ports/store.ts";
import { toCount } from "./pages.ts";
import type { UsersTable } from "./schema.ts";
import type { ExecutorOf } from "./transactions.ts";

export const createUserQueries = (executor: ExecutorOf): Store["users"] => ({
  count: async (tx) =>
    toCount(
      await executor(tx)
        .selectFrom("users")
        .select((eb) => eb.fn.countAll().as("total"))
        .executeTakeFirst(),
    ),

  insert: async (row, tx) => {
    const inserted = await executor(tx)
      .insertInto("users")
      .values({
        id: row.id,
        org_id: row.orgId,
        email: row.email,
        password_hash: row.passwordHash,
        role: row.role,
        created_at: row.createdAt,
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    return inserted !== undefined;
  },

  byEmail: async (email, tx) => {
    const row = await executor(tx)
      .selectFrom("users")
      .selectAll()
      .where("email", "=", email)
      .executeTakeFirst();
    return row ? toRow(row) : null;
  },

  byId: async (id, tx) => {
    const row = await executor(tx).selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
    return row ? toRow(row) : null;
  },

  list: async (orgId, { limit, offset }, tx) => {
    const ofOrganisation = executor(tx).selectFrom("users").where("org_id", "=", orgId);
    const rows = await ofOrganisation
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .offset(offset)
      .execute();
    const total = await ofOrganisation.select((eb) => eb.fn.countAll().as("total")).executeTakeFirst();
    return { items: rows.map(toRow), total: toCount(total) };
  },

  update: async (orgId, id, { role, passwordHash }, tx) => {
    const updated = await executor(tx)
      .updateTable("users")
      .set((eb) => ({
        role: role ?? eb.ref("role"),
        password_hash: passwordHash ?? eb.ref("password_hash"),
      }))
      .where("org_id", "=", orgId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    return updated !== undefined;
  },

  remove: async (orgId, id, tx) => {
    const removed = await executor(tx)
      .deleteFrom("users")
      .where("org_id", "=", orgId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    return removed !== undefined;
  },

  countAdmins: async (orgId, tx) =>
    toCount(
      await executor(tx)
        .selectFrom("users")
        .select((eb) => eb.fn.countAll().as("total"))
        .where("org_id", "=", orgId)
        .where("role", "=", "admin")
        .executeTakeFirst(),
    ),
});

const toRow = (row: Selectable<UsersTable>): UserRow => ({
  id: row.id,
  orgId: row.org_id,
  email: row.email,
  passwordHash: row.password_hash,
  role: row.role === "admin" ? "admin" : "member",
  createdAt: row.created_at,
});
