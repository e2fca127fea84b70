import type { Migration } from "kysely/migration";
import { initial } from "./001-initial.ts";
import { runCounts } from "./002-run-counts.ts";
import { plansIssuesAnalytics } from "./003-plans-issues-analytics.ts";
import { outboxFilingsFlakes } from "./004-outbox-filings-flakes.ts";
import { runTickets } from "./005-run-tickets.ts";
import { fingerprints } from "./006-fingerprints.ts";
import { foundActions } from "./007-found-actions.ts";
import { caseProfiles } from "./008-case-profiles.ts";
import { generatedSuites } from "./009-generated-suites.ts";
import { qualifications } from "./010-qualifications.ts";
import { housekeeping } from "./011-housekeeping.ts";
import { listIndexes } from "./012-lists.ts";

/**
 * Every migration by name. They are executed in the order of their names, and a database has executed a beginning of them:
 * a new one takes the next number, and one that was released is never changed.
 */
export const migrations: Record<string, Migration> = {
  "001-initial": initial,
  "002-run-counts": runCounts,
  "003-plans-issues-analytics": plansIssuesAnalytics,
  "004-outbox-filings-flakes": outboxFilingsFlakes,
  "005-run-tickets": runTickets,
  "006-fingerprints": fingerprints,
  "007-found-actions": foundActions,
  "008-case-profiles": caseProfiles,
  "009-generated-suites": generatedSuites,
  "010-qualifications": qualifications,
  "011-housekeeping": housekeeping,
  "012-lists": listIndexes,
};
