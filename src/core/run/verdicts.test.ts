import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { textLike } from "#test/support/any.ts";
import { oddPages } from "#test/support/odd-pages.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";
import type { SuiteRun } from "#test/support/run-suite.ts";

const browsers = createBrowserProvider();
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp(oddPages());
});
afterAll(async () => {
  await browsers.close();
  await app.close();
});
const run = (yaml: string, options: Parameters<typeof runSuite>[3] = {}): Promise<SuiteRun> =>
  runSuite(browsers, app.url, yaml, options);
const steps = (...lines: string[]): string =>
  `cases:\n  - id: a\n    steps:\n${lines.map((line) => `      - ${line}\n`).join("")}`;

/** A step that is bound to fail need not be waited for. */
const soon = (step: string): string => `${step}\n        timeout: 1500ms`;

const verdicts: [name: string, lines: string[], status: string, kind: string, why: RegExp][] = [
  [
    "text that is not there",
    ["goto: /", soon("expect: {text: Thank you}")],
    "failed",
    "not_held",
    /^step 2 \(expect text contains "Thank you"\): expected text contains "Thank you"; saw .*Shop/,
  ],
  [
    "an element that is not there",
    ["goto: /", soon("expect: {visible: Order now}")],
    "failed",
    "not_",
    /expected "Order now" visible/,
  ],
  [
    "a target that is gone",
    ["goto: /", soon("click: Add to cart")],
    "broken",
    "not_found",
    /^step 2 \(click "Add to cart"\): .*nearest: .*"Add to basket"/,
  ],
  [
    "a target that several fit",
    ["goto: /cart", soon("click: Remove")],
    "broken",
    "ambiguous",
    /^step 2 \(click "Remove"\): "Remove" fits 2 elements.*"Remove" in listitem "Mug Remove", .*"Remove" in listitem "Lamp Remove"/,
  ],
  [
    "an ambiguous expect",
    ["goto: /cart", soon("expect: {enabled: Remove}")],
    "broken",
    "ambiguous",
    /"Remove" fits 2 elements/,
  ],
  [
    "a wrong count",
    ["goto: /cart", soon("expect: {count: {target: {role: listitem}, is: 3}}")],
    "failed",
    "not_held",
    /expected exactly 3 of listitem; saw 2/,
  ],
  [
    "a page that answers 500",
    ["goto: /crash"],
    "failed",
    "not_held",
    /expected an answer below 500; saw status 500/,
  ],
  ["a page that never answers", [soon("goto: /slow")], "broken", "timeout", /was not loaded within/],
  ["an app that is not there", ["goto: http://127.0.0.1:9/"], "broken", "unreachable", /could not be loaded/],
  [
    "an exception in the page",
    ["goto: /throws", "expect: no_errors"],
    "failed",
    "not_held",
    /saw page error: .*kaput/,
  ],
  [
    "an image that is missing",
    ["goto: /missing-image", "expect: no_errors"],
    "failed",
    "not_held",
    /saw GET .*\/nothing\.png 404/,
  ],
  [
    "a capture that finds nothing",
    ["goto: /", soon('capture: {n: {text: {testid: number}, match: "No (\\\\d+)"}}')],
    "broken",
    "value",
    /nothing in "Order #4711" fits/,
  ],
  [
    "a request that was not sent",
    ["goto: /", soon("expect: {request: {url: /api/items}}")],
    "failed",
    "not_held",
    /saw no such request/,
  ],
  [
    "a request that was not to be sent",
    ["goto: /", "expect: {request: {url: /, method: GET, not: true}}"],
    "failed",
    "not_held",
    /expected no request GET .*; saw GET /,
  ],
  [
    "a request with a wrong answer",
    ["request: {url: /api/items, status: 204}"],
    "failed",
    "not_held",
    /expected status 204; saw status 200/,
  ],
  [
    "a wait in vain",
    ["goto: /", "wait_for: {text: Never}\n        timeout: 1500ms"],
    "broken",
    "not_held",
    /expected text contains "Never"/,
  ],
  [
    "a secret that is not set",
    ['goto: "/${secret.NOPE}"'],
    "broken",
    "value",
    /\$\{secret\.NOPE\} has no value: set SECRET_NOPE/,
  ],
];
test.each(verdicts)("%s", async (_name, lines, status, kind, why) => {
  const { cases, failures, files } = await run(steps(...lines));
  expect(cases["a"]).toMatchObject({ status, why: textLike(why) });
  expect(cases["a"]?.root_cause).not.toBeNull();
  expect(failures).toMatchObject([{ caseId: "a", status, kind: textLike(kind), baseUrl: app.url }]);
  expect(files.has("cases/a/evidence.json")).toBe(true);
});

test("patterns that backtrack without end break their case and stall nothing", async () => {
  const evil = "^(\\\\w+\\\\s?)+\\\\$";
  const many = "%20a".repeat(40);
  const { cases } = await run(
    `timeout: 20s\ncases:\n  - {id: a, steps: [{goto: "/?q=${many}"}, {expect: {request: {url: {matches: "^([^!]+)+!$"}}}}]}\n` +
      `  - {id: b, steps: [{goto: "/long"}, {capture: {x: {text: {testid: long}, match: "${evil}"}}}]}\n` +
      `  - {id: c, steps: [{goto: "/long"}, {expect: {each: {target: {testid: long}, matches: "${evil}"}}}]}\n`,
  );
  for (const id of ["a", "b", "c"])
    expect(cases[id]).toMatchObject({ status: "broken", why: textLike(/takes too long to compare/) });
});
