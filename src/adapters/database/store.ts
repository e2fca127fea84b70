import type { Store } from "#ports/store.ts";
import { createAnalyticsQueries } from "./analytics.ts";
import { createBaselineQueries } from "./baselines.ts";
import { createFingerprintQueries } from "./fingerprints.ts";
import { createFoundActionQueries } from "./found-actions.ts";
import { createGeneratedSuiteQueries } from "./generated-suites.ts";
import { createFilingQueries } from "./filings.ts";
import { createIssueQueries } from "./issues.ts";
import { createLoginFailureQueries } from "./login-failures.ts";
import { createOrganisationQueries } from "./organisations.ts";
import { createOutboxQueries } from "./outbox.ts";
import { createPlanQueries } from "./plans.ts";
import { createProfileQueries } from "./profiles.ts";
import { createRunJournalQueries } from "./run-journal.ts";
import { createRunQueries } from "./runs.ts";
import type { RecordEnd } from "./record-end.ts";
import { createSettingQueries } from "./settings.ts";
import { createSuiteQueries } from "./suites.ts";
import { createTokenQueries } from "./tokens.ts";
import type { Transactions } from "./transactions.ts";
import { createUserQueries } from "./users.ts";

type Dependencies = {
  transactions: Transactions;
  now: () => Date;
  recordEnd: RecordEnd;
  close: () => Promise<void>;
};

/** The store over an open, migrated database, whatever its engine. */
export const createStore = ({ transactions, now, recordEnd, close }: Dependencies): Store => {
  const { executor } = transactions;
  return {
    transaction: transactions.run,
    probe: async () => {
      const at = now().toISOString();
      await executor()
        .insertInto("probes")
        .values({ id: "write", at })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ at }))
        .execute();
    },
    close,
    organisations: createOrganisationQueries(executor),
    users: createUserQueries(executor),
    tokens: createTokenQueries(executor),
    loginFailures: createLoginFailureQueries(executor),
    suites: createSuiteQueries(executor),
    settings: createSettingQueries(transactions),
    plans: createPlanQueries(executor),
    issues: createIssueQueries(transactions),
    filings: createFilingQueries(executor),
    outbox: createOutboxQueries(transactions, now),
    baselines: createBaselineQueries(executor),
    fingerprints: createFingerprintQueries(executor),
    profiles: createProfileQueries(executor),
    foundActions: createFoundActionQueries(executor),
    generated: createGeneratedSuiteQueries(executor),
    analytics: createAnalyticsQueries(executor),
    runs: {
      ...createRunQueries(transactions, { now, recordEnd }),
      ...createRunJournalQueries(transactions, { now, recordEnd }),
    },
  };
};
