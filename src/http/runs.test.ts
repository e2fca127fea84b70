import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runTopic } from "#ports/bus.ts";
import { anyText } from "#test/support/any.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

const log = (message: string) => ({
  kind: "log" as const,
  case_id: null,
  step: null,
  level: "info" as const,
  message,
});

describe("runs over HTTP", () => {
  let server: TestApi;
  let suite: string;
  beforeAll(async () => {
    server = await startApi();
    const { body } = await server.send("GET", `/runs/${await server.addRun()}`);
    suite = String(body["suite"]);
  });
  afterAll(() => server.close());

  /** A run that a worker holds: what it does reaches whoever watches. */
  const working = async () => {
    const id = await server.addRun();
    let held = await server.database.leases.claim();
    while (held && held.id !== id) held = await server.database.leases.claim();
    const fence = { runId: id, attempt: held?.attempt ?? 0 };
    const wake = (): void => server.bus.publish(runTopic(id));
    return {
      id,
      say: async (...messages: string[]): Promise<void> => {
        await server.store.runs.appendEvents(fence, messages.map(log));
        wake();
      },
      end: async (): Promise<void> => {
        const outcome = { status: "done", error: null, summary: null, report: null, result: null } as const;
        await server.store.runs.finish(fence, outcome);
        wake();
      },
    };
  };

  test("are started one at a time or several at once", async () => {
    const one = await server.send("POST", "/runs", { body: { suite, cases: ["a"], sharded: true } });
    expect(one).toMatchObject({ status: 200, body: { queued: 1, run_ids: [one.body["run_id"]] } });
    const two = await server.send("POST", "/runs", { body: { jobs: [{ suite }, { suite, cases: ["a"] }] } });
    expect(two).toMatchObject({ status: 200, body: { queued: 2 } });
    expect(two.body["run_ids"]).toHaveLength(2);
  });

  test("read a suite once, however many jobs and items name it", async () => {
    const read = vi.spyOn(server.store.suites, "get");
    const jobs = Array.from({ length: 20 }, () => ({ suite, cases: ["a"] }));
    expect((await server.send("POST", "/runs", { body: { jobs } })).body["queued"]).toBe(20);
    const plan = await server.send("POST", "/plans", { body: { name: "Long", items: jobs } });
    expect(plan.status).toBe(200);
    expect(read.mock.calls).toHaveLength(2);
    read.mockRestore();
  });

  test.each([
    [{ suite: "none.yaml" }, 404],
    [{ suite: "x", jobs: [] }, 400],
    [{ jobs: [] }, 400],
    [{}, 400],
  ])("are not started from %o", async (body, status) => {
    expect((await server.send("POST", "/runs", { body })).status).toBe(status);
  });

  test("are not started with an unknown case", async () => {
    const { status, body } = await server.send("POST", "/runs", { body: { suite, cases: ["a", "z"] } });
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ path: "cases.1" }] } });
  });

  test("are shown whole, with the events after `since`", async () => {
    const run = await working();
    await run.say("one", "two", "three");
    const { body } = await server.send("GET", `/runs/${run.id}?since=1`);
    expect(body).toMatchObject({
      id: run.id,
      kind: "suite",
      status: "running",
      report: null,
      result: null,
      events: [
        { seq: 2, kind: "log", message: "two" },
        { seq: 3, message: "three" },
      ],
    });
  });

  test("are listed newest first and filtered", async () => {
    const run = await working();
    const { body } = await server.send("GET", `/runs?status=running&suite=&limit=1`).then(async (refused) => {
      expect(refused.status).toBe(400);
      return server.send("GET", "/runs?status=running&limit=1");
    });
    expect(body).toMatchObject({ limit: 1, items: [{ id: run.id }] });
    expect(Object.keys((body["items"] as object[])[0] ?? {})).not.toContain("events");
    expect((await server.send("GET", "/runs?status=lost")).status).toBe(400);
  });

  test("make up the queue", async () => {
    const run = await working();
    const waiting = await server.addRun();
    const { body } = await server.send("GET", "/runs/queue");
    expect(body).toMatchObject({ busy: true, active: anyText, active_suite: anyText });
    expect(body["running"]).toContainEqual({ id: run.id, suite: anyText });
    expect(body["pending"]).toContainEqual({ id: waiting, suite: anyText, cases: null });
  });

  test("are cancelled, as often as one likes", async () => {
    const id = await server.addRun();
    for (let i = 0; i < 2; i++) {
      const answer = await server.send("POST", `/runs/${id}/cancel`, { body: {} });
      expect(answer).toMatchObject({ status: 200, body: { ok: true, status: "cancelled" } });
    }
    expect((await server.send("POST", "/runs/nothing/cancel")).status).toBe(404);
  });

  test("of another organisation are not there", async () => {
    const id = await server.addRun();
    const { token } = await server.addOrganisation();
    for (const [method, path] of [
      ["GET", `/runs/${id}`],
      ["GET", `/runs/${id}/events`],
      ["POST", `/runs/${id}/cancel`],
    ] as const) {
      expect((await server.send(method, path, { token })).status).toBe(404);
    }
    expect((await server.send("POST", "/runs", { token, body: { suite } })).status).toBe(404);
    expect((await server.send("GET", "/runs", { token })).body).toMatchObject({ total: 0 });
    expect((await server.send("GET", "/runs/queue", { token })).body).toMatchObject({
      busy: false,
      pending: [],
    });
  });

  describe("as a stream of events", () => {
    const open = (id: string, headers: Record<string, string> = {}) =>
      fetch(`${server.base}/runs/${id}/events?token=${server.token}`, { headers });

    test("gives what happened and what happens, and ends with the run", async () => {
      const run = await working();
      await run.say("one");
      const response = await open(run.id);
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      await run.say("two");
      await run.end();
      const frames = (await response.text()).split("\n\n").filter((frame) => frame.startsWith("id:"));
      expect(frames).toHaveLength(2);
      expect(frames[1]).toMatch(/^id: 2\nevent: log\ndata: \{.*"message":"two".*\}$/);
    });

    test("goes on where the reader was", async () => {
      const run = await working();
      await run.say("one", "two", "three");
      await run.end();
      const text = await (await open(run.id, { "last-event-id": "2" })).text();
      expect(text.match(/^id: .*$/gm)).toEqual(["id: 3"]);
    });

    test("lets readers go at any time", async () => {
      const run = await working();
      await run.say("one");
      const response = await open(run.id);
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      await run.say("two");
      expect((await server.send("GET", `/runs/${run.id}`)).status).toBe(200);
    });

    test("needs a token and a run", async () => {
      const run = await working();
      expect((await server.send("GET", `/runs/${run.id}/events`, { token: null })).status).toBe(401);
      const none = await server.send("GET", "/runs/none/events");
      expect(none).toMatchObject({ status: 404, body: { type: "not_found" } });
    });
  });
});

test("streams end when the service stops", async () => {
  const server = await startApi();
  const id = await server.addRun();
  const response = await fetch(`${server.base}/runs/${id}/events?token=${server.token}`);
  const text = response.text();
  await server.close();
  expect(await text).toContain("retry:");
});
