import { fingerprint } from "#core/cause/fingerprint.ts";
import { issueBody, issueTitle, severityOf } from "#core/report/issue-text.ts";
import { newId } from "#model/ids.ts";
import type { CaseReport, Report } from "#model/report.ts";
import { causeOwner } from "#model/root-cause.ts";
import type { IssueRow, IssueStore } from "#ports/issue-store.ts";
import type { Store, Tx } from "#ports/store.ts";
import { toIssueView } from "./issues.ts";
import type { IssueView } from "./issues.ts";

type Dependencies = { issues: IssueStore; transaction: Store["transaction"]; now(): Date };

/**
 * Files the cases of a report whose cause the product owns in the built-in tracker. The same cause again raises
 * `occurrences` of its issue instead, and reopens it when it was closed. Gives the issues, one a case filed.
 */
export const createNativeFiling =
  ({ issues, transaction, now }: Dependencies) =>
  (orgId: string, runId: string, report: Report): Promise<IssueView[]> =>
    transaction(async (tx) => {
      const filed: IssueView[] = [];
      for (const item of report.cases) {
        if (!item.root_cause || causeOwner[item.root_cause.category] !== "product") continue;
        filed.push(
          toIssueView(await fileCase(issues, tx, now().toISOString(), { orgId, runId, report, item })),
        );
      }
      return filed;
    });

type Filing = { orgId: string; runId: string; report: Report; item: CaseReport };

const fileCase = async (
  issues: IssueStore,
  tx: Tx,
  at: string,
  { orgId, runId, report, item }: Filing,
): Promise<IssueRow> => {
  const print = fingerprint({ suite: report.suite, caseId: item.id, cause: item.root_cause, why: item.why });
  const again = await issues.recur(orgId, print, { runId, at }, tx);
  if (again) return again;
  const filed = await issues.insert(
    {
      id: newId(),
      orgId,
      status: "open",
      severity: severityOf(item),
      title: issueTitle(item),
      bodyMd: issueBody(report, item, runId),
      suite: report.suite,
      caseId: item.id,
      runId,
      fingerprint: print,
      occurrences: 1,
      lastSeenAt: at,
      externalUrl: null,
      createdAt: at,
      updatedAt: at,
    },
    tx,
  );
  // Null when another run has filed the same in this moment.
  const row = filed ?? (await issues.recur(orgId, print, { runId, at }, tx));
  if (!row) throw new Error(`the issue of fingerprint ${print} was neither filed nor found`);
  return row;
};
