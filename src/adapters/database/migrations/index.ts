import type { Migration } from "kysely/migration";
import { initial } from "./001-initial.ts";

/** Every migration by name, in order of execution. A migration that was released is never changed. */
export const migrations: Record<string, Migration> = {
  "001-initial": initial,
};
