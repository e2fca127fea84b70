import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunDetail } from "#model/run.ts";
import { startApp } from "#test/support/run-suite.ts";
import { startTestService } from "#test/support/service.ts";
import type { TestService } from "#test/support/service.ts";

let service: TestService;
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ "/": "<h1>Shop</h1><p data-testid=number>#12</p>" });
  service = await startTestService({ SERVICE_MAX_CONCURRENT_RUNS: "3" });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await app.close();
});

const runOf = async (body: Record<string, unknown>): Promise<RunDetail> => {
  const started = await service.send<{ run_id: string }>("POST", "/runs", body);
  return service.ended<RunDetail>(started.body.run_id);
};

test("a sharded run has the verdicts of one that is not, in the suite's order, and its events have no gap", async () => {
  const plain = ["a", "b", "c"].map((id) => `  - {id: ${id}, steps: [{goto: /}, {expect: {text: Shop}}]}\n`);
  const tied = `  - {id: first, steps: [{goto: /}, {capture: {n: {text: {testid: number}, match: "#(.+)"}}}]}
  - {id: then, steps: [{goto: "/?n=\${n}"}, {expect: {url: n=12}}]}
  - {id: wrong, steps: [{goto: /}, {expect: {text: Mars}, timeout: 300ms}]}\n`;
  const yaml = `suite: Many\nbase_url: ${app.url}\ncases:\n${plain.join("")}${tied}`;
  const { body } = await service.send<{ file: string }>("POST", "/suites", { yaml });
  const single = await runOf({ suite: body.file });
  const sharded = await runOf({ suite: body.file, sharded: true });
  const verdicts = ({ report }: RunDetail): string[] =>
    report?.cases.map(({ id, status }) => `${id} ${status}`) ?? [];
  expect(verdicts(single)).toEqual([
    "a passed",
    "b passed",
    "c passed",
    "first passed",
    "then passed",
    "wrong failed",
  ]);
  expect(verdicts(sharded)).toEqual(verdicts(single));
  expect(sharded.events.map(({ seq }) => seq)).toEqual(sharded.events.map((_, at) => at + 1));
  const order = sharded.events.flatMap(({ kind, case_id }) => (kind === "case_started" ? [case_id] : []));
  const ends = sharded.events.findIndex(({ kind }) => kind === "case_finished");
  expect(sharded.events.slice(0, ends).filter(({ kind }) => kind === "case_started").length).toBeGreaterThan(
    1,
  );
  expect(order.indexOf("first")).toBeLessThan(order.indexOf("then"));
});
