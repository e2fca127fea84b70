import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What housekeeping knows: which runs it has taken something from, and whose turn it is; and where runs were asked for. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  // 1 traces, 2 all files, 4 events are gone.
  await db.schema
    .alterTable("runs")
    .addColumn("pruned", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("runs_ended")
    .on("runs")
    .columns(["pruned", "finished_at", "id"])
    .where(sql<boolean>`finished_at is not null`)
    .execute();
  await db.schema.createIndex("issues_run").on("issues").column("run_id").execute();

  await db.schema
    .createTable("turns")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("until", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("run_traces")
    .addColumn("run_id", "text", (column) => column.primaryKey().references("runs.id").onDelete("cascade"))
    .addColumn("traceparent", "text", (column) => column.notNull())
    .execute();
};

export const housekeeping: Migration = { up };
