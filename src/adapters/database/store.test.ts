import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStore } from "#test/support/describe-store.ts";
import { openDatabase } from "./open.ts";

describeStore("SQLite", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tracewright-test-"));
  const { store, leases } = await openDatabase({ dataDir });
  return {
    store,
    enqueue: (runs, tx) => leases.insert(runs, tx),
    claim: () => leases.claim(),
    close: async () => {
      await store.close();
      await rm(dataDir, { recursive: true });
    },
  };
});
