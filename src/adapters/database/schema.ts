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
  probes: ProbesTable;
};

export type OrganisationsTable = {
  id: string;
  name: string;
  created_at: string;
  /** Number of the latest run that was handed to a worker; the organisation with the lowest is served next. */
  turn: number;
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

export type SettingsTable = { org_id: string; name: string; value: string };

/** Written to find out whether anything can be written. */
export type ProbesTable = { id: string; at: string };
