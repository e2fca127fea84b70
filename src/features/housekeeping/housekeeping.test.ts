import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createArtifacts } from "#adapters/artifacts/local.ts";
import type { Database } from "#adapters/database/open.ts";
import { openDatabase } from "#adapters/database/open.ts";
import { openPostgres } from "#adapters/database/open-postgres.ts";
import { newId } from "#model/ids.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import { createTestDatabase, hasPostgres } from "#test/support/postgres.ts";
import { logEvent, newRun, outcome } from "#test/support/rows.ts";
import { createHousekeeping } from "./housekeeping.ts";
import type { Retention } from "./housekeeping.ts";

type Opened = Database & { drop(): Promise<void> };

const day = 86_400_000;
const today = Date.parse("2026-06-30T12:00:00.000Z");
const org = "org";
const { signal } = new AbortController();
let clock = today;
const now = (): Date => new Date(clock);

const engines: [string, (dataDir: string) => Promise<Opened>][] = [
  ["SQLite", async (dataDir) => ({ ...(await openDatabase({ dataDir, now })), drop: async () => {} })],
];
if (hasPostgres) {
  engines.push([
    "PostgreSQL",
    async () => {
      const { url, drop } = await createTestDatabase();
      return { ...(await openPostgres({ url, now })), drop };
    },
  ]);
}

describe.each(engines)("housekeeping on %s", (_engine, open) => {
  let dataDir: string;
  let opened: Opened;
  let artifacts: Artifacts;

  beforeEach(async () => {
    clock = today;
    dataDir = await mkdtemp(join(tmpdir(), "house-"));
    opened = await open(dataDir);
    artifacts = await createArtifacts({ directory: join(dataDir, "artifacts") });
    for (const id of [org, "other"]) {
      await opened.store.organisations.insert({ id, name: id, createdAt: now().toISOString() });
    }
  });
  afterEach(async () => {
    await opened.store.close();
    await opened.drop();
    await rm(dataDir, { recursive: true });
  });

  const keeper = (retention: Retention, files = artifacts, owner = newId()) =>
    createHousekeeping({ operations: opened.operations, artifacts: files, retention, owner, now });

  /** A run that ended that many days ago, with a trace, a picture and an event. */
  const endedRun = async (daysAgo: number, orgId = org): Promise<string> => {
    clock = today - daysAgo * day;
    const run = newRun(orgId);
    await opened.leases.insert([run]);
    const claimed = await opened.leases.claim();
    expect(claimed?.id).toBe(run.id);
    const fence = { runId: run.id, attempt: claimed?.attempt ?? 0 };
    await opened.store.runs.appendEvents(fence, [logEvent("hello")]);
    await artifacts.write(`${run.id}/cases/a/trace.zip`, "trace");
    await artifacts.write(`${run.id}/cases/a/1.jpg`, "picture");
    await opened.store.runs.finish(fence, outcome());
    await opened.leases.release(fence);
    clock = today;
    return run.id;
  };

  /** What is left of a run, as letters: run, event, picture, trace. */
  const left = async (id: string, orgId = org): Promise<string> => {
    const run = await opened.store.runs.get(orgId, id);
    const events = await opened.store.runs.events(id, 0, 10);
    const files = await artifacts.list(id);
    const has = (name: string): boolean => files.some((file) => file.endsWith(name));
    return [run && "r", events.length > 0 && "e", has("1.jpg") && "p", has("trace.zip") && "t"]
      .filter(Boolean)
      .join("");
  };

  const fileIssue = async (runId: string): Promise<string> => {
    const id = newId();
    await opened.store.issues.insert({
      id,
      orgId: org,
      status: "open",
      severity: "high",
      title: "It is broken",
      bodyMd: "",
      suite: "shop.yaml",
      caseId: "a",
      runId,
      fingerprint: id,
      occurrences: 1,
      lastSeenAt: now().toISOString(),
      externalUrl: null,
      createdAt: now().toISOString(),
      updatedAt: now().toISOString(),
      fixedRunId: null,
    });
    return id;
  };

  it("takes from a run what its age says, and in the end the run", async () => {
    const [fresh, two, six, eleven, old] = [
      await endedRun(0.5),
      await endedRun(2),
      await endedRun(6),
      await endedRun(11),
      await endedRun(21),
    ];
    const house = keeper({ days: { traces: 1, artifacts: 5, events: 10, runs: 20 } });
    const expected = { traces: 4, artifacts: 3, events: 2, runs: 1 };
    expect(await house.preview()).toMatchObject(expected);
    expect(await left(old)).toBe("rept");
    expect(await house.run(signal)).toMatchObject(expected);
    expect(await Promise.all([fresh, two, six, eleven, old].map((id) => left(id)))).toEqual([
      "rept",
      "rep",
      "re",
      "r",
      "",
    ]);
    expect(await house.run(signal)).toMatchObject({ traces: 0, artifacts: 0, events: 0, runs: 0 });
    expect((await opened.store.runs.list(org, { limit: 9, offset: 0 })).total).toBe(4);
    clock = today + 100 * day;
    expect(await house.run(signal)).toMatchObject({ runs: 4 });
    expect((await opened.store.runs.list(org, { limit: 9, offset: 0 })).total).toBe(0);
  });

  it("keeps so many runs of each organisation", async () => {
    const mine = [await endedRun(4), await endedRun(3), await endedRun(2), await endedRun(1)];
    const other = await endedRun(5, "other");
    expect(await keeper({ days: {}, runs: 2 }).run(signal)).toMatchObject({ runs: 2 });
    expect(await Promise.all(mine.map((id) => left(id)))).toEqual(["", "", "rept", "rept"]);
    expect(await left(other, "other")).toBe("rept");
  });

  it("leaves what is open: runs, and those that an issue was seen in", async () => {
    const seen = await endedRun(50);
    const issue = await fileIssue(seen);
    clock = today - 50 * day;
    const waiting = newRun(org);
    await opened.leases.insert([waiting]);
    clock = today;
    const house = keeper({ days: { traces: 1, artifacts: 1, events: 1, runs: 1 }, runs: 1 });
    await house.run(signal);
    expect(await left(seen)).toBe("rept");
    expect((await opened.store.runs.get(org, waiting.id))?.status).toBe("queued");
    await opened.store.issues.update(org, issue, { status: "closed", updatedAt: now().toISOString() });
    expect(await house.run(signal)).toMatchObject({ runs: 1 });
    expect(await left(seen)).toBe("");
    expect((await opened.store.issues.get(org, issue))?.status).toBe("closed");
  });

  it("is done by one at a time, and by another when that one is gone", async () => {
    await endedRun(9);
    await opened.operations.takeTurn("housekeeping", "someone", new Date(today + 1000));
    const house = keeper({ days: { runs: 1 } });
    expect(await house.run(signal)).toBeNull();
    clock = today + 2000;
    expect(await house.run(signal)).toMatchObject({ runs: 1 });
  });

  it("goes on where one that was interrupted left off, and leaves no file without a run", async () => {
    const ids = [await endedRun(9), await endedRun(8), await endedRun(7)];
    let calls = 0;
    const failing: Artifacts = {
      ...artifacts,
      removeFolder: (folder) => {
        calls += 1;
        if (calls === 2) throw new Error("pulled the plug");
        return artifacts.removeFolder(folder);
      },
    };
    await expect(keeper({ days: { runs: 1 } }, failing).run(signal)).rejects.toThrow("pulled the plug");
    expect(await Promise.all(ids.map((id) => left(id)))).toEqual(["re", "rept", "rept"]);
    expect(await keeper({ days: { runs: 1 } }).run(signal)).toMatchObject({ runs: 3 });
    expect(await Promise.all(ids.map((id) => left(id)))).toEqual(["", "", ""]);
  });

  it("finds the files of runs that nobody knows, and nothing else", async () => {
    const known = await endedRun(1);
    const unknown = newId();
    await artifacts.write(`${unknown}/report.json`, "{}");
    await artifacts.write("baselines/org/a.png", "picture");
    const house = keeper({ days: {} });
    expect(await house.sweepOrphans(signal, true)).toBe(1);
    expect(await artifacts.list(unknown)).toEqual([`${unknown}/report.json`]);
    expect(await house.sweepOrphans(signal)).toBe(1);
    expect(await artifacts.list(unknown)).toEqual([]);
    expect(await left(known)).toBe("rept");
    expect(await artifacts.list("baselines")).toEqual(["baselines/org/a.png"]);
  });
});
