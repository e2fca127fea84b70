import { afterAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { textLike } from "#test/support/any.ts";
import { expiringApp } from "#test/support/expiring-app.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";

const browsers = createBrowserProvider();
afterAll(() => browsers.close());

const suite = `timeout: 6s
auth: {username: ann, password: secret123, login_path: /login}
cases:
  - {id: a, steps: [{goto: /home}, {expect: {text: Inside /home}}]}
  - {id: ends-it, auth: false, steps: [{request: {url: /expire}}]}
  - {id: b, steps: [{goto: /orders}, {expect: {text: Inside /orders}}]}
  - {id: c, steps: [{goto: /orders}, {expect: {text: Inside /orders}}]}
  - {id: wrong, steps: [{goto: /orders}, {expect: {text: Nothing}}]}
`;
const run = async (mayLogIn?: (count: number) => boolean) => {
  const { routes, seen } = expiringApp(mayLogIn);
  const app = await startApp(routes);
  try {
    const done = await runSuite(browsers, app.url, suite);
    const logs = done.events.flatMap((event) => (event.kind === "log" ? [event.message] : []));
    return { ...done, logs, logins: seen.logins };
  } finally {
    await app.close();
  }
};

test("an expired log-in is renewed once, and said so", async () => {
  const { report, cases, logs, logins } = await run();
  expect(report.cases.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "a passed",
    "ends-it passed",
    "b passed",
    "c passed",
    "wrong failed",
  ]);
  expect(cases["b"]).toMatchObject({
    flaky: false,
    attempts: 1,
    why: textLike(/log-in, which had expired, was renewed/),
  });
  expect(cases["b"]?.steps.map(({ index, text }) => `${index} ${text}`)).toEqual([
    "0 open /login",
    "1 log in as ann",
    "2 expect to be logged in as ann",
    "3 open /orders",
    '4 expect text contains "Inside /orders"',
  ]);
  expect(cases["c"]).toMatchObject({ why: "" });
  expect(logs).toEqual(["the case ended on the log-in form: logging in again, then the case begins anew"]);
  expect(logins).toBe(2);
});

test("a log-in that cannot be renewed leaves the case as it was, and is not tried for each case", async () => {
  const { report, logs, logins } = await run((count) => count === 1);
  expect(report.cases.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "a passed",
    "ends-it passed",
    "b failed",
    "c failed",
    "wrong failed",
  ]);
  expect(logs).toHaveLength(2);
  expect(logs[1]).toMatch(/^the log-in could not be renewed: log-in failed/);
  expect(logins).toBe(2);
}, 240_000);
