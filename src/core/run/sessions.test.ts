import { afterAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import type { Browser, SessionOptions } from "#ports/browser.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";

const browsers = createBrowserProvider();
afterAll(() => browsers.close());

/** The browser, and what each of its sessions began with. */
const listening = () => {
  const begun: SessionOptions[] = [];
  const get = async (): Promise<Browser> => {
    const browser = await browsers.get();
    return {
      ...browser,
      openSession: (options) => {
        begun.push(options);
        return browser.openSession(options);
      },
    };
  };
  return { get, begun };
};

const routes = {
  "/": "<p>Hello</p>",
  "/login":
    "<form action=/in><label>Name <input name=n></label><label>Password <input type=password name=p></label><button>Log in</button></form>",
};
const whoAreYou = (cookie: string | undefined): string =>
  cookie?.includes("user=ann") === true
    ? "<p>You are ann</p><button>Log out</button>"
    : "<p>You are nobody</p>";

test("where nobody logs in, every case begins with what was prepared during the one before", async () => {
  const app = await startApp(routes);
  const { get, begun } = listening();
  const { report } = await runSuite(
    { get },
    app.url,
    `cases:
  - {id: a, auth: false, steps: [{goto: /}, {expect: {text: Hello}}]}
  - {id: b, auth: false, steps: [{goto: /}, {expect: {text: Hello}}]}
  - {id: c, auth: false, steps: [{goto: /}, {expect: {text: Hello}}]}
`,
  );
  await app.close();
  expect(report.summary).toMatchObject({ passed: 3 });
  expect(begun).toHaveLength(3);
});

test("a case without the log-in begins without it, however late it is", async () => {
  const app = await startApp({
    ...routes,
    "/in": (_, response) =>
      response.writeHead(303, { "set-cookie": "user=ann; Path=/", location: "/me" }).end(),
    "/me": (request, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<!doctype html><title>Me</title>${whoAreYou(request.headers.cookie)}`),
  });
  const { get } = listening();
  const { report } = await runSuite(
    { get },
    app.url,
    `auth: {username: ann, password: secret123, login_path: /login}
cases:
  - {id: before, auth: false, steps: [{goto: /me}, {expect: {text: You are nobody}}]}
  - {id: within, steps: [{goto: /me}, {expect: {text: You are ann}}]}
  - {id: after, auth: false, steps: [{goto: /me}, {expect: {text: You are nobody}}]}
  - {id: again, steps: [{goto: /me}, {expect: {text: You are ann}}]}
`,
  );
  await app.close();
  expect(report.cases.map(({ id, status, why }) => `${id} ${status} ${why}`)).toEqual([
    "before passed ",
    "within passed ",
    "after passed ",
    "again passed ",
  ]);
});

test("a browser that was lost before it could open a session is asked for again", async () => {
  const app = await startApp(routes);
  const lost = await createPlaywrightBrowser();
  await lost.close();
  let asked = 0;
  const get = (): Promise<Browser> => ((asked += 1) === 1 ? Promise.resolve(lost) : browsers.get());
  const { report } = await runSuite(
    { get },
    app.url,
    "cases: [{id: a, steps: [{goto: /}, {expect: {text: Hello}}]}]\n",
  );
  await app.close();
  expect(report.summary).toMatchObject({ passed: 1, broken: 0 });
  expect(lost.isHealthy()).toBe(false);
});
