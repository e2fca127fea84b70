import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "#test/support/run-suite.ts";
import type { Handler } from "#test/support/run-suite.ts";
import { startTestService } from "#test/support/service.ts";
import type { TestService } from "#test/support/service.ts";

type Event = { kind: string; case_id: string | null; step: number | null; action?: string };
type Case = { id: string; status: string; why: string; steps: { status: string }[] };
type Run = { status: string; error: string | null; events: Event[]; report: { cases: Case[] } | null };

const beating = `<script>setInterval(() => fetch("/beat"), 40)</script>`;
let beats = 0;

const never: Handler = () => undefined;
const endless: Handler = (_request, response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/html" });
  const timer = setInterval(() => response.write("<p>more</p>"), 20);
  response.on("close", () => clearInterval(timer));
};

let app: Awaited<ReturnType<typeof startApp>>;
let service: TestService;
beforeAll(async () => {
  app = await startApp({
    "/": `<h1>Fine</h1>${beating}<button onclick="for (;;);">Spin</button><button onclick="setTimeout(() => { for (;;); })">Spin soon</button>
      <button onclick="for (;;) alert(1)">Nag</button><button>Nothing</button><p id=clock></p><script>setInterval(() => { clock.textContent = Math.random() }, 20)</script>`,
    "/beat": (_request, response) => {
      beats += 1;
      response.end();
    },
    "/never": never,
    "/endless": endless,
    "/spins": `<h1>Spins</h1><script>for (;;);</script>`,
  });
  service = await startTestService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await app.close();
});

const ways: Record<string, { step: string; acts?: boolean }> = {
  "a page is opened that never answers": { step: "goto: /never" },
  "a page is opened that never ends": { step: "goto: /endless" },
  "a page is opened whose script never ends": { step: "goto: /spins" },
  "something is waited for": { step: "wait_for: {visible: Never}", acts: false },
  "something is expected to be gone of a page that is never idle": {
    step: "expect: {hidden: Fine}",
    acts: false,
  },
  "an element is waited for": { step: "click: Never there" },
  "a click does not come back": { step: "click: Spin" },
  "a picture is taken of a page whose script never ends": { step: "click: Spin soon" },
  "a page nags without end": { step: "click: Nag" },
  "a request is not answered": { step: "request: {url: /never}" },
  "a download does not come": { step: "download: {click: Nothing}" },
};

/** Waits until the run is so far. */
const until = async (id: string, holds: (run: Run) => boolean): Promise<Run> => {
  for (;;) {
    const { body } = await service.send<Run>("GET", `/runs/${id}`);
    if (holds(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

test.each(Object.entries(ways))(
  "a run ends when it is cancelled while %s",
  async (_, { step, acts = true }) => {
    const yaml = `suite: Stuck\nbase_url: ${app.url}\ntimeout: 60s\ncase_timeout: 90s\ncases:
  - {id: before, steps: [{goto: /}]}
  - id: stuck
    steps:
      - goto: /
      - ${step}
      - goto: /
  - {id: after, steps: [{goto: /}]}\n`;
    const { body: suite } = await service.send<{ file: string }>("POST", "/suites", { yaml });
    const { body: started } = await service.send<{ run_id: string }>("POST", "/runs", { suite: suite.file });
    const id = started.run_id;
    const isStuck = ({ events }: Run): boolean =>
      events.some(
        ({ kind, case_id, step: at }) =>
          case_id === "stuck" && (acts ? kind === "action" && at === 1 : kind === "shot" && at === 0),
      );
    await until(id, isStuck);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await service.send("POST", `/runs/${id}/cancel`);
    const run = await until(id, ({ status }) => status !== "running");
    expect(run).toMatchObject({ status: "cancelled", error: null });
    expect(run.report?.cases.map(({ id: name, status, why }) => [name, status, why])).toEqual([
      ["before", "passed", ""],
      ["stuck", "skipped", "run cancelled"],
      ["after", "skipped", "run cancelled"],
    ]);
    expect(run.report?.cases[1]?.steps.map(({ status }) => status)).toEqual([
      "passed",
      expect.stringMatching(/^(skipped|passed)$/),
      "skipped",
    ]);
    expect(run.events.filter(({ case_id, step: at }) => case_id === "after" || (at ?? 0) > 1)).toMatchObject(
      run.events.filter(({ kind, case_id }) => kind === "case_finished" && case_id === "after"),
    );
    const seen = beats;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(beats, "requests of a page that should be closed").toBeLessThanOrEqual(seen + 1);
  },
  240_000,
);
