import { sql } from "kysely";
import { caseProfileSchema } from "#model/case-profile.ts";
import type { ProfileStore } from "#ports/profile-store.ts";
import type { ExecutorOf } from "./transactions.ts";

export const createProfileQueries = (executor: ExecutorOf): ProfileStore => ({
  get: async (orgId, suite, caseId, tx) => {
    const row = await executor(tx)
      .selectFrom("case_profiles")
      .select(["run_id", "taken_at", "profile"])
      .where("org_id", "=", orgId)
      .where("suite", "=", suite)
      .where("case_id", "=", caseId)
      .executeTakeFirst();
    // One of an earlier version that cannot be read counts for nothing: the next run that passes takes a new one.
    const profile = row && caseProfileSchema.safeParse(JSON.parse(row.profile)).data;
    return profile ? { runId: row.run_id, takenAt: row.taken_at, profile } : null;
  },

  save: async ({ orgId, suite, caseId, runId, takenAt, profile }, tx) => {
    const text = JSON.stringify(profile);
    await executor(tx)
      .insertInto("case_profiles")
      .columns(["org_id", "suite", "case_id", "run_id", "profile", "taken_at"])
      .expression((eb) =>
        eb
          .selectFrom("suites")
          .select([
            "org_id",
            "file",
            sql<string>`cast(${caseId} as text)`.as("case_id"),
            sql<string>`cast(${runId} as text)`.as("run_id"),
            sql<string>`cast(${text} as text)`.as("profile"),
            sql<string>`cast(${takenAt} as text)`.as("taken_at"),
          ])
          .where("org_id", "=", orgId)
          .where("file", "=", suite),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["org_id", "suite", "case_id"])
          .doUpdateSet({ run_id: runId, profile: text, taken_at: takenAt }),
      )
      .execute();
  },
});
