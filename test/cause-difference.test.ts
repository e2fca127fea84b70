import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#adapters/database/open.ts";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { createSourceMaps } from "#adapters/source-maps/source-maps.ts";
import { createExplainer } from "#core/cause/explain.ts";
import { profilesFor } from "#features/runs/profiles.ts";
import type { Store } from "#ports/store.ts";
import { runSuite, startApp } from "./support/run-suite.ts";
import { noon, suiteRow } from "./support/rows.ts";

const browsers = createBrowserProvider({ executablePath: process.env["SERVICE_BROWSER_PATH"] });
let folder = "";
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tracewright-test-"));
  ({ store } = await openDatabase({ dataDir: folder }));
  await store.organisations.insert({ id: "org", name: "Org", createdAt: noon });
  await store.suites.insert(suiteRow("org", "desk.yaml"));
});
afterAll(async () => {
  await browsers.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const now = (): Date => new Date();
const clock = { now, sleep: async () => undefined };
const sourceMaps = createSourceMaps((url, init) => fetch(url, init));

/** A run of the suite as the service makes it; gives the cause of its case. */
const run = async (runId: string, url: string, steps: string) => {
  const profiles = profilesFor(store, { orgId: "org", file: "desk.yaml", runId }, now);
  const explain = createExplainer({ logs: null, sourceMaps, clock, lastPass: profiles.last });
  const { cases } = await runSuite(
    browsers,
    url,
    `cases: [{id: desk, title: Desk, timeout: 8s, steps: ${steps}}]`,
    {
      explain,
      passed: profiles.passed,
    },
  );
  await profiles.save();
  return cases["desk"];
};

test("what has changed since a case passed is evidence of its cause, and what it passed in spite of is none", async () => {
  let broken = false;
  const json = (status: number, body: unknown): [number, string] => [status, JSON.stringify(body)];
  await using disposal = new AsyncDisposableStack();
  const app = await startApp({
    "/": `<h1>Desk</h1><p id="out" role="status"></p><script src="/app.js"></script>`,
    "/app.js": (_, response) =>
      void response.writeHead(200, { "content-type": "text/javascript" }).end(
        `fetch("/api/presence").catch(() => {});
         fetch("/api/stock/17?at=" + Date.now()).then(async (answer) => {
           out.textContent = answer.ok ? (await answer.json()).text : "Sorry";
         });`,
      ),
    "/api/presence": (_, response) => void response.writeHead(500).end("{}"),
    "/api/stock/17": (_, response) => {
      const [status, body] = broken ? json(422, { reason: "no" }) : json(200, { text: "3 left" });
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    },
  });
  disposal.defer(() => app.close());
  const steps = "[{goto: /}, {expect: {text: 3 left}}]";
  expect(await run("run-1", app.url, steps)).toMatchObject({ status: "passed", root_cause: null });
  broken = true;
  const { root_cause: cause } = (await run("run-2", app.url, steps)) ?? {};
  expect(cause).toMatchObject({ category: "api_contract" });
  expect(cause?.suspected_cause).toContain("answered 200 in run run-1");
  expect(cause?.evidence).toContain("since run run-1: GET /api/stock/:id was 200, is 422");
  expect(cause?.evidence.join()).not.toContain("presence");
});
