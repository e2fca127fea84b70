import type { Tx } from "./store.ts";

/** What the installation has to do, over all of its processes. */
export type Load = {
  /** Runs by what they do now. */
  queued: number;
  running: number;
  /** Age in seconds of the run that has waited longest; 0 when none waits. */
  oldestQueuedS: number;
  /** Messages to chats and trackers that are still to be sent, and those of them whose time has come. */
  outbox: number;
  outboxDue: number;
};

/** What can be taken from a run that has ended; `runs` is the run itself with all that it has. */
export const prunable = ["traces", "artifacts", "events", "runs"] as const;
export type Prunable = (typeof prunable)[number];

/** Runs that ended before `before` (RFC 3339), or those of an organisation beyond its newest `keep`. */
export type Overdue = { what: Prunable } & ({ before: string } | { orgId: string; keep: number });

/** What operating the service asks of the database, beside what its features do. */
export type Operations = {
  load(): Promise<Load>;
  organisationIds(): Promise<string[]>;
  /**
   * Ended runs that still have what is overdue, oldest first. Never one that an issue which is not closed was last seen in,
   * whose news is still to be sent, or whose pass is under way.
   */
  overdue(which: Overdue, limit: number): Promise<string[]>;
  countOverdue(which: Overdue): Promise<number>;
  /** Notes that it is gone; events are deleted with it. */
  take(what: Exclude<Prunable, "runs">, runIds: string[]): Promise<void>;
  /** Deletes what `overdue` would still give, with all rows that belong to it. How many there were. */
  removeRuns(runIds: string[]): Promise<number>;
  /** Those of the ids that are runs. */
  existing(runIds: string[]): Promise<Set<string>>;
  /** Deletes failed log-ins and unsent messages of before `before`. How many rows there were. */
  removeLeftovers(before: { failures: string; messages: string }): Promise<number>;
  /** Whether `owner` is the one process that does what `name` says until then; it may say so again. */
  takeTurn(name: string, owner: string, until: Date): Promise<boolean>;
  endTurn(name: string, owner: string): Promise<void>;
  /** Keeps the traced request that runs were asked for in, in the transaction that makes them. */
  noteTrace(runIds: string[], traceparent: string, tx: Tx): Promise<void>;
  /** Null when the run was asked for in none. */
  traceOf(runId: string): Promise<string | null>;
};
