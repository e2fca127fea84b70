import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { AppError } from "#model/errors.ts";
import { migrations } from "./migrations/index.ts";
import type { Schema } from "./schema.ts";

/** Brings the schema up to this version, in one transaction. Throws AppError("conflict") for a database of a later version. */
export const migrate = async (db: Kysely<Schema>, name: string): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof Error && error.message.startsWith("corrupted migrations")) {
    throw new AppError(
      "conflict",
      `${name} was written by a later version of Tracewright; start that version.`,
      {
        cause: error,
      },
    );
  }
  throw error instanceof Error ? error : new Error(`${name} could not be migrated`, { cause: error });
};
