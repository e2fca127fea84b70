import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

const lists = {
  runs_newest: ["org_id", "created_at", "id", "kind"],
  runs_status: ["org_id", "status", "created_at", "id", "kind"],
  runs_suite: ["org_id", "suite", "created_at", "id", "status", "kind"],
} as const;

/** All that decides which runs a page shows is in the index of its list: the runs before the page are counted there, unread. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [name, columns] of Object.entries(lists)) {
    await db.schema.dropIndex(name).execute();
    await db.schema
      .createIndex(name)
      .on("runs")
      .columns([...columns])
      .execute();
  }
};

export const listIndexes: Migration = { up };
