import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import type { CommentRow, IssueRow, IssueSeverity, IssueStatus, IssueStore } from "#ports/issue-store.ts";
import type { Page, PageRequest } from "#ports/store.ts";

export type CommentView = { id: string; author: string; body: string; created_at: string };
export type IssueView = {
  id: string;
  number: number;
  status: IssueStatus;
  severity: IssueSeverity;
  title: string;
  body_md: string;
  suite: string;
  case_id: string;
  run_id: string;
  fingerprint: string;
  occurrences: number;
  last_seen_at: string;
  external_url: string | null;
  created_at: string;
  updated_at: string;
};
export type IssueChange = {
  status?: IssueStatus;
  title?: string;
  body_md?: string;
  severity?: IssueSeverity;
};

export type IssuesFeature = ReturnType<typeof createIssues>;

/** The built-in tracker, as users read and edit it. */
export const createIssues = ({ issues, now }: { issues: IssueStore; now(): Date }) => {
  const missing = (id: string): AppError => new AppError("not_found", `There is no issue ${id}.`);

  return {
    list: async (
      orgId: string,
      filter: PageRequest & { status?: IssueStatus; q?: string },
    ): Promise<Page<IssueView>> => {
      const { items, total } = await issues.list(orgId, filter);
      return { items: items.map(toIssueView), total };
    },

    get: async (orgId: string, id: string): Promise<IssueView & { comments: CommentView[] }> => {
      const issue = await issues.get(orgId, id);
      if (!issue) throw missing(id);
      return { ...toIssueView(issue), comments: (await issues.comments(orgId, id)).map(toCommentView) };
    },

    change: async (orgId: string, id: string, change: IssueChange): Promise<IssueView> => {
      const issue = await issues.update(orgId, id, {
        status: change.status,
        title: change.title,
        bodyMd: change.body_md,
        severity: change.severity,
        updatedAt: now().toISOString(),
      });
      if (!issue) throw missing(id);
      return toIssueView(issue);
    },

    comment: async (orgId: string, id: string, author: string, body: string): Promise<CommentView> => {
      if (!(await issues.get(orgId, id))) throw missing(id);
      const comment: CommentRow = {
        id: newId(),
        orgId,
        issueId: id,
        author,
        body,
        createdAt: now().toISOString(),
      };
      await issues.addComment(comment);
      return toCommentView(comment);
    },
  };
};

export const toIssueView = (issue: IssueRow): IssueView => ({
  id: issue.id,
  number: issue.number,
  status: issue.status,
  severity: issue.severity,
  title: issue.title,
  body_md: issue.bodyMd,
  suite: issue.suite,
  case_id: issue.caseId,
  run_id: issue.runId,
  fingerprint: issue.fingerprint,
  occurrences: issue.occurrences,
  last_seen_at: issue.lastSeenAt,
  external_url: issue.externalUrl,
  created_at: issue.createdAt,
  updated_at: issue.updatedAt,
});

const toCommentView = (comment: CommentRow): CommentView => ({
  id: comment.id,
  author: comment.author,
  body: comment.body,
  created_at: comment.createdAt,
});
