import type { NewRunEvent, RunEvent } from "#model/event.ts";
import type { Report, Summary } from "#model/report.ts";
import type { FileIssues, RunItem, RunKind, RunStatus } from "#model/run.ts";
import type { AnalyticsStore } from "./analytics-store.ts";
import type { BaselineStore } from "./baseline-store.ts";
import type { ActionStore } from "./action-store.ts";
import type { FingerprintStore } from "./fingerprint-store.ts";
import type { GeneratedStore } from "./generated-store.ts";
import type { FilingStore } from "./filing-store.ts";
import type { IssueStore } from "./issue-store.ts";
import type { OutboxStore } from "./outbox.ts";
import type { PlanStore } from "./plan-store.ts";
import type { ProfileStore } from "./profile-store.ts";

/** An open transaction; opaque to everyone but the adapter. */
export type Tx = { readonly tx: unknown };

export type Page<T> = { items: T[]; total: number };
export type PageRequest = { limit: number; offset: number };

export type Role = "admin" | "member";
export type OrganisationRow = { id: string; name: string; createdAt: string };
export type UserRow = {
  id: string;
  orgId: string;
  /** Lower case. */
  email: string;
  passwordHash: string;
  role: Role;
  createdAt: string;
};
export type TokenRow = {
  id: string;
  orgId: string;
  userId: string;
  name: string;
  /** SHA-256 of the secret, hexadecimal. */
  hash: string;
  createdAt: string;
  lastUsedAt: string | null;
};
export type SuiteRow = {
  orgId: string;
  file: string;
  title: string;
  yaml: string;
  caseCount: number;
  createdAt: string;
  updatedAt: string;
};

/** A run as the store keeps it. `attempt` is the fencing token: it grows whenever the run is handed to a worker. */
export type RunRow = RunItem & {
  orgId: string;
  attempt: number;
  cancelRequested: boolean;
  /** What an analyze or qualify run was asked for, without secrets. */
  request: Record<string, unknown> | null;
  /** Secrets of the request, encrypted; erased in the statement that ends the run. */
  sealed: string | null;
};
export type NewRun = {
  id: string;
  orgId: string;
  kind: RunKind;
  suite: string | null;
  cases: string[] | null;
  fileIssues: FileIssues;
  sharded: boolean;
  baseUrl: string | null;
  planId: string | null;
  request: Record<string, unknown> | null;
  sealed: string | null;
  /** Its place in an ordered pass: it is handed out once every run of a lower position has ended. */
  pass?: { id: string; position: number };
};
export type RunOutcome = {
  status: Extract<RunStatus, "done" | "error" | "cancelled">;
  error: string | null;
  summary: Summary | null;
  report: Report | null;
  result: Record<string, unknown> | null;
  /** Stands for what was executed, so that a verdict can be compared with that of the run before. */
  suiteDigest?: string;
};
/** Proof that the bearer still holds the run: writes with an outdated attempt do nothing and answer false. */
export type Fence = { runId: string; attempt: number };

export type Store = {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Throws when nothing can be written. */
  probe(): Promise<void>;
  close(): Promise<void>;
  organisations: {
    insert(row: OrganisationRow, tx?: Tx): Promise<void>;
    byId(id: string, tx?: Tx): Promise<OrganisationRow | null>;
    /** Oldest first. */
    list(page: PageRequest, tx?: Tx): Promise<Page<OrganisationRow>>;
  };
  users: {
    /** Over all organisations. */
    count(tx?: Tx): Promise<number>;
    /** False when the e-mail address is taken. */
    insert(row: UserRow, tx?: Tx): Promise<boolean>;
    byEmail(email: string, tx?: Tx): Promise<UserRow | null>;
    byId(id: string, tx?: Tx): Promise<UserRow | null>;
    list(orgId: string, page: PageRequest, tx?: Tx): Promise<Page<UserRow>>;
    update(
      orgId: string,
      id: string,
      change: { role?: Role; passwordHash?: string },
      tx?: Tx,
    ): Promise<boolean>;
    remove(orgId: string, id: string, tx?: Tx): Promise<boolean>;
    countAdmins(orgId: string, tx?: Tx): Promise<number>;
  };
  tokens: {
    insert(row: TokenRow, tx?: Tx): Promise<void>;
    byHash(hash: string, tx?: Tx): Promise<TokenRow | null>;
    touch(id: string, at: string, tx?: Tx): Promise<void>;
    listOfUser(userId: string, page: PageRequest, tx?: Tx): Promise<Page<TokenRow>>;
    /** False when the user has no such token. */
    remove(userId: string, id: string, tx?: Tx): Promise<boolean>;
  };
  /** Failed logins of one address, shared by all processes. */
  loginFailures: {
    record(address: string, at: string, tx?: Tx): Promise<void>;
    /** Times of the failures since `since`, oldest first; older ones are dropped. */
    since(address: string, since: string, tx?: Tx): Promise<string[]>;
    clear(address: string, tx?: Tx): Promise<void>;
  };
  suites: {
    /** False when the file name is taken in this organisation. */
    insert(row: SuiteRow, tx?: Tx): Promise<boolean>;
    get(orgId: string, file: string, tx?: Tx): Promise<SuiteRow | null>;
    /** `q` matches file name or title, case-insensitively. Newest first. */
    list(orgId: string, filter: PageRequest & { q?: string }, tx?: Tx): Promise<Page<SuiteRow>>;
    update(
      orgId: string,
      file: string,
      change: Pick<SuiteRow, "title" | "yaml" | "caseCount" | "updatedAt">,
      tx?: Tx,
    ): Promise<boolean>;
    remove(orgId: string, file: string, tx?: Tx): Promise<boolean>;
  };
  runs: {
    get(orgId: string, id: string, tx?: Tx): Promise<RunRow | null>;
    /** Newest first; qualifications only with their kind, and then nothing else. */
    list(
      orgId: string,
      filter: PageRequest & { status?: RunStatus; suite?: string; kind?: "qualify" },
      tx?: Tx,
    ): Promise<Page<RunItem>>;
    /** Runs of this organisation that wait or execute, oldest first. */
    open(orgId: string, tx?: Tx): Promise<RunItem[]>;
    details(
      orgId: string,
      id: string,
      tx?: Tx,
    ): Promise<{ report: Report | null; result: Record<string, unknown> | null } | null>;
    /** Events after `since`, in order. */
    events(runId: string, since: number, limit: number, tx?: Tx): Promise<RunEvent[]>;
    /** Numbers, stamps and writes events; gap-free. False when fenced off. */
    appendEvents(fence: Fence, events: NewRunEvent[], tx?: Tx): Promise<boolean>;
    /** Names the suite that an analyze run has generated, and what is asked of the run from then on. False when fenced off. */
    setSuite(fence: Fence, suite: string, request: object, tx?: Tx): Promise<boolean>;
    /** Ends the run, once. False when fenced off or already ended. Events and artifacts of earlier attempts stay. */
    finish(fence: Fence, outcome: RunOutcome, tx?: Tx): Promise<boolean>;
    /** queued -> cancelled at once; running -> its worker is asked to stop. Null: no such run. Else the status now. */
    cancel(orgId: string, id: string, tx?: Tx): Promise<RunStatus | null>;
  };
  plans: PlanStore;
  issues: IssueStore;
  filings: FilingStore;
  outbox: OutboxStore;
  baselines: BaselineStore;
  fingerprints: FingerprintStore;
  foundActions: ActionStore;
  generated: GeneratedStore;
  profiles: ProfileStore;
  analytics: AnalyticsStore;
  settings: {
    /** Raw stored values; secrets encrypted by the caller. */
    all(orgId: string, tx?: Tx): Promise<Record<string, string>>;
    /** null removes a key. */
    write(orgId: string, values: Record<string, string | null>, tx?: Tx): Promise<void>;
  };
};
