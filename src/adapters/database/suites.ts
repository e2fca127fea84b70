import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Store, SuiteRow } from "#ports/store.ts";
import { containing, toCount } from "./pages.ts";
import type { SuitesTable } from "./schema.ts";
import type { ExecutorOf } from "./transactions.ts";

export const createSuiteQueries = (executor: ExecutorOf): Store["suites"] => ({
  insert: async (row, tx) => {
    const inserted = await executor(tx)
      .insertInto("suites")
      .values({
        org_id: row.orgId,
        file: row.file,
        title: row.title,
        yaml: row.yaml,
        case_count: row.caseCount,
        search_text: searchText(row.file, row.title),
        created_at: row.createdAt,
        updated_at: row.updatedAt,
      })
      .onConflict((conflict) => conflict.columns(["org_id", "file"]).doNothing())
      .returning("file")
      .executeTakeFirst();
    return inserted !== undefined;
  },

  get: async (orgId, file, tx) => {
    const row = await executor(tx)
      .selectFrom("suites")
      .selectAll()
      .where("org_id", "=", orgId)
      .where("file", "=", file)
      .executeTakeFirst();
    return row ? toRow(row) : null;
  },

  list: async (orgId, { q, limit, offset }, tx) => {
    const found = executor(tx)
      .selectFrom("suites")
      .where("org_id", "=", orgId)
      .$if(q !== undefined && q !== "", (query) =>
        query.where(sql<boolean>`search_text like ${containing(q ?? "")} escape '\\'`),
      );
    const rows = await found
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("file", "desc")
      .limit(limit)
      .offset(offset)
      .execute();
    const total = await found.select((eb) => eb.fn.countAll().as("total")).executeTakeFirst();
    return { items: rows.map(toRow), total: toCount(total) };
  },

  update: async (orgId, file, { title, yaml, caseCount, updatedAt }, tx) => {
    const updated = await executor(tx)
      .updateTable("suites")
      .set({
        title,
        yaml,
        case_count: caseCount,
        search_text: searchText(file, title),
        updated_at: updatedAt,
      })
      .where("org_id", "=", orgId)
      .where("file", "=", file)
      .returning("file")
      .executeTakeFirst();
    return updated !== undefined;
  },

  remove: async (orgId, file, tx) => {
    const removed = await executor(tx)
      .deleteFrom("suites")
      .where("org_id", "=", orgId)
      .where("file", "=", file)
      .returning("file")
      .executeTakeFirst();
    return removed !== undefined;
  },
});

const searchText = (file: string, title: string): string => `${file}\n${title}`.toLowerCase();

const toRow = (row: Selectable<SuitesTable>): SuiteRow => ({
  orgId: row.org_id,
  file: row.file,
  title: row.title,
  yaml: row.yaml,
  caseCount: row.case_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
