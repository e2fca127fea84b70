import type { Migration } from "kysely/migration";
import { initial } from "./001-initial.ts";
import { runCounts } from "./002-run-counts.ts";

/** Every migration by name, in order of execution. A migration that was released is never changed. */
export const migrations: Record<string, Migration> = {
  "001-initial": initial,
  "002-run-counts": runCounts,
};
