import type { Generated } from "kysely";

/**
 * The tables, alike on every engine: ids are text, times RFC 3339 text in UTC with milliseconds, JSON is text,
 * booleans are 0 or 1.
 */
export type Schema = {
  organisations: OrganisationsTable;
  users: UsersTable;
  tokens: TokensTable;
  login_failures: LoginFailuresTable;
  suites: SuitesTable;
  runs: RunsTable;
  run_counts: RunCountsTable;
  run_details: RunDetailsTable;
  run_events: RunEventsTable;
  settings: SettingsTable;
  fingerprints: FingerprintsTable;
  case_profiles: CaseProfilesTable;
  found_actions: FoundActionsTable;
  generated_suites: GeneratedSuitesTable;
  plans: PlansTable;
  issues: IssuesTable;
  issue_comments: IssueCommentsTable;
  issue_filings: IssueFilingsTable;
  outbox: OutboxTable;
  baselines: BaselinesTable;
  analytics_days: AnalyticsDaysTable;
  analytics_suites: AnalyticsSuitesTable;
  analytics_cases: AnalyticsCasesTable;
  probes: ProbesTable;
  turns: TurnsTable;
  run_traces: RunTracesTable;
};

export type OrganisationsTable = {
  id: string;
  name: string;
  created_at: string;
  /** Number of the latest run that was handed to a worker; the organisation with the lowest is served next. */
  turn: number;
  /** PostgreSQL only: the place in line that the organisation's latest run took. */
  ticket: Generated<number>;
  /** Number of the organisation's latest issue. */
  issue_count: Generated<number>;
};

export type UsersTable = {
  id: string;
  org_id: string;
  email: string;
  password_hash: string;
  role: string;
  created_at: string;
};

export type TokensTable = {
  id: string;
  org_id: string;
  user_id: string;
  name: string;
  hash: string;
  created_at: string;
  last_used_at: string | null;
};

export type LoginFailuresTable = { id: string; address: string; at: string };

export type SuitesTable = {
  org_id: string;
  file: string;
  title: string;
  yaml: string;
  case_count: number;
  /** File name and title in lower case, as JavaScript makes it: SQLite's lower() knows ASCII only. */
  search_text: string;
  created_at: string;
  updated_at: string;
};

/** What lists, the queue and the fence need; the bulk is in run_details and run_events. */
export type RunsTable = {
  id: string;
  org_id: string;
  kind: string;
  suite: string | null;
  /** JSON array of case ids. */
  cases: string | null;
  status: string;
  error: string | null;
  file_issues: string;
  sharded: number;
  base_url: string | null;
  plan_id: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** JSON of the verdict counts. */
  summary: string | null;
  attempt: number;
  requeues: number;
  cancel_requested: number;
  /** JSON. */
  request: string | null;
  sealed: string | null;
  /** Number of the latest event. */
  last_seq: number;
  /** The ordered pass of a plan that the run belongs to, and its place there. */
  pass_id: string | null;
  pass_position: number | null;
  /** What housekeeping has taken: 1 traces, 2 all files, 4 events. */
  pruned: Generated<number>;
};

/** How many runs there are; kept by triggers on `runs`. `suite` is empty where a run has none. */
export type RunCountsTable = { org_id: string; suite: string; status: string; total: number };

export type RunDetailsTable = { run_id: string; report: string | null; result: string | null };

export type RunEventsTable = {
  run_id: string;
  seq: number;
  at: string;
  /** JSON of the event without `seq` and `at`. */
  body: string;
};

/** JSON of the fingerprints by the key of their target. */
export type FingerprintsTable = {
  org_id: string;
  suite: string;
  case_id: string;
  prints: string;
  taken_at: string;
};

/** JSON of what the app answered and showed when a case passed last. */
export type CaseProfilesTable = {
  org_id: string;
  suite: string;
  case_id: string;
  run_id: string;
  profile: string;
  taken_at: string;
};

/** JSON of the actions of one `do` step. */
export type FoundActionsTable = {
  org_id: string;
  suite: string;
  case_id: string;
  step_key: string;
  found: string;
  found_at: string;
};

export type GeneratedSuitesTable = {
  org_id: string;
  suite: string;
  yaml: string;
  generated_at: string;
  proposed_yaml: string | null;
  proposed_at: string | null;
};

export type SettingsTable = { org_id: string; name: string; value: string };

export type PlansTable = {
  id: string;
  org_id: string;
  name: string;
  description: string;
  /** JSON. */
  items: string;
  schedule: string | null;
  next_run_at: string | null;
  /** JSON, its password sealed. */
  auth: string | null;
  created_at: string;
  updated_at: string;
};

export type IssuesTable = {
  id: string;
  org_id: string;
  number: number;
  status: string;
  severity: string;
  title: string;
  body_md: string;
  /** Title and body in lower case. */
  search_text: string;
  suite: string;
  case_id: string;
  run_id: string;
  fingerprint: string;
  occurrences: number;
  last_seen_at: string;
  external_url: string | null;
  created_at: string;
  updated_at: string;
  /** The run in which the issue's case passed again, since the cause was seen last. */
  fixed_run_id: string | null;
};

/** An issue in an external tracker. */
export type IssueFilingsTable = {
  issue_id: string;
  tracker: string;
  org_id: string;
  status: string;
  /** Address and project of the tracker that `key` belongs to. */
  place: string | null;
  key: string | null;
  url: string | null;
  error: string | null;
  /** JSON of what is to be filed. */
  content: string;
  /** When it was first tried to file it; null while nothing was sent. */
  tried_at: string | null;
  /** The occurrences, and the fix, that the tracker was last told of. */
  told_occurrences: number;
  told_fixed_run_id: string | null;
  commented_at: string | null;
  created_at: string;
  updated_at: string;
};

/** Messages to others that are sent once their transaction is committed; a row is deleted when it is done with. */
export type OutboxTable = {
  id: string;
  org_id: string;
  kind: string;
  /** What the message is about; one row a subject. */
  subject: string;
  /** Raised when the subject is put in again. */
  revision: number;
  attempts: number;
  created_at: string;
  due_at: string;
  /** Until when a process has it in hand. */
  lease: string | null;
};

export type IssueCommentsTable = {
  id: string;
  org_id: string;
  issue_id: string;
  author: string;
  body: string;
  created_at: string;
};

export type BaselinesTable = {
  org_id: string;
  name: string;
  width: number;
  height: number;
  digest: string;
  created_at: string;
};

/** Of ended runs: by status, their case results by verdict, and the time they took. */
export type RunCounters = {
  done: number;
  error: number;
  cancelled: number;
  passed: number;
  failed: number;
  broken: number;
  skipped: number;
  flaky: number;
  duration_ms: number;
};

/** `day` is the UTC date on which the runs ended. */
export type AnalyticsDaysTable = RunCounters & { org_id: string; day: string };

export type AnalyticsSuitesTable = RunCounters & {
  org_id: string;
  suite: string;
  last_run_id: string;
  last_status: string;
  last_at: string;
};

/** Of every case that was executed, not skipped. */
export type AnalyticsCasesTable = {
  org_id: string;
  suite: string;
  case_id: string;
  title: string;
  /** What was executed: a verdict counts as a flip only against one of the same digest. */
  digest: string;
  last_good: number;
  last_status: string;
  last_run_id: string;
  last_at: string;
  runs: number;
  passed: number;
  flips: number;
  flaky: number;
  flake_score: number;
  total_ms: number;
  mean_ms: number;
  max_ms: number;
  last_ms: number;
  /** The latest verdicts, oldest first: p passed, r passed on a retry, f did not pass; a bar where the suite changed. */
  recent: string;
};

/** Written to find out whether anything can be written. */
export type ProbesTable = { id: string; at: string };

/** Whose turn it is to do what one process does for all. */
export type TurnsTable = { name: string; owner: string; until: string };

/** The traced request that a run was asked for in, as a W3C traceparent. */
export type RunTracesTable = { run_id: string; traceparent: string };
