import type { Store } from "#ports/store.ts";
import type { Transactions } from "./transactions.ts";

export const createSettingQueries = ({ executor, within }: Transactions): Store["settings"] => ({
  all: async (orgId, tx) => {
    const rows = await executor(tx)
      .selectFrom("settings")
      .select(["name", "value"])
      .where("org_id", "=", orgId)
      .orderBy("name")
      .execute();
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  },

  write: (orgId, values, tx) =>
    within(tx, async (db) => {
      for (const [name, value] of Object.entries(values)) {
        if (value === null) {
          await db.deleteFrom("settings").where("org_id", "=", orgId).where("name", "=", name).execute();
        } else {
          await db
            .insertInto("settings")
            .values({ org_id: orgId, name, value })
            .onConflict((conflict) => conflict.columns(["org_id", "name"]).doUpdateSet({ value }))
            .execute();
        }
      }
    }),
});
