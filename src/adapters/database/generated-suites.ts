import { sql } from "kysely";
import type { GeneratedStore } from "#ports/generated-store.ts";
import type { ExecutorOf } from "./transactions.ts";

export const createGeneratedSuiteQueries = (executor: ExecutorOf): GeneratedStore => ({
  get: async (orgId, suite, tx) => {
    const row = await executor(tx)
      .selectFrom("generated_suites")
      .selectAll()
      .where("org_id", "=", orgId)
      .where("suite", "=", suite)
      .executeTakeFirst();
    if (!row) return null;
    const proposed =
      row.proposed_yaml === null || row.proposed_at === null
        ? null
        : { yaml: row.proposed_yaml, at: row.proposed_at };
    return { yaml: row.yaml, generatedAt: row.generated_at, proposed };
  },

  save: async (orgId, suite, { yaml, generatedAt, proposed }, tx) => {
    const values = {
      yaml,
      generated_at: generatedAt,
      proposed_yaml: proposed?.yaml ?? null,
      proposed_at: proposed?.at ?? null,
    };
    await executor(tx)
      .insertInto("generated_suites")
      .columns(["org_id", "suite", "yaml", "generated_at", "proposed_yaml", "proposed_at"])
      .expression((eb) =>
        eb
          .selectFrom("suites")
          .select([
            "org_id",
            "file",
            sql<string>`cast(${yaml} as text)`.as("yaml"),
            sql<string>`cast(${generatedAt} as text)`.as("generated_at"),
            sql<string | null>`cast(${values.proposed_yaml} as text)`.as("proposed_yaml"),
            sql<string | null>`cast(${values.proposed_at} as text)`.as("proposed_at"),
          ])
          .where("org_id", "=", orgId)
          .where("file", "=", suite),
      )
      .onConflict((conflict) => conflict.columns(["org_id", "suite"]).doUpdateSet(values))
      .execute();
  },
});
