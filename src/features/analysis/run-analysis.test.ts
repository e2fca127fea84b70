import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryBus } from "#adapters/bus/memory.ts";
import { createSeal } from "#adapters/seal/seal.ts";
import { openJournal } from "#features/runs/journal.ts";
import type { Coverage } from "#model/coverage.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import type { Lease } from "#ports/queue.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";
import { emptyReport } from "#test/support/rows.ts";
import { createAnalysisHandler } from "./run-analysis.ts";

let server: TestApi;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

const yaml = `suite: Words\nbase_url: http://127.0.0.1:9\ncases:\n  - id: a\n    title: A\n    steps: [goto: /]\n`;
const none = { seen: 1, covered: 1 };
const coverage: Coverage = {
  mode: "quick",
  duration_ms: 1,
  explored_ms: 1,
  tried_ms: 0,
  pages: none,
  addresses: { seen: 1, opened: 1 },
  forms: none,
  controls: { seen: 2, used: 1 },
  api_routes: none,
  left_out: [],
};

const handler = (written: string[], execute: () => Promise<typeof emptyReport>) =>
  createAnalysisHandler({
    store: server.store,
    seal: createSeal("a key of at least sixteen characters"),
    openJournal: (lease: Lease) =>
      openJournal({ store: server.store, bus: createMemoryBus(), artifacts: {} as Artifacts }, lease),
    generate: async ({ text }) => {
      written.push(text ?? "");
      return { yaml, notes: [], coverage };
    },
    executeSuite: execute,
    whyKeyIsUnused: async () => null,
    keepSecret: async () => undefined,
    fileIssues: async () => [],
    saveSuite: async (_orgId, text) => {
      const { body } = await server.send("POST", "/suites", { body: { yaml: text } });
      return String(body["file"]);
    },
  });

test("an analysis keeps its text sealed, and whoever takes it over goes on with all that was found out", async () => {
  const words = "Log in as ann with sesame street";
  const request = { app_url: "http://127.0.0.1:9", kind: "text", text: words, mode: "async" };
  await server.send("POST", "/analyze", { body: request });
  expect(await server.databaseText()).not.toContain("sesame street");

  const claimed = await server.database.leases.claim();
  if (!claimed) throw new Error("there is no run");
  const lease = (run: typeof claimed): Lease => ({
    run,
    attempt: run.attempt,
    signal: new AbortController().signal,
    spareRoom: async () => null,
  });
  const written: string[] = [];
  const lost = handler(written, () => Promise.reject(new Error("the worker is lost")));
  await expect(lost(lease(claimed))).rejects.toThrow("the worker is lost");
  const left = await server.store.runs.get(claimed.orgId, claimed.id);
  if (!left) throw new Error("the run is gone");
  await handler(written, async () => emptyReport)(lease(left));

  expect(written).toEqual([words]);
  const { body } = await server.send("GET", `/runs/${claimed.id}`);
  expect(body).toMatchObject({ status: "done", result: { coverage } });
});
