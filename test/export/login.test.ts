import { afterAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { textLike } from "#test/support/any.ts";
import { startApp } from "#test/support/run-suite.ts";
import type { Handler } from "#test/support/run-suite.ts";
import { projectWith, runSpec, runSuite, suiteOf, typeCheck } from "./support.ts";

const browsers = createBrowserProvider();
afterAll(() => browsers.close());

const page = (body: string): string =>
  `<!doctype html><html lang=en><title>App</title><body>${body}</body></html>`;
const asksName = `<h1>Sign in</h1><form method=post action=/name><label>E-mail <input name=email type=email></label><button>Next</button></form>`;
const asksPassword = (said: string): string =>
  `<h1>Welcome back</h1>${said}<form method=post action=/password><label>Password <input type=password name=password></label><button>Sign in</button></form>`;

/** An app that asks for the name on one page and for the password on the next; each log-in is good for so many pages. */
const appInTwo = (good: number) => {
  const left = new Map<string, number>();
  let logins = 0;
  const answer =
    (then: (form: URLSearchParams) => [string, string?]): Handler =>
    (request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const [text, cookie] = then(new URLSearchParams(body));
        const isPlace = text.startsWith("/");
        response.writeHead(isPlace ? 303 : 200, {
          "content-type": "text/html",
          ...(isPlace ? { location: text } : {}),
          ...(cookie === undefined ? {} : { "set-cookie": `${cookie}; Path=/` }),
        });
        response.end(isPlace ? "" : page(text));
      });
    };
  const account: Handler = (request, response) => {
    const session = /session=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    const rest = left.get(session) ?? 0;
    left.set(session, rest - 1);
    response.writeHead(rest > 0 ? 200 : 303, { "content-type": "text/html", location: "/login" });
    response.end(rest > 0 ? page("<h1>Your account</h1>") : "");
  };
  return {
    logins: () => logins,
    routes: {
      "/": `<h1>App</h1><a href=/login>Sign in</a>`,
      "/login": answer(() => [asksName]),
      "/name": answer((form) => [form.get("email") === "ann@shop.example" ? asksPassword("") : asksName]),
      "/password": answer((form) => {
        if (form.get("password") !== "open sesame") return [asksPassword("<p role=alert>Wrong password</p>")];
        logins += 1;
        left.set(`s${logins}`, good);
        return ["/account", `session=s${logins}`];
      }),
      "/account": account,
    },
  };
};

const suite = (password: string, path: string) =>
  suiteOf(`suite: In two
base_url: http://127.0.0.1:4000
auth: {username: ann@shop.example, password: "${password}"${path}}
cases:
  - {id: one, steps: [{goto: /account}, {expect: {text: Your account}, timeout: 8s}]}
  - {id: two, steps: [{goto: /account}, {expect: {text: Your account}, timeout: 8s}]}\n`);

test.each([
  ["open sesame", ", login_path: /login", "passed"],
  ["open sesame", "", "passed"],
  ["wrong", ", login_path: /login", "failed"],
])(
  "a log-in of two pages: %s%s",
  async (password, path, verdict) => {
    const written = suite(password, path);
    const [own, specs] = [appInTwo(50), appInTwo(50)];
    const [ownApp, specApp] = await Promise.all([startApp(own.routes), startApp(specs.routes)]);
    const folder = await projectWith(exportSpec(written, "two.yaml"));
    try {
      const wanted = { one: verdict, two: verdict };
      const mine = await runSuite(browsers, written, ownApp.url);
      expect({ ...mine.verdicts, why: mine.errors }).toEqual({ ...wanted, why: mine.errors });
      expect(own.logins()).toBe(verdict === "passed" ? 1 : 0);
      const [exported, problems] = await Promise.all([runSpec(folder, specApp.url), typeCheck(folder)]);
      expect(problems).toBe("");
      expect({ ...exported.verdicts, why: exported.errors }).toEqual({ ...wanted, why: exported.errors });
    } finally {
      await Promise.all([ownApp.close(), specApp.close()]);
    }
  },
  240_000,
);

test("a log-in of two pages that has expired is renewed once", async () => {
  const app = appInTwo(2);
  const served = await startApp(app.routes);
  const { verdicts, errors } = await runSuite(
    browsers,
    suite("open sesame", ", login_path: /login"),
    served.url,
  );
  await served.close();
  expect({ verdicts, errors }).toEqual({
    verdicts: { one: "passed", two: "passed" },
    errors: { two: textLike(/was renewed/) },
  });
  expect(app.logins()).toBe(2);
}, 240_000);
