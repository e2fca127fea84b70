import { describe, expect, it } from "vitest";
import type { NewRun, RunRow } from "#ports/store.ts";
import type { OpenedStore } from "./describe-store.ts";
import { emptyReport, logEvent, newRun, outcome } from "./rows.ts";

type Given = () => OpenedStore & { a: string; b: string };

const anyText: unknown = expect.any(String);
const firstPage = { limit: 50, offset: 0 };

/** What every engine's store must do with runs, given two organisations. */
export const describeRunStore = (given: Given): void => {
  const claimed = async (run: NewRun): Promise<RunRow> => {
    const { enqueue, claim } = given();
    await enqueue([run]);
    const row = await claim();
    if (!row) throw new Error("nothing was claimed");
    expect(row.id).toBe(run.id);
    return row;
  };
  const fenceOf = (row: RunRow | null) => ({ runId: row?.id ?? "", attempt: row?.attempt ?? 0 });

  describe("runs", () => {
    it("keeps everything about a run, for its organisation only", async () => {
      const { store, enqueue, a, b } = given();
      const run = newRun(a, {
        kind: "analyze",
        suite: null,
        cases: ["one", "two"],
        fileIssues: "github",
        sharded: true,
        baseUrl: "http://127.0.0.1:1",
        planId: "plan",
        request: { app_url: "http://127.0.0.1" },
        sealed: "v1:x",
      });
      await enqueue([run]);
      expect(await store.runs.get(a, run.id)).toMatchObject({
        id: run.id,
        orgId: a,
        kind: "analyze",
        suite: null,
        cases: ["one", "two"],
        status: "queued",
        error: null,
        file_issues: "github",
        sharded: true,
        base_url: "http://127.0.0.1:1",
        plan_id: "plan",
        started_at: null,
        finished_at: null,
        summary: null,
        attempt: 0,
        cancelRequested: false,
        request: { app_url: "http://127.0.0.1" },
        sealed: "v1:x",
      });
      expect(await store.runs.get(b, run.id)).toBeNull();
      expect(await store.runs.details(b, run.id)).toBeNull();
      expect(await store.runs.details(a, run.id)).toEqual({ report: null, result: null });
      expect(await store.runs.cancel(b, run.id)).toBeNull();
    });

    it("lists newest first, by status and suite, without what only workers see", async () => {
      const { store, enqueue, claim, a, b } = given();
      const runs = ["x.yaml", "y.yaml", "x.yaml"].map((suite) => newRun(a, { suite, sealed: "secret" }));
      for (const run of runs) await enqueue([run]);
      await enqueue([newRun(b, { suite: "x.yaml" })]);
      const ids = runs.map(({ id }) => id);
      await claim();
      const list = await store.runs.list(a, firstPage);
      expect(list.items.map(({ id }) => id)).toEqual(ids.toReversed());
      expect(list.total).toBe(3);
      expect(JSON.stringify(list)).not.toContain("secret");
      const found = async (filter: Parameters<typeof store.runs.list>[1]) =>
        (await store.runs.list(a, filter)).items.map(({ id }) => id);
      expect(await found({ ...firstPage, suite: "x.yaml" })).toEqual([ids[2], ids[0]]);
      expect(await found({ ...firstPage, status: "running" })).toEqual([ids[0]]);
      expect(await found({ ...firstPage, status: "queued", suite: "x.yaml" })).toEqual([ids[2]]);
      expect(await store.runs.list(a, { limit: 1, offset: 1 })).toMatchObject({
        items: [{ id: ids[1] }],
        total: 3,
      });
      expect((await store.runs.open(a)).map(({ id }) => id)).toEqual(ids);
    });

    it("keeps the totals of lists right while runs change", async () => {
      const { store, enqueue, claim, a, b } = given();
      const totals = async (): Promise<Record<string, number>> => {
        const found: Record<string, number> = {};
        for (const suite of [undefined, "x.yaml", "made.yaml"]) {
          for (const status of [undefined, "queued", "running", "done", "cancelled"] as const) {
            const { total, items } = await store.runs.list(a, { ...firstPage, suite, status });
            expect(items).toHaveLength(total);
            if (total > 0) found[`${suite ?? "any"} ${status ?? "any"}`] = total;
          }
        }
        return found;
      };
      await enqueue([newRun(a, { kind: "analyze", suite: null }), newRun(a, { suite: "x.yaml" })]);
      expect(await totals()).toEqual({ "any any": 2, "any queued": 2, "x.yaml any": 1, "x.yaml queued": 1 });
      const row = await claim();
      expect(await store.runs.setSuite(fenceOf(row), "made.yaml", {})).toBe(true);
      await store.runs.finish(fenceOf(row), outcome());
      await enqueue([newRun(b), newRun(a, { suite: "x.yaml" })]);
      const next = await claim();
      await store.runs.cancel(a, (await store.runs.open(a)).at(-1)?.id ?? "");
      expect(next?.status).toBe("running");
      const ofA = await totals();
      expect(ofA).toMatchObject({ "any any": 3, "any done": 1, "any cancelled": 1 });
      expect(ofA).toMatchObject({ "made.yaml done": 1, "made.yaml any": 1, "x.yaml any": 2 });
    });

    it("ends a run once when it is told twice at the same time", async () => {
      const { store, a } = given();
      const fence = fenceOf(await claimed(newRun(a)));
      const end = outcome({ report: emptyReport, summary: emptyReport.summary });
      const ends = await Promise.all([store.runs.finish(fence, end), store.runs.finish(fence, end)]);
      expect(ends.toSorted()).toEqual([false, true]);
      expect((await store.runs.list(a, { ...firstPage, status: "done" })).total).toBe(1);
    });

    it("writes no run when one of several cannot be written", async () => {
      const { store, enqueue, a } = given();
      const run = newRun(a);
      await expect(enqueue([run, newRun("none")])).rejects.toThrow();
      expect(await store.runs.get(a, run.id)).toBeNull();
    });

    it("numbers events without a gap, whoever appends at the same time", async () => {
      const { store, a } = given();
      const fence = fenceOf(await claimed(newRun(a)));
      const batches = Array.from({ length: 10 }, (_, n) => [logEvent(`${n}a`), logEvent(`${n}b`)]);
      await Promise.all(batches.map((batch) => store.runs.appendEvents(fence, batch)));
      expect(await store.runs.appendEvents(fence, [])).toBe(true);
      const events = await store.runs.events(fence.runId, 0, 100);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
      const told = events.map((event) => (event.kind === "log" ? event.message : ""));
      expect(told.toSorted()).toEqual(batches.flatMap((_, n) => [`${n}a`, `${n}b`]).toSorted());
      // A batch stays together, in its order; which one comes first is nobody's to say.
      const pairs = told.flatMap((message, at) => (message.endsWith("a") ? [[message, told[at + 1]]] : []));
      expect(pairs.map(([, second]) => second)).toEqual(pairs.map(([first]) => first?.replace("a", "b")));
      expect(events[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect((await store.runs.events(fence.runId, 5, 3)).map(({ seq }) => seq)).toEqual([6, 7, 8]);
      expect(await store.runs.events(fence.runId, 20, 100)).toEqual([]);
    });

    it("takes a batch of thousands of events", async () => {
      const { store, a } = given();
      const fence = fenceOf(await claimed(newRun(a)));
      const many = Array.from({ length: 2500 }, (_, n) => logEvent(String(n)));
      expect(await store.runs.appendEvents(fence, many)).toBe(true);
      expect((await store.runs.events(fence.runId, 2499, 10)).map(({ seq }) => seq)).toEqual([2500]);
    });

    it("gives no event after the largest number that there is", async () => {
      const { store, a } = given();
      const fence = fenceOf(await claimed(newRun(a)));
      await store.runs.appendEvents(fence, [logEvent("one")]);
      expect(await store.runs.events(fence.runId, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    });

    it("leaves no gap where a transaction with events was rolled back", async () => {
      const { store, a } = given();
      const fence = fenceOf(await claimed(newRun(a)));
      const failing = store.transaction(async (tx) => {
        expect(await store.runs.appendEvents(fence, [logEvent("gone")], tx)).toBe(true);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      await store.runs.appendEvents(fence, [logEvent("kept")]);
      expect(await store.runs.events(fence.runId, 0, 10)).toMatchObject([{ seq: 1, message: "kept" }]);
    });

    it("ends a run once, with its report, and erases what was sealed", async () => {
      const { store, a } = given();
      const row = await claimed(newRun(a, { kind: "analyze", suite: null, sealed: "v1:x" }));
      const fence = fenceOf(row);
      expect(row).toMatchObject({ status: "running", attempt: 1, sealed: "v1:x" });
      expect(await store.runs.setSuite(fence, "made.yaml", { goes: ["on"] })).toBe(true);
      const summary = { passed: 1, failed: 2, broken: 3, skipped: 4 };
      const result = { suite: "made.yaml", nested: { list: [1] } };
      const done = outcome({ summary, report: emptyReport, result });
      expect(await store.runs.finish(fence, done)).toBe(true);
      expect(await store.runs.finish(fence, outcome({ status: "error", error: "again" }))).toBe(false);
      expect(await store.runs.appendEvents(fence, [logEvent("late")])).toBe(false);
      expect(await store.runs.setSuite(fence, "late.yaml", {})).toBe(false);
      expect(await store.runs.get(a, row.id)).toMatchObject({
        status: "done",
        suite: "made.yaml",
        request: { goes: ["on"] },
        error: null,
        summary,
        sealed: null,
        finished_at: anyText,
      });
      expect(await store.runs.details(a, row.id)).toEqual({ report: emptyReport, result });
      expect(await store.runs.open(a)).toEqual([]);
      expect(await store.runs.cancel(a, row.id)).toBe("done");
    });

    it("lets an outdated attempt write nothing", async () => {
      const { store, a } = given();
      const row = await claimed(newRun(a));
      for (const attempt of [0, row.attempt + 1]) {
        const fence = { runId: row.id, attempt };
        expect(await store.runs.appendEvents(fence, [logEvent("no")])).toBe(false);
        expect(await store.runs.setSuite(fence, "no.yaml", {})).toBe(false);
        expect(await store.runs.finish(fence, outcome({ report: emptyReport }))).toBe(false);
      }
      expect(await store.runs.events(row.id, 0, 10)).toEqual([]);
      expect(await store.runs.get(a, row.id)).toMatchObject({ status: "running", suite: "shop.yaml" });
      expect(await store.runs.details(a, row.id)).toEqual({ report: null, result: null });
    });

    it("cancels a queued run at once and asks a running one to stop", async () => {
      const { store, enqueue, claim, a } = given();
      const waiting = newRun(a, { sealed: "v1:x" });
      await enqueue([waiting]);
      expect(await store.runs.cancel(a, waiting.id)).toBe("cancelled");
      expect(await store.runs.get(a, waiting.id)).toMatchObject({
        status: "cancelled",
        sealed: null,
        started_at: null,
        finished_at: anyText,
      });
      expect(await claim()).toBeNull();
      expect(await store.runs.cancel(a, waiting.id)).toBe("cancelled");

      const running = await claimed(newRun(a, { sealed: "v1:x" }));
      expect(await store.runs.cancel(a, running.id)).toBe("running");
      expect(await store.runs.get(a, running.id)).toMatchObject({
        status: "running",
        sealed: "v1:x",
        cancelRequested: true,
        finished_at: null,
      });
      expect(await store.runs.cancel(a, "none")).toBeNull();
    });
  });
};
