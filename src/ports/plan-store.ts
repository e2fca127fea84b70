import type { RunItem } from "#model/run.ts";
import type { Page, PageRequest, Tx } from "./store.ts";

export type PlanItem = { suite: string; cases?: string[] };

export type PlanRow = {
  id: string;
  orgId: string;
  name: string;
  description: string;
  items: PlanItem[];
  /** Five-field cron, with an optional `CRON_TZ=Area/City ` before it. */
  schedule: string | null;
  /** RFC 3339; null without a schedule. */
  nextRunAt: string | null;
  /** The password is sealed. */
  auth: { username: string; sealedPassword: string; loginPath: string | null } | null;
  createdAt: string;
  updatedAt: string;
};

export type PlanStore = {
  get(orgId: string, id: string, tx?: Tx): Promise<PlanRow | null>;
  /** Newest first. */
  list(orgId: string, page: PageRequest, tx?: Tx): Promise<Page<PlanRow>>;
  insert(row: PlanRow, tx?: Tx): Promise<void>;
  /** An undefined `nextRunAt` stays as it is. False when the organisation has no such plan. */
  update(row: Omit<PlanRow, "nextRunAt"> & { nextRunAt?: string | null }, tx?: Tx): Promise<boolean>;
  remove(orgId: string, id: string, tx?: Tx): Promise<boolean>;
  /** Plans of all organisations whose next run is due at `now`. */
  due(now: string, tx?: Tx): Promise<PlanRow[]>;
  /** Moves `nextRunAt` on, if it is still `expected`: only one process wins a tick. */
  claimTick(id: string, expected: string, next: string | null, tx?: Tx): Promise<boolean>;
  /** The runs of the plan's latest pass, in order. */
  lastPass(orgId: string, id: string, tx?: Tx): Promise<RunItem[]>;
};
