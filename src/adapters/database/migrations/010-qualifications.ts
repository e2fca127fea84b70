import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "#adapters/database/engine.ts";

const count = (row: "old" | "new", by: 1 | -1) => sql`
  insert into run_counts (org_id, suite, status, total)
  values (${sql.raw(row)}.org_id, coalesce(${sql.raw(row)}.suite, ''), ${sql.raw(row)}.status, ${sql.lit(by)})
  on conflict (org_id, suite, status) do update set total = run_counts.total + ${sql.lit(by)};`;

const counted = (row: "old" | "new") => sql`${sql.raw(row)}.kind <> 'qualify'`;
const changed = sql`(old.status <> new.status or coalesce(old.suite, '') <> coalesce(new.suite, ''))`;

/** Qualifications of suites are listed apart from other runs: the totals of the lists leave them out. */
const up = async (db: Kysely<unknown>): Promise<void> => {
  await (isPostgres(db) ? changePostgresTriggers(db) : changeSqliteTriggers(db));
  await db.schema
    .createIndex("runs_qualifications")
    .on("runs")
    .columns(["org_id", "created_at", "id"])
    .where(sql<boolean>`kind = 'qualify'`)
    .execute();
};

const names = ["runs_counted", "runs_recounted", "runs_uncounted"];

const changeSqliteTriggers = async (db: Kysely<unknown>): Promise<void> => {
  for (const name of names) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await sql`
    create trigger runs_counted after insert on runs when ${counted("new")} begin ${count("new", 1)} end
  `.execute(db);
  await sql`
    create trigger runs_recounted after update of status, suite on runs when ${counted("new")} and ${changed}
    begin ${count("old", -1)} ${count("new", 1)} end
  `.execute(db);
  await sql`
    create trigger runs_uncounted after delete on runs
    when ${counted("old")} and exists (select 1 from organisations where id = old.org_id)
    begin ${count("old", -1)} end
  `.execute(db);
};

const changePostgresTriggers = async (db: Kysely<unknown>): Promise<void> => {
  for (const name of names) await sql`drop trigger ${sql.ref(name)} on runs`.execute(db);
  await sql`
    create trigger runs_counted after insert on runs for each row when (${counted("new")})
    execute function count_run()
  `.execute(db);
  await sql`
    create trigger runs_recounted after update of status, suite on runs for each row
    when (${counted("new")} and ${changed}) execute function count_run()
  `.execute(db);
  await sql`
    create trigger runs_uncounted after delete on runs for each row when (${counted("old")})
    execute function count_run()
  `.execute(db);
};

export const qualifications: Migration = { up };
