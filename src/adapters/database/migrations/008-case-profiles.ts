import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What the app answered and showed when a case passed last: one row a case, gone with its suite. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("case_profiles")
    .addColumn("org_id", "text", (column) => column.notNull())
    .addColumn("suite", "text", (column) => column.notNull())
    .addColumn("case_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("profile", "text", (column) => column.notNull())
    .addColumn("taken_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("case_profiles_pk", ["org_id", "suite", "case_id"])
    .addForeignKeyConstraint(
      "case_profiles_suite",
      ["org_id", "suite"],
      "suites",
      ["org_id", "file"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
};

export const caseProfiles: Migration = { up };
