import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("organisations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("turn", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("organisations_turn").on("organisations").columns(["turn", "id"]).execute();

  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("users_org").on("users").columns(["org_id", "created_at", "id"]).execute();

  await db.schema
    .createTable("tokens")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .execute();
  await db.schema.createIndex("tokens_user").on("tokens").columns(["user_id", "created_at", "id"]).execute();
  await db.schema.createIndex("tokens_org").on("tokens").column("org_id").execute();

  await db.schema
    .createTable("login_failures")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("login_failures_address")
    .on("login_failures")
    .columns(["address", "at"])
    .execute();
  await db.schema.createIndex("login_failures_at").on("login_failures").column("at").execute();

  await db.schema
    .createTable("suites")
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("file", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("yaml", "text", (column) => column.notNull())
    .addColumn("case_count", "integer", (column) => column.notNull())
    .addColumn("search_text", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("suites_pk", ["org_id", "file"])
    .execute();
  await db.schema
    .createIndex("suites_newest")
    .on("suites")
    .columns(["org_id", "created_at", "file"])
    .execute();

  await createRunTables(db);

  await db.schema
    .createTable("settings")
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("settings_pk", ["org_id", "name"])
    .execute();

  await db.schema
    .createTable("probes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
};

const createRunTables = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("runs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("suite", "text")
    .addColumn("cases", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("error", "text")
    .addColumn("file_issues", "text", (column) => column.notNull())
    .addColumn("sharded", "integer", (column) => column.notNull())
    .addColumn("base_url", "text")
    .addColumn("plan_id", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("started_at", "text")
    .addColumn("finished_at", "text")
    .addColumn("summary", "text")
    .addColumn("attempt", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("requeues", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("cancel_requested", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("request", "text")
    .addColumn("sealed", "text")
    .addColumn("last_seq", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("runs_newest").on("runs").columns(["org_id", "created_at", "id"]).execute();
  await db.schema
    .createIndex("runs_status")
    .on("runs")
    .columns(["org_id", "status", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("runs_suite")
    .on("runs")
    .columns(["org_id", "suite", "created_at", "id"])
    .execute();
  // The few that are open, whatever the size of the history.
  await db.schema
    .createIndex("runs_queued")
    .on("runs")
    .columns(["org_id", "created_at", "id"])
    .where(sql<boolean>`status = 'queued'`)
    .execute();
  await db.schema
    .createIndex("runs_running")
    .on("runs")
    .column("id")
    .where(sql<boolean>`status = 'running'`)
    .execute();

  await db.schema
    .createTable("run_details")
    .addColumn("run_id", "text", (column) => column.primaryKey().references("runs.id").onDelete("cascade"))
    .addColumn("report", "text")
    .addColumn("result", "text")
    .execute();

  await db.schema
    .createTable("run_events")
    .addColumn("run_id", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("run_events_pk", ["run_id", "seq"])
    .execute();
};

export const initial: Migration = { up };
