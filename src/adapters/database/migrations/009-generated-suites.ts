import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What was last generated for a suite, so that what people changed since can be told from it; and, where it was generated
 * again, the proposal that waits to be applied. Gone with the suite.
 */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable("generated_suites")
    .addColumn("org_id", "text", (column) => column.notNull())
    .addColumn("suite", "text", (column) => column.notNull())
    .addColumn("yaml", "text", (column) => column.notNull())
    .addColumn("generated_at", "text", (column) => column.notNull())
    .addColumn("proposed_yaml", "text")
    .addColumn("proposed_at", "text")
    .addPrimaryKeyConstraint("generated_suites_pk", ["org_id", "suite"])
    .addForeignKeyConstraint(
      "generated_suites_suite",
      ["org_id", "suite"],
      "suites",
      ["org_id", "file"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
};

export const generatedSuites: Migration = { up };
