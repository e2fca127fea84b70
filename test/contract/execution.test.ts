import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import type { RunDetail } from "#model/run.ts";
import { startApp } from "#test/support/run-suite.ts";
import { startTestService } from "#test/support/service.ts";
import type { TestService } from "#test/support/service.ts";

type Queue = { running: unknown[]; pending: unknown[]; running_suites: string[]; busy: boolean };

describe("runs in a real browser", { timeout: 300_000 }, () => {
  let service: TestService;
  let app: Awaited<ReturnType<typeof startApp>>;
  const agents: string[] = [];
  const visitors: string[] = [];
  /** Pages that wait for `open`. */
  let held: (() => void)[] = [];
  const open = (): void => {
    for (const release of held) release();
    held = [];
  };

  beforeAll(async () => {
    service = await startTestService();
    app = await startApp({
      "/": "<h1>Welcome</h1>",
      "/number": `<p data-testid="number">No. 4711</p>`,
      "/agent": (request, response) => {
        agents.push(request.headers["user-agent"] ?? "");
        response.setHeader("content-type", "text/html").end("<h1>Seen</h1>");
      },
      "/seen": (_request, response, url) => {
        visitors.push(url.searchParams.get("by") ?? "");
        response.setHeader("content-type", "text/html").end("<h1>Seen</h1>");
      },
      "/held": (_request, response) => {
        held.push(() => response.setHeader("content-type", "text/html").end("<h1>Open</h1>"));
      },
    });
  });
  afterAll(async () => {
    open();
    await service[Symbol.asyncDispose]();
    await app.close();
  });

  const suiteOf = async (title: string, cases: string): Promise<string> => {
    const yaml = `suite: ${title}\nbase_url: ${app.url}\n${cases}`;
    const { status, body } = await service.send<{ file: string }>("POST", "/suites", { yaml });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.file;
  };
  const start = async (body: object): Promise<string[]> => {
    const answer = await service.send<{ run_ids: string[] }>("POST", "/runs", body);
    expect(answer.status).toBe(200);
    return answer.body.run_ids;
  };
  const ended = (id: string | undefined): Promise<RunDetail> => service.ended<RunDetail>(id ?? "");

  const twoCases = `cases:
  - id: good
    title: The welcome is there
    steps: [{goto: /}, {expect: {text: Welcome}}]
  - id: bad
    title: The farewell is there
    steps: [{goto: /, timeout: 30s}, {expect: {text: Farewell}, timeout: 500ms}]
`;

  test("leave a report, events and pictures that can be read", async () => {
    const [id] = await start({ suite: await suiteOf("Two", twoCases) });
    const run = await ended(id);
    expect(run).toMatchObject({
      id,
      status: "done",
      summary: { passed: 1, failed: 1, broken: 0, skipped: 0 },
    });
    expect(run.report?.cases.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "good passed",
      "bad failed",
    ]);

    const kinds = new Set(run.events.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(["action", "shot"]));
    const shots = (run.report?.cases ?? []).flatMap((item) => item.shots);
    const told = run.events.flatMap((event) => (event.kind === "shot" ? [event.path] : []));
    expect(shots.length).toBeGreaterThan(1);
    expect(told).toEqual(expect.arrayContaining(shots.map(({ path }) => path)));
    for (const { label, note, path } of shots) {
      expect([typeof label, typeof note]).toEqual(["string", "string"]);
      const picture = await fetch(`${service.base}/artifacts/${id}/${path}?token=${service.token}`);
      expect(picture.status).toBe(200);
      expect(picture.headers.get("content-type")).toMatch(/^image\//);
    }
    const report = await service.send("GET", `/artifacts/${id}/report.json`);
    expect(report.body).toEqual(run.report);
  });

  test("give each case that did not pass a root cause, and none to those that did", async () => {
    const [id] = await start({ suite: await suiteOf("Causes", twoCases) });
    const cases = (await ended(id)).report?.cases ?? [];
    expect(cases.map((item) => [item.status, item.root_cause === null])).toEqual([
      ["passed", true],
      ["failed", false],
    ]);
  });

  test("execute the cases that are named, else all", async () => {
    const suite = await suiteOf("Subset", twoCases);
    const [some, all] = await start({ jobs: [{ suite, cases: ["good"] }, { suite }] });
    expect((await ended(some)).report?.cases.map(({ id }) => id)).toEqual(["good"]);
    expect((await ended(all)).report?.cases.map(({ id }) => id)).toEqual(["good", "bad"]);
  });

  test("share fixtures and captured values between the cases of a suite", async () => {
    const cases = `fixtures:
  name: string.uuid
cases:
  - id: first
    title: Takes the number
    steps:
      - goto: "/seen?by=\${name}"
      - goto: /number
      - capture: {number: {text: {testid: number}, match: "(\\\\d+)"}}
  - id: second
    title: Has the number
    steps: [{goto: "/seen?by=\${name}"}, {goto: /number}, {expect: {text: "No. \${number}"}}]
`;
    const [id] = await start({ suite: await suiteOf("Shared", cases) });
    const run = await ended(id);
    expect(run.summary).toMatchObject({ passed: 2 });
    expect(run.report?.cases[0]?.captured).toMatchObject({ number: "4711" });
    expect(visitors).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), visitors[0]]);
  });

  test("are headless", async () => {
    const [id] = await start({
      suite: await suiteOf("Agent", "cases:\n  - id: a\n    title: A\n    steps: [{goto: /agent}]\n"),
    });
    await ended(id);
    expect(agents.at(-1)).toContain("HeadlessChrome");
  });

  describe("beyond the two workers that there are", () => {
    const one = "cases:\n  - id: a\n    title: A\n    steps: [{goto: /held, timeout: 120s}]\n";
    const queue = async (): Promise<Queue> => (await service.send<Queue>("GET", "/runs/queue")).body;
    const occupied = (): Promise<void> => eventually(() => expect(held.length).toBe(2));

    test("wait, are never refused, and all end", async () => {
      const suite = await suiteOf("Held", one);
      const ids = await start({ jobs: Array.from({ length: 4 }, () => ({ suite })) });
      ids.push(...(await start({ suite })));
      await occupied();
      const seen = await queue();
      expect(seen).toMatchObject({
        busy: true,
        active: ids[0],
        active_suite: suite,
        running_suites: [suite],
      });
      expect([seen.running.length, seen.pending.length]).toEqual([2, 3]);
      const listed = await service.send<{ items: RunDetail[] }>("GET", `/runs?suite=${suite}`);
      const statuses = listed.body.items.map(({ status }) => status).toSorted();
      expect(statuses).toEqual(["queued", "queued", "queued", "running", "running"]);
      const opening = setInterval(open, 50);
      for (const id of ids) expect(await ended(id)).toMatchObject({ status: "done", summary: { passed: 1 } });
      clearInterval(opening);
      expect(await queue()).toMatchObject({ busy: false, active: null, running: [], pending: [] });
    });

    test("go from queued or running to cancelled, and to error when there is nothing to execute", async () => {
      const suite = await suiteOf("Stopped", one);
      const gone = await suiteOf("Gone", one);
      const [first, second, third] = await start({ jobs: [{ suite }, { suite }, { suite }] });
      const [fourth] = await start({ suite: gone });
      await occupied();
      await service.send("DELETE", `/suites/${gone}`);
      for (const id of [first, third]) await service.send("POST", `/runs/${id}/cancel`);
      expect(await ended(third)).toMatchObject({ status: "cancelled", started_at: null });
      expect(await ended(first)).toMatchObject({ status: "cancelled" });
      expect(await ended(fourth)).toMatchObject({ status: "error", error: /suite_gone/ });
      open();
      expect(await ended(second)).toMatchObject({ status: "done" });
    });
  });
});
