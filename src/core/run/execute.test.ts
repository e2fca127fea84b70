import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import type { Browser } from "#ports/browser.ts";
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

test("a case that passes: every step told, pictured and reported", async () => {
  const { report, events, files, failures } = await run(
    steps(
      "goto: /",
      "click: Add to basket",
      "fill: {Email: ann@shop.example}",
      "select: {Country: France}",
      "check: Newsletter",
      "expect: {title: Clicked, value: {Email: ann@shop.example}, checked: Newsletter, visible: Shop, hidden: Nothing}",
      "click: Cart",
      "press: Tab",
      "expect: {url: /cart, count: {target: {role: listitem}, is: 2}, text: Lamp}",
      "click: Remove\n        within: {role: listitem, text: Lamp}",
    ),
  );
  expect(report.cases[0]).toMatchObject({
    status: "passed",
    why: "",
    attempts: 1,
    flaky: false,
    root_cause: null,
  });
  expect(report.summary).toEqual({ passed: 1, failed: 0, broken: 0, skipped: 0 });
  expect(report.cases[0]?.steps.map(({ index, status, text }) => `${index} ${status} ${text}`)).toEqual([
    "0 passed open /",
    '1 passed click "Add to basket"',
    '2 passed fill "Email" with "ann@shop.example"',
    '3 passed select "France" in "Country"',
    '4 passed check "Newsletter"',
    '5 passed expect title contains "Clicked" and value of "Email" contains "ann@shop.example" and "Newsletter" checked and "Shop" visible and "Nothing" hidden',
    '6 passed click "Cart"',
    "7 passed press Tab",
    '8 passed expect address contains "/cart" and exactly 2 of listitem and text contains "Lamp"',
    '9 passed click "Remove" in listitem with text "Lamp"',
  ]);
  expect(report.cases[0]?.shots.map(({ path }) => path).slice(0, 3)).toEqual([
    "cases/a/01-goto.jpg",
    "cases/a/02-click.jpg",
    "cases/a/03-fill.jpg",
  ]);
  for (const { path } of report.cases[0]?.shots ?? [])
    expect(Buffer.from(files.get(path) ?? []).toString("hex", 0, 2)).toBe("ffd8");
  expect(events.map(({ kind }) => kind).slice(0, 5)).toEqual([
    "case_started",
    "action",
    "shot",
    "action",
    "shot",
  ]);
  expect(events.at(-1)).toMatchObject({ kind: "case_finished", status: "passed" });
  expect(failures).toEqual([]);
});

test("what becomes true in time holds, and what other origins do is no error", async () => {
  const { cases } = await run(
    `timeout: 20s\ncases:\n  - {id: a, steps: [{goto: /late}, {expect: {text: It is here}}]}\n  - {id: b, steps: [{goto: /foreign}, {expect: no_errors}]}\n`,
  );
  expect(cases["a"]).toMatchObject({ status: "passed", why: "" });
  expect(cases["b"]).toMatchObject({ status: "passed", why: "" });
});

test("a guard after typing waits for a search that begins once nobody types any more", async () => {
  const { cases, report } = await run(
    steps(
      "goto: /search-later",
      "fill: {Search: lamp}",
      "click: Lamp\n        when: {visible: Lamp}",
      "expect: {title: Lamp}",
    ),
  );
  expect(cases["a"]).toMatchObject({ status: "passed", why: "" });
  expect(report.cases[0]?.steps.map(({ status }) => status)).toEqual([
    "passed",
    "passed",
    "passed",
    "passed",
  ]);
});

test("guards, blocks, captures and needs", async () => {
  const { cases, report } = await run(`
blocks:
  home: [{goto: /}, {click: Accept cookies, when: {visible: Accept cookies}}]
cases:
  - {id: look, steps: [{goto: "/order/\${n}"}, {expect: {text: "Order \${n}"}}]}
  - {id: order, steps: [{use: home}, {capture: {n: {text: {testid: number}, match: "#(\\\\d+)"}}}]}
  - {id: bad, steps: [{click: Nothing, timeout: 300ms}]}
  - {id: after-bad, needs: [bad], steps: [reload]}
`);
  expect(report.cases.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "order passed",
    "look passed",
    "bad broken",
    "after-bad skipped",
  ]);
  expect(cases["order"]?.steps.map(({ status, text }) => `${status} ${text}`)).toEqual([
    "passed home › open /",
    'skipped home › click "Accept cookies"',
    "passed capture n",
  ]);
  expect(cases["order"]?.captured).toEqual({ n: "4711" });
  expect(cases["look"]?.steps[0]?.text).toBe("open /order/4711");
  expect(cases["after-bad"]).toMatchObject({ why: "needs bad, which was broken", steps: [] });
});

test("a chosen case brings what it needs", async () => {
  const yaml = `cases:\n  - {id: a, steps: [{goto: /}]}\n  - {id: b, needs: [a], steps: [{goto: /}]}\n  - {id: c, steps: [{goto: /}]}\n`;
  const { report, events } = await run(yaml, { only: ["b"] });
  expect(report.cases.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(events[0]).toMatchObject({
    kind: "log",
    message: "also executed, because a chosen case needs them: a",
  });
});

test("one log-in serves every case, and its password is nowhere", async () => {
  const yaml = `auth: {username: ann, password: "\${secret.PW}"}\ncases:\n  - {id: a, steps: [{goto: /account}, {expect: {text: Welcome ann}}]}\n  - {id: b, steps: [{goto: /account}, {expect: {text: Welcome ann}}, {goto: "/?q=\${secret.PW}"}, {expect: {text: "\${secret.PW}"}, timeout: 100ms}]}\n`;
  const run1 = await run(yaml, { secrets: { PW: "open sesame" } });
  expect(run1.cases["a"]).toMatchObject({ status: "passed" });
  expect(run1.cases["a"]?.steps.map(({ text }) => text)).toEqual([
    "open the log-in form",
    "log in as ann",
    "expect to be logged in as ann",
    "open /account",
    'expect text contains "Welcome ann"',
  ]);
  expect(run1.cases["b"]).toMatchObject({ status: "failed" });
  const evidence = [...run1.files]
    .filter(([name]) => name.endsWith(".json"))
    .map(([, content]) => Buffer.from(content).toString());
  const all = JSON.stringify([run1.report, run1.events, run1.failures, evidence]);
  expect(all).toContain("********");
  expect(all).not.toMatch(/open.{1,3}sesame/);
});

test("a log-in that is refused breaks every case and says why", async () => {
  const yaml = `auth: {username: ann, password: wrong, login_path: /login}\ncases:\n  - {id: a, steps: [{goto: /}]}\n  - {id: b, steps: [{goto: /}]}\n`;
  const { report, failures } = await run(yaml);
  for (const item of report.cases) {
    expect(item).toMatchObject({
      status: "broken",
      why: textLike(
        /^log-in failed: .*expected to be logged in as ann; saw the log-in form, which says "Wrong password"/,
      ),
      trace: "login/trace.zip",
    });
    expect(item.root_cause).not.toBeNull();
  }
  expect(failures).toHaveLength(1);
}, 240_000);

test("a retry is told: flaky, with the first attempt's evidence kept", async () => {
  const yaml = `cases:\n  - {id: a, retries: 2, steps: [{goto: /flaky}, {expect: {text: Fine}, timeout: 3s}]}\n`;
  const { cases, files, failures } = await run(yaml);
  expect(cases["a"]).toMatchObject({
    status: "passed",
    flaky: true,
    attempts: 2,
    root_cause: null,
    trace: "cases/a/trace.zip",
  });
  expect(cases["a"]?.why).toMatch(/^passed on attempt 2; attempt 1: step 2 .*expected text contains "Fine"/);
  expect([...files.keys()]).toEqual([
    "cases/a/01-goto.jpg",
    "cases/a/02-expect.jpg",
    "cases/a/evidence.json",
    "cases/a/trace.zip",
    "cases/a/attempt-2/01-goto.jpg",
    "cases/a/attempt-2/02-expect.jpg",
  ]);
  expect(failures).toEqual([]);
});

test("a trace is kept of a second attempt that does not pass", async () => {
  const yaml = `cases:\n  - {id: a, retries: 1, steps: [{goto: /}, {click: Nothing, timeout: 300ms}]}\n`;
  const { cases, files } = await run(yaml);
  expect(cases["a"]).toMatchObject({ status: "broken", attempts: 2, trace: "cases/a/attempt-2/trace.zip" });
  expect(Buffer.from(files.get("cases/a/attempt-2/trace.zip") ?? []).toString("latin1", 0, 2)).toBe("PK");
});

test("a cancelled run ends at once with a partial report", async () => {
  const stop = new AbortController();
  const yaml = `timeout: 20s\ncases:\n  - {id: a, steps: [{goto: /}]}\n  - {id: b, steps: [{goto: /}, {expect: {text: Never}}, {goto: /}]}\n  - {id: c, steps: [{goto: /}]}\n`;
  const { report } = await run(yaml, {
    signal: stop.signal,
    emit: async (event) => {
      if (event.kind === "action" && event.case_id === "b" && event.step === 1) stop.abort("cancelled");
    },
  });
  expect(report.cases.map(({ status, why }) => `${status} ${why}`)).toEqual([
    "passed ",
    "skipped run cancelled",
    "skipped run cancelled",
  ]);
  expect(report.cases[1]?.steps.map(({ status }) => status)).toEqual(["passed", "skipped", "skipped"]);
});

test("a browser that is lost breaks the case, and the next one goes on with another", async () => {
  const yaml = `timeout: 20s\ncases:\n  - {id: a, steps: [{goto: /}, {expect: {text: Never}}]}\n  - {id: b, steps: [{goto: /}]}\n`;
  const first = await createPlaywrightBrowser();
  const get = (): Promise<Browser> => (first.isHealthy() ? Promise.resolve(first) : browsers.get());
  const { cases, failures } = await runSuite({ get }, app.url, yaml, {
    emit: async (event) => {
      if (event.kind === "action" && event.case_id === "a" && event.step === 1) await first.close();
    },
  });
  expect(cases["a"]).toMatchObject({ status: "broken" });
  expect(failures).toMatchObject([{ caseId: "a", kind: "crashed" }]);
  expect(cases["b"]).toMatchObject({ status: "passed", why: "" });
});

test.each(["", "<h1>Sorry</h1>"])(
  "a log-in that is answered with an error page is none: %j",
  async (body) => {
    const form = `<form method="post" action="/enter"><label>User <input name="user"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
    const failing = await startApp({
      "/": form,
      "/enter": (_request, response) =>
        response.writeHead(503, { "content-type": "text/html" }).end(body && `<!doctype html>${body}`),
    });
    const yaml = `auth: {username: ann, password: sesame}\ncases:\n  - {id: a, steps: [{goto: /}]}\n`;
    const { report } = await runSuite(browsers, failing.url, yaml);
    await failing.close();
    expect(report.cases[0]).toMatchObject({
      status: "broken",
      why: textLike(/^log-in failed: .*an error page \(the app answered 503\)/),
    });
  },
);

test("a case without the log-in does not suffer from one that fails", async () => {
  const yaml = `auth: {username: ann, password: wrong, login_path: /nowhere}\ncases:\n  - {id: a, auth: false, steps: [{goto: /}]}\n  - {id: b, steps: [{goto: /}]}\n`;
  const { report } = await run(yaml);
  expect(report.cases.map(({ status }) => status)).toEqual(["passed", "broken"]);
  expect(report.cases[1]?.why).toMatch(/^log-in failed: .*no log-in form was found at \/nowhere/);
});

test("a case that takes too long is bounded", async () => {
  const yaml = `case_timeout: 1500ms\ncases:\n  - {id: a, steps: [{goto: /}, {wait_for: {text: Never}}]}\n`;
  const { cases } = await run(yaml);
  expect(cases["a"]).toMatchObject({ status: "broken" });
});

test("an event that cannot be written ends the run", async () => {
  const yaml = `cases:\n  - {id: a, steps: [{goto: /}, {goto: /cart}]}\n`;
  const emit = async (): Promise<void> => Promise.reject(new Error("the lease was lost"));
  await expect(run(yaml, { emit })).rejects.toThrow("the lease was lost");
});

test("a request with the session's cookies, its answer captured", async () => {
  const yaml = `cases:\n  - {id: a, steps: [{request: {method: POST, url: /api/items, json: {name: Mug}, status: 201, capture: {id: $.id}}}, {goto: "/?id=\${id}"}]}\n`;
  const { cases } = await run(yaml);
  expect(cases["a"]).toMatchObject({ status: "passed", captured: { id: 99 } });
});

test("the suite's own seed decides its fixtures, and the report shows it", async () => {
  const yaml = (seed: string): string =>
    `${seed}fixtures: {name: person.fullName}\ncases:\n  - {id: a, steps: [{goto: "/?q=\${name}"}, {capture: {where: {url: true}}}]}\n`;
  const [first, again, other] = [
    await run(yaml("seed: 7\n")),
    await run(yaml("seed: 7\n")),
    await run(yaml("")),
  ];
  expect([first, again, other].map(({ report }) => report.seed)).toEqual([7, 7, 1]);
  expect(again.cases["a"]?.captured).toEqual(first.cases["a"]?.captured);
  expect(other.cases["a"]?.captured).not.toEqual(first.cases["a"]?.captured);
});
