import { newId } from "#model/ids.ts";
import type { NewRunEvent } from "#model/event.ts";
import type { Report } from "#model/report.ts";
import type { NewRun, RunOutcome, SuiteRow, TokenRow, UserRow } from "#ports/store.ts";

export const noon = "2026-01-02T12:00:00.000Z";

export const userRow = (orgId: string, given: Partial<UserRow> = {}): UserRow => {
  const id = newId();
  return {
    id,
    orgId,
    email: `${id}@example.com`,
    passwordHash: "hash",
    role: "member",
    createdAt: noon,
    ...given,
  };
};

export const tokenRow = (user: UserRow, given: Partial<TokenRow> = {}): TokenRow => {
  const id = newId();
  return {
    id,
    orgId: user.orgId,
    userId: user.id,
    name: "ci",
    hash: `hash-${id}`,
    createdAt: noon,
    lastUsedAt: null,
    ...given,
  };
};

export const suiteRow = (orgId: string, file: string, given: Partial<SuiteRow> = {}): SuiteRow => ({
  orgId,
  file,
  title: file,
  yaml: `title: ${file}\n`,
  caseCount: 1,
  createdAt: noon,
  updatedAt: noon,
  ...given,
});

export const newRun = (orgId: string, given: Partial<NewRun> = {}): NewRun => ({
  id: newId(),
  orgId,
  kind: "suite",
  suite: "shop.yaml",
  cases: null,
  fileIssues: "off",
  sharded: false,
  baseUrl: null,
  planId: null,
  request: null,
  sealed: null,
  ...given,
});

export const logEvent = (message: string): NewRunEvent => ({
  kind: "log",
  case_id: null,
  step: null,
  level: "info",
  message,
});

export const emptyReport: Report = {
  suite: "shop.yaml",
  title: "Shop",
  base_url: "http://127.0.0.1",
  seed: 1,
  started_at: noon,
  finished_at: noon,
  duration_ms: 0,
  browser: "none",
  summary: { passed: 0, failed: 0, broken: 0, skipped: 0 },
  cases: [],
};

export const outcome = (given: Partial<RunOutcome> = {}): RunOutcome => ({
  status: "done",
  error: null,
  summary: null,
  report: null,
  result: null,
  ...given,
});
