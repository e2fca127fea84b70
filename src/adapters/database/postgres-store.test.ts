import { describe, expect, it } from "vitest";
import { newId } from "#model/ids.ts";
import { describeStore } from "#test/support/describe-store.ts";
import { createTestDatabase, hasPostgres, onDatabase } from "#test/support/postgres.ts";
import { newRun, noon } from "#test/support/rows.ts";
import { openPostgres } from "./open-postgres.ts";

describe.skipIf(!hasPostgres)("with PostgreSQL", () => {
  describeStore("PostgreSQL", async () => {
    const database = await createTestDatabase();
    const { store, leases } = await openPostgres({ url: database.url });
    return {
      store,
      enqueue: (runs, tx) => leases.insert(runs, tx),
      claim: () => leases.claim(),
      close: async () => {
        await store.close();
        await database.drop();
      },
    };
  });

  it("goes on when a later version changes a table that it has asked before, in a transaction and outside", async () => {
    const database = await createTestDatabase();
    const { store, leases } = await openPostgres({ url: database.url });
    const [org, run] = [newId(), newRun("")];
    await store.organisations.insert({ id: org, name: "Org", createdAt: noon });
    await leases.insert([{ ...run, orgId: org }]);
    const ask = () => store.runs.get(org, run.id);
    const askInside = () => store.transaction((tx) => store.runs.get(org, run.id, tx));
    for (const change of [
      "select 1",
      "alter table runs add column later text",
      "alter table runs drop column later",
    ]) {
      await onDatabase(database.url, (client) => client.query(change));
      // Often enough for the statement to be kept prepared.
      for (let times = 0; times < 4; times += 1) expect(await ask()).toMatchObject({ id: run.id });
    }
    await onDatabase(database.url, (client) => client.query("alter table runs add column later text"));
    expect(await askInside()).toMatchObject({ id: run.id });
    await store.close();
    await database.drop();
  });
});
