import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "#adapters/database/open.ts";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { createTrackerDefinitions } from "#adapters/trackers/trackers.ts";
import { createLinks } from "#core/report/links.ts";
import { newId } from "#model/ids.ts";
import { countVerdicts } from "#model/report.ts";
import type { CaseReport, Report } from "#model/report.ts";
import { trackerNames } from "#model/tracker.ts";
import type { FilingRow, FilingStore } from "#ports/filing-store.ts";
import type { Store } from "#ports/store.ts";
import { emptyReport, noon } from "#test/support/rows.ts";
import { accounts, token } from "#test/trackers/accounts.ts";
import { startTracker } from "#test/trackers/tracker-server.ts";
import type { TestTracker } from "#test/trackers/tracker-server.ts";
import { createFiling } from "./file-issues.ts";
import { createTracking } from "./track.ts";
import { createTrackers } from "./trackers.ts";
import { createTryingAgain } from "./try-again.ts";

const orgId = "org";
const day = 24 * 3_600_000;
const hostile = "```\n@everyone <img src=x> [x](http://evil.test)\n/close\n<!-- tracewright:x -->";

const brokenCase = (id: string, given: Partial<CaseReport> = {}): CaseReport => ({
  id,
  title: `Title of ${id}`,
  status: "failed",
  why: `expected Thank you; saw ${hostile}`,
  duration_ms: 5,
  attempts: 1,
  flaky: false,
  steps: [
    { index: 0, text: "open /checkout", status: "passed", duration_ms: 1 },
    { index: 1, text: 'click "Place order"', status: "failed", duration_ms: 1 },
    { index: 2, text: "never done", status: "skipped", duration_ms: 0 },
  ],
  shots: [{ label: "step 2", note: "", path: "cases/order/2.jpg" }],
  captured: {},
  root_cause: {
    category: "backend_exception",
    summary: "POST /api/orders answered 500 because @ada threw.",
    suspected_cause: "POST /api/orders answered 500: TypeError in priceOf (orders.ts:41)",
    suggested_fix: "Look at priceOf.",
    confidence: 0.9,
    server_status: "diagnosed",
    trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
    evidence: [hostile],
  },
  trace: "cases/order/trace.zip",
  ...given,
});
const passedCase = (id: string, flaky = false): CaseReport =>
  brokenCase(id, { status: "passed", why: "", flaky, root_cause: null, trace: null });
const reportOf = (...cases: CaseReport[]): Report => ({
  ...emptyReport,
  base_url: "http://shop.test",
  summary: countVerdicts(cases),
  cases,
});

describe.each(trackerNames)("issues in %s", (name) => {
  const outbound = createOutbound();
  let dataDir: string;
  let store: Store;
  let server: TestTracker;
  let clock = Date.parse(noon);
  let account: Record<string, string | undefined>;
  const now = (): Date => new Date(clock);
  const links = createLinks("https://tests.example/");

  beforeEach(async () => {
    clock = Date.now();
    dataDir = await mkdtemp(join(tmpdir(), "tracking-"));
    ({ store } = await openDatabase({ dataDir, now }));
    await store.organisations.insert({ id: orgId, name: "A", createdAt: noon });
    server = await startTracker(accounts[name].vendor);
    account = accounts[name].settings(server.url);
  });
  afterEach(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
    await server[Symbol.asyncDispose]();
    if (server.faults.length > 0) throw new Error(server.faults.join("\n"));
  });

  const file = (report: Report, runId = newId()) =>
    createFiling({ ...store, links, now }).file({ orgId, id: runId }, report, name);
  const noteFixed = (report: Report) =>
    createFiling({ ...store, links, now }).noteFixed({ orgId, id: newId() }, report);
  /** Does what is due, as the service would; gives what became of each. */
  const work = async (filings: FilingStore = store.filings): Promise<unknown[]> => {
    const { open } = createTrackers({
      inClear: async () => account,
      definitions: createTrackerDefinitions({ fetch: outbound.fetch, timeoutMs: 20_000 }),
    });
    const readFile = async (_runId: string, path: string) => new TextEncoder().encode(path);
    const track = createTracking({ issues: store.issues, filings, open, readFile, links, now });
    const results: unknown[] = [];
    for (;;) {
      const item = await store.outbox.claim(60_000);
      if (!item) return results;
      const sent = await track(item);
      if (sent === "done") await store.outbox.done(item);
      else await store.outbox.retry(item, new Date(clock + sent.retryInMs).toISOString());
      results.push(sent);
    }
  };
  const filingOf = async (issueId: string | undefined): Promise<FilingRow> => {
    const filing = await store.filings.get(orgId, issueId ?? "", name);
    if (!filing) throw new Error("it was not to be filed");
    return filing;
  };
  const comments = (number = 1): string[] =>
    (server.issues[number - 1]?.comments ?? []).map((comment) => JSON.stringify(comment));

  test("are one a cause, whichever cases meet it, with what a developer needs and nothing that acts", async () => {
    const report = reportOf(brokenCase("order"), brokenCase("pay"));
    const [issue, ...others] = await file(report);
    expect(others).toEqual([]);
    expect(await work()).toEqual(["done"]);
    expect(server.issues).toHaveLength(1);
    const [filed] = server.issues;
    const body = typeof filed?.body === "string" ? filed.body : JSON.stringify(filed?.body);
    for (const part of [
      "What happened",
      "Steps to reproduce",
      "2. click ",
      "Expected and seen",
      "Suggested fix",
      "Evidence",
      "4bf92f3577b34da6a3ce929d0e0e4736",
      "/cases/order/2.jpg",
      "/cases/order/trace.zip",
      "https://tests.example/api/v1/artifacts/",
      "report.html",
      " once, at 20",
    ])
      expect(body).toContain(part);
    expect(body).not.toContain("never done");
    expect(filed?.title).not.toMatch(/@ada/);
    expect(body).not.toMatch(/\n\/close/);
    expect(await filingOf(issue?.id)).toMatchObject({ status: "filed", error: null, toldOccurrences: 1 });
    const kept = await store.issues.get(orgId, issue?.id ?? "");
    expect(kept?.externalUrl).toBe((await filingOf(issue?.id)).url);
    expect(JSON.stringify([kept, await filingOf(issue?.id)])).not.toContain(token);
  });

  test("are told of the cause being back, at most once a day, and only counted in between", async () => {
    const [issue] = await file(reportOf(brokenCase("order")));
    await work();
    for (const [hours, said] of [
      [1, 1],
      [2, 1],
      [20, 1],
      [26, 2],
    ] as const) {
      clock += (hours * day) / 24;
      await file(reportOf(brokenCase("order")));
      expect(await work()).toEqual(["done"]);
      expect(comments()).toHaveLength(said);
    }
    expect(server.issues).toHaveLength(1);
    expect(comments()[1]).toContain("5 times since");
    expect(await store.issues.get(orgId, issue?.id ?? "")).toMatchObject({ occurrences: 5 });
  });

  test("that were closed there are opened again when the cause is back", async () => {
    await file(reportOf(brokenCase("order")));
    await work();
    const [kept] = server.issues;
    if (kept) kept.isOpen = false;
    await file(reportOf(brokenCase("order")));
    await work();
    expect(kept?.isOpen).toBe(true);
    expect(comments()).toEqual([expect.stringContaining("opened again")]);
    expect(server.issues).toHaveLength(1);
  });

  test("that cannot be opened again, or are gone, are followed by another that says so", async () => {
    const [issue] = await file(reportOf(brokenCase("order")));
    await work();
    const [kept] = server.issues;
    if (kept) kept.isOpen = false;
    server.trouble(/^(?:PATCH|PUT) |transitions$/, { status: 403 });
    await file(reportOf(brokenCase("order")));
    await work();
    expect(server.issues).toHaveLength(2);
    expect(JSON.stringify(server.issues[1]?.body)).toContain("an earlier issue");
    const { url } = await filingOf(issue?.id);
    expect(url?.endsWith("2")).toBe(true);
    expect((await store.issues.get(orgId, issue?.id ?? ""))?.externalUrl).toBe(url);
  });

  test("say once that the case passes again, and not while another meets the cause", async () => {
    const [issue] = await file(reportOf(brokenCase("order")));
    await work();
    expect(await noteFixed(reportOf(passedCase("order"), brokenCase("pay")))).toEqual([]);
    expect(await noteFixed(reportOf(passedCase("order", true)))).toEqual([]);
    expect(await noteFixed(reportOf(passedCase("order")))).toMatchObject([{ id: issue?.id }]);
    expect(await noteFixed(reportOf(passedCase("order")))).toEqual([]);
    await work();
    await work();
    expect(comments()).toEqual([expect.stringContaining("passes again")]);
    const native = await store.issues.comments(orgId, issue?.id ?? "");
    expect(native).toMatchObject([{ author: "tracewright" }]);
    await file(reportOf(brokenCase("order")));
    await noteFixed(reportOf(passedCase("order")));
    await work();
    expect(comments().filter((comment) => comment.includes("passes again"))).toHaveLength(2);
  });

  test("wait for a tracker that is down, longer each time, and are filed once it is back", async () => {
    const [issue] = await file(reportOf(brokenCase("order")));
    for (const wait of [10_000, 40_000, 160_000]) {
      server.trouble(/^(?!.*uploads)/, { status: 503 });
      expect(await work()).toEqual([{ retryInMs: wait }]);
      expect(await work()).toEqual([]);
      const { status, error, triedAt } = await filingOf(issue?.id);
      expect({ status, triedAt }).toEqual({ status: "pending", triedAt: null });
      expect(error).toContain("503");
      clock += wait;
    }
    expect(await work()).toEqual(["done"]);
    expect(await filingOf(issue?.id)).toMatchObject({ status: "filed", error: null });
    expect(server.issues).toHaveLength(1);
  });

  test("come when the tracker says, and rest after three days", async () => {
    const [issue] = await file(reportOf(brokenCase("order")));
    server.trouble(/^(?!.*uploads)/, { status: 429, headers: { "retry-after": "90" } });
    expect(await work()).toEqual([{ retryInMs: 90_000 }]);
    clock += 4 * day;
    server.trouble(/^(?!.*uploads)/, { status: 503 });
    expect(await work()).toEqual(["done"]);
    expect(await filingOf(issue?.id)).toMatchObject({ status: "failed" });
    await file(reportOf(brokenCase("order")));
    expect(await work()).toEqual(["done"]);
    expect(await filingOf(issue?.id)).toMatchObject({ status: "filed", toldOccurrences: 2 });
  });

  test("that a tracker refuses say why, and are tried again when its settings change", async () => {
    const good = account;
    account = { ...good, [`${name.toUpperCase()}_${name === "jira" ? "API_" : ""}TOKEN`]: "wrong" };
    const [issue] = await file(reportOf(brokenCase("order")));
    expect(await work()).toEqual([{ retryInMs: 3_600_000 }]);
    const { status, error } = await filingOf(issue?.id);
    expect(status).toBe("failed");
    expect(error).toContain("401");
    account = good;
    expect(await work()).toEqual([]);
    await createTryingAgain(store)(orgId, ["LOKI_URL"]);
    expect(await work()).toEqual([]);
    await createTryingAgain(store)(orgId, [`${name.toUpperCase()}_URL`]);
    expect(await work()).toEqual(["done"]);
    expect(await filingOf(issue?.id)).toMatchObject({ status: "filed", error: null });
  });

  test("are not filed twice when the answer is lost", async () => {
    const [issue] = await file(reportOf(brokenCase("order")));
    server.trouble(/^POST .*issues?$/, "lost");
    expect(await work()).toEqual([{ retryInMs: 10_000 }]);
    clock += 10_000;
    expect(await work()).toEqual(["done"]);
    expect(server.issues).toHaveLength(1);
    expect(await filingOf(issue?.id)).toMatchObject({ status: "filed", triedAt: null });
  });

  test("are not filed twice when the service ends between the filing and its note", async () => {
    const [issue] = await file(reportOf(brokenCase("order")));
    const dying: FilingStore = {
      ...store.filings,
      update: async (row) => {
        if (row.key !== null) throw new Error("killed");
        await store.filings.update(row);
      },
    };
    await expect(work(dying)).rejects.toThrow("killed");
    expect(server.issues).toHaveLength(1);
    await store.outbox.release();
    expect(await work()).toEqual(["done"]);
    expect(server.issues).toHaveLength(1);
    expect(await filingOf(issue?.id)).toMatchObject({ status: "filed" });
  });

  test("are not commented twice when the answer is lost", async () => {
    await file(reportOf(brokenCase("order")));
    await work();
    await file(reportOf(brokenCase("order")));
    server.trouble(/(?:comments?|notes)$/, "lost");
    expect(await work()).toEqual([{ retryInMs: 10_000 }]);
    clock += 10_000;
    expect(await work()).toEqual(["done"]);
    expect(comments()).toHaveLength(1);
  });

  test("are filed anew where the project is another", async () => {
    const [issue] = await file(reportOf(brokenCase("order")));
    await work();
    await using other = await startTracker(accounts[name].vendor);
    account = accounts[name].settings(other.url);
    await file(reportOf(brokenCase("order")));
    expect(await work()).toEqual(["done"]);
    expect(other.issues).toHaveLength(1);
    expect((await filingOf(issue?.id)).url?.startsWith(other.url)).toBe(true);
  });
});
