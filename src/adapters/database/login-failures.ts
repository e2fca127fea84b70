import { newId } from "#model/ids.ts";
import type { Store } from "#ports/store.ts";
import type { ExecutorOf } from "./transactions.ts";

export const createLoginFailureQueries = (executor: ExecutorOf): Store["loginFailures"] => ({
  record: async (address, at, tx) => {
    await executor(tx).insertInto("login_failures").values({ id: newId(), address, at }).execute();
  },

  since: async (address, since, tx) => {
    const db = executor(tx);
    const rows = await db
      .selectFrom("login_failures")
      .select("at")
      .where("address", "=", address)
      .orderBy("at")
      .execute();
    // Old ones of every address go, or a scan from many addresses would fill the table. Most log-ins find none to write.
    const stale = await db
      .selectFrom("login_failures")
      .select("id")
      .where("at", "<", since)
      .limit(1)
      .executeTakeFirst();
    if (stale) await db.deleteFrom("login_failures").where("at", "<", since).execute();
    return rows.map(({ at }) => at).filter((at) => at >= since);
  },

  clear: async (address, tx) => {
    await executor(tx).deleteFrom("login_failures").where("address", "=", address).execute();
  },
});
