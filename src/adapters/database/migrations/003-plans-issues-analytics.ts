import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

const up = async (db: Kysely<unknown>): Promise<void> => {
  await createPlans(db);
  await createIssues(db);
  await db.schema
    .createTable("baselines")
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("width", "integer", (column) => column.notNull())
    .addColumn("height", "integer", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("baselines_pk", ["org_id", "name"])
    .execute();
  await createAnalytics(db);
};

const createPlans = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("plans")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("items", "text", (column) => column.notNull())
    .addColumn("schedule", "text")
    .addColumn("next_run_at", "text")
    .addColumn("auth", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("plans_newest").on("plans").columns(["org_id", "created_at", "id"]).execute();
  await db.schema
    .createIndex("plans_due")
    .on("plans")
    .column("next_run_at")
    .where(sql<boolean>`next_run_at is not null`)
    .execute();

  await db.schema.alterTable("runs").addColumn("pass_id", "text").execute();
  await db.schema.alterTable("runs").addColumn("pass_position", "integer").execute();
  // What a queued run of a pass waits for: the few of its pass that have not ended.
  await db.schema
    .createIndex("runs_pass_open")
    .on("runs")
    .columns(["pass_id", "pass_position"])
    .where(sql<boolean>`status in ('queued', 'running')`)
    .execute();
  // Not by pass alone: SQLite would take that for the question above and read the ended ones, too.
  await db.schema
    .createIndex("runs_pass")
    .on("runs")
    .columns(["plan_id", "pass_id", "pass_position"])
    .where(sql<boolean>`plan_id is not null`)
    .execute();
  await db.schema
    .createIndex("runs_plan")
    .on("runs")
    .columns(["org_id", "plan_id", "created_at", "id"])
    .where(sql<boolean>`plan_id is not null`)
    .execute();
};

const createIssues = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable("organisations")
    .addColumn("issue_count", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("issues")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("severity", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("body_md", "text", (column) => column.notNull())
    .addColumn("search_text", "text", (column) => column.notNull())
    .addColumn("suite", "text", (column) => column.notNull())
    .addColumn("case_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("occurrences", "integer", (column) => column.notNull())
    .addColumn("last_seen_at", "text", (column) => column.notNull())
    .addColumn("external_url", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addUniqueConstraint("issues_number", ["org_id", "number"])
    .addUniqueConstraint("issues_fingerprint", ["org_id", "fingerprint"])
    .execute();
  await db.schema.createIndex("issues_status").on("issues").columns(["org_id", "status", "number"]).execute();
  await db.schema
    .createTable("issue_comments")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("issue_id", "text", (column) => column.notNull().references("issues.id").onDelete("cascade"))
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("issue_comments_issue")
    .on("issue_comments")
    .columns(["issue_id", "created_at", "id"])
    .execute();
};

/** What is counted of ended runs, by day and by suite. */
const counters = [
  "done",
  "error",
  "cancelled",
  "passed",
  "failed",
  "broken",
  "skipped",
  "flaky",
  "duration_ms",
];

const createAnalytics = async (db: Kysely<unknown>): Promise<void> => {
  let days = db.schema
    .createTable("analytics_days")
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("day", "text", (column) => column.notNull());
  for (const name of counters) days = days.addColumn(name, "bigint", (column) => column.notNull());
  await days.addPrimaryKeyConstraint("analytics_days_pk", ["org_id", "day"]).execute();

  let suites = db.schema
    .createTable("analytics_suites")
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("suite", "text", (column) => column.notNull());
  for (const name of counters) suites = suites.addColumn(name, "bigint", (column) => column.notNull());
  await suites
    .addColumn("last_run_id", "text", (column) => column.notNull())
    .addColumn("last_status", "text", (column) => column.notNull())
    .addColumn("last_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("analytics_suites_pk", ["org_id", "suite"])
    .execute();
  await db.schema
    .createIndex("analytics_suites_latest")
    .on("analytics_suites")
    .columns(["org_id", "last_at", "suite"])
    .execute();

  await db.schema
    .createTable("analytics_cases")
    .addColumn("org_id", "text", (column) =>
      column.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("suite", "text", (column) => column.notNull())
    .addColumn("case_id", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("last_good", "integer", (column) => column.notNull())
    .addColumn("last_status", "text", (column) => column.notNull())
    .addColumn("last_run_id", "text", (column) => column.notNull())
    .addColumn("last_at", "text", (column) => column.notNull())
    .addColumn("runs", "bigint", (column) => column.notNull())
    .addColumn("passed", "bigint", (column) => column.notNull())
    .addColumn("flips", "bigint", (column) => column.notNull())
    .addColumn("flaky", "bigint", (column) => column.notNull())
    .addColumn("flake_score", "bigint", (column) => column.notNull())
    .addColumn("total_ms", "bigint", (column) => column.notNull())
    .addColumn("mean_ms", "bigint", (column) => column.notNull())
    .addColumn("max_ms", "bigint", (column) => column.notNull())
    .addColumn("last_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("analytics_cases_pk", ["org_id", "suite", "case_id"])
    .execute();
  await db.schema
    .createIndex("analytics_cases_flaky")
    .on("analytics_cases")
    .columns(["org_id", "flake_score"])
    .where(sql<boolean>`flake_score > 0`)
    .execute();
  await db.schema
    .createIndex("analytics_cases_slowest")
    .on("analytics_cases")
    .columns(["org_id", "mean_ms"])
    .execute();
};

export const plansIssuesAnalytics: Migration = { up };
