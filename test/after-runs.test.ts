import { text as textOf } from "node:stream/consumers";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import type { AnalyzeResult } from "#model/analysis.ts";
import { causeOwner } from "#model/root-cause.ts";
import type { RunDetail } from "#model/run.ts";
import { accounts, token } from "./trackers/accounts.ts";
import { startTracker } from "./trackers/tracker-server.ts";
import { startTestService } from "./support/service.ts";
import type { TestService } from "./support/service.ts";

type Message = { event: string; run_id: string; status: string; text: string };

let service: TestService;
let app: Server;
let url: string;
/** Whether ordering answers 500. */
let faulty = true;
const messages: Message[] = [];
const logins: string[] = [];

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${content}</html>`;

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = request.url ?? "/";
  const body = await textOf(request);
  const html = (text: string): void => {
    response.setHeader("content-type", "text/html").end(text);
  };
  if (path === "/hook") {
    messages.push(JSON.parse(body) as Message);
    response.end();
  } else if (path === "/login" && request.method === "POST") {
    logins.push(body);
    const user = new URLSearchParams(body).get("user") ?? "";
    response.writeHead(303, { location: "/account", "set-cookie": `user=${encodeURIComponent(user)}` }).end();
  } else if (path === "/login") {
    const fields = `<label>User <input name="user"></label><label>Password <input type="password" name="password"></label>`;
    html(page("Log in", `<form method="post">${fields}<button>Log in</button></form>`));
  } else if (path === "/account") {
    const user = /user=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
    html(page("Account", user ? `<p>Hello ${decodeURIComponent(user)}</p>` : "<p>Who are you?</p>"));
  } else if (path === "/order") {
    const error = { error: "TypeError: cannot read properties of undefined (reading 'price')" };
    response.writeHead(faulty ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(faulty ? error : { ok: true }));
  } else {
    const script = `fetch("/order", { method: "POST" }).then((r) => { out.textContent = r.ok ? "Thank you" : "Sorry" })`;
    html(page("Shop", `<button onclick='${script}'>Order</button><p id="out"></p>`));
  }
};

beforeAll(async () => {
  app = createServer((request, response) => void answer(request, response));
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  service = await startTestService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  app.close();
});
beforeEach(() => {
  messages.length = 0;
  logins.length = 0;
});

const suiteOf = async (title: string, cases: string, head = ""): Promise<string> => {
  const yaml = `suite: ${title}\nbase_url: ${url}\n${head}cases:\n${cases}`;
  const { body } = await service.send<{ file: string }>("POST", "/suites", { yaml });
  return body.file;
};
const orderCase =
  "  - id: order\n    title: Somebody orders\n    steps: [{goto: /}, {click: Order}, {expect: {text: Thank you}, timeout: 2s}]\n";

const runOf = async (body: Record<string, unknown>): Promise<RunDetail> => {
  const started = await service.send<{ run_id: string }>("POST", "/runs", body);
  expect(started.status).toBe(200);
  return service.ended<RunDetail>(started.body.run_id);
};
const logsOf = (run: RunDetail): string[] =>
  run.events.flatMap((event) => (event.kind === "log" ? [event.message] : []));

type Issue = {
  id: string;
  number: number;
  status: string;
  occurrences: number;
  run_id: string;
  case_id: string;
};
const issues = async (): Promise<Issue[]> =>
  (await service.send<{ items: Issue[] }>("GET", "/issues")).body.items;

describe("issues filed natively", () => {
  test("are one a cause: seen again it counts, closed it reopens, and only the product's faults are filed", async () => {
    const drifted =
      "  - id: drift\n    title: Nothing there\n    steps: [{goto: /}, {click: {testid: gone}, timeout: 1s}]\n";
    const suite = await suiteOf("Orders", orderCase + drifted);
    const first = await runOf({ suite, file_issues: "native", sharded: true });
    expect(first).toMatchObject({ status: "done", sharded: true, summary: { failed: 1, broken: 1 } });
    const [issue, ...others] = await issues();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      number: 1,
      status: "open",
      severity: "critical",
      suite,
      case_id: "order",
      run_id: first.id,
      occurrences: 1,
      external_url: null,
    });
    expect(logsOf(first)).toContain("filed #1");
    expect(logsOf(first).some((message) => message.startsWith("sharded: "))).toBe(true);
    const { body } = await service.send("GET", `/issues/${issue?.id}`);
    expect(body["body_md"]).toContain("TypeError");

    await service.send("PATCH", `/issues/${issue?.id}`, { status: "closed" });
    const second = await runOf({ suite, cases: ["order"], file_issues: "native" });
    expect(await issues()).toMatchObject([
      { id: issue?.id, status: "open", occurrences: 2, run_id: second.id },
    ]);
    await runOf({ suite, cases: ["order"] });
    expect(await issues()).toMatchObject([{ occurrences: 2 }]);
  });
});

test("an analysis files what it finds and answers with the issues", async () => {
  const { status, body } = await service.send<AnalyzeResult>("POST", "/analyze", {
    app_url: url,
    file_issues: "native",
  });
  expect({ status, run: body.status }).toEqual({ status: 200, run: "done" });
  const owned = body.cases.filter(
    ({ root_cause }) => root_cause && causeOwner[root_cause.category] === "product",
  );
  expect(owned.length).toBeGreaterThan(0);
  expect(body.issues.map((issue) => issue["case_id"])).toEqual(owned.map(({ id }) => id));
  const run = await service.ended<RunDetail>(body.run_id);
  expect(run.result).toMatchObject({ issues: body.issues });
  for (const issue of body.issues) {
    expect(await service.send("GET", `/issues/${String(issue["id"])}`)).toMatchObject({ status: 200 });
  }
});

describe("issues filed in GitHub", () => {
  test("are there when the run ends, told of what comes after, and none of the run's troubles", async () => {
    await using tracker = await startTracker(accounts.github.vendor);
    const suite = await suiteOf("Tracked", orderCase);
    const refused = await service.send("POST", "/runs", { suite, file_issues: "github" });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "file_issues" }] } });
    await service.send("PUT", "/settings", accounts.github.settings(tracker.url));
    expect((await service.send("GET", "/integrations/trackers")).body).toEqual({
      github: true,
      gitlab: false,
      jira: false,
    });
    // A tracker that is down is none of the run's business.
    tracker.trouble(/./, { status: 503, headers: { "retry-after": "1" } });
    const down = await runOf({ suite, file_issues: "github" });
    expect(down.status).toBe("done");
    expect(logsOf(down).join()).toContain("is not in github yet: GitHub answered 503");
    const tracked = async () => {
      const { body } = await service.send<{ items: Record<string, unknown>[] }>("GET", "/issues");
      return body.items.find(({ filings }) => Array.isArray(filings) && filings.length > 0);
    };
    const url = `${tracker.url}/acme/shop/issues/1`;
    await eventually(async () => expect(await tracked()).toMatchObject({ external_url: url }));
    expect(await tracked()).toMatchObject({ filings: [{ tracker: "github", status: "filed", url }] });

    faulty = false;
    const fixed = await runOf({ suite });
    expect(logsOf(fixed).join()).toContain("passes again: #");
    faulty = true;
    const said = (): string => JSON.stringify(tracker.issues[0]?.comments);
    await eventually(() => expect(said()).toContain("passes again"));
    expect(await tracked()).toMatchObject({ fixed_run_id: fixed.id });
    expect(tracker.issues).toHaveLength(1);
    expect(tracker.faults).toEqual([]);
    const { body: settings } = await service.send("GET", "/settings");
    expect(JSON.stringify([settings, down, await tracked()])).not.toContain(token);
  });
});

describe("a plan's log-in", () => {
  test("takes the place of the suite's own, in every suite of the pass, in order", async () => {
    const hello =
      "  - id: hello\n    title: Known\n    steps: [{goto: /account}, {expect: {text: Hello ada}}]\n";
    const own = "auth: {username: suite, password: '${secret.NOT_SET}', login_path: /login}\n";
    const suites = [await suiteOf("With", hello, own), await suiteOf("Without", hello)];
    const auth = { username: "ada", password: "sesame $street", login_path: "/login" };
    const { body: plan } = await service.send("POST", "/plans", {
      name: "Pass",
      items: suites.map((suite) => ({ suite })),
      auth,
    });
    const started = await service.send<{ run_ids: string[] }>("POST", `/plans/${String(plan["id"])}/run`);
    const runs: RunDetail[] = [];
    for (const id of started.body.run_ids) runs.push(await service.ended<RunDetail>(id));
    for (const run of runs) {
      expect(run.report?.cases.map(({ status, why }) => ({ status, why }))).toEqual([
        { status: "passed", why: "" },
      ]);
      expect(JSON.stringify(run)).not.toContain("sesame");
    }
    expect(runs[1]?.started_at ?? "").not.toBe("");
    expect((runs[0]?.finished_at ?? "") <= (runs[1]?.started_at ?? "")).toBe(true);
    expect(logins.map((body) => new URLSearchParams(body).get("password"))).toEqual([
      "sesame $street",
      "sesame $street",
    ]);
    const { body } = await service.send("GET", `/plans/${String(plan["id"])}`);
    expect(body["last_run"]).toMatchObject({ status: "done", summary: { passed: 2 } });
  });
});

describe("notifications", () => {
  const settings = (values: Record<string, string>) => service.send("PUT", "/settings", values);
  const about = (run: RunDetail): Message[] => messages.filter(({ run_id }) => run_id === run.id);

  test("are sent as a test by anybody, once a webhook is set", async () => {
    const user = { email: "member@example.com", password: "correct horse" };
    await service.send("POST", "/auth/users", { ...user, role: "member" });
    const { body } = await service.send<{ token: string }>("POST", "/auth/login", user, null);
    const send = () => service.send("POST", "/settings/test-notification", undefined, body.token);
    expect(await send()).toMatchObject({ status: 400, body: { type: "invalid_request" } });
    const refused = await service.send("PUT", "/settings", { NOTIFY_FORMAT: "json" }, body.token);
    expect(refused.status).toBe(403);
    await settings({ NOTIFY_WEBHOOK_URL: `${url}/hook`, NOTIFY_FORMAT: "json" });
    expect(await send()).toMatchObject({ status: 200, body: { ok: true } });
    expect(messages).toMatchObject([{ event: "test" }]);
    await settings({ NOTIFY_WEBHOOK_URL: "http://127.0.0.1:9/secret-path" });
    const dead = await send();
    expect(dead.status).toBe(400);
    expect(JSON.stringify(dead.body)).not.toContain("secret-path");
    await settings({ NOTIFY_WEBHOOK_URL: "http://169.254.169.254/" });
    expect(await send()).toMatchObject({ status: 400 });
  });

  test("come once a run: of failures, of all, of changes or never", async () => {
    await settings({ NOTIFY_WEBHOOK_URL: `${url}/hook`, NOTIFY_FORMAT: "json" });
    const suite = await suiteOf("Told", orderCase);
    const run = async (works: boolean): Promise<RunDetail> => {
      faulty = !works;
      return runOf({ suite });
    };
    const good1 = await run(true);
    const bad1 = await run(false);
    await eventually(() => expect(about(bad1)).toHaveLength(1));
    expect(about(bad1)).toMatchObject([{ event: "run_ended", status: "done" }]);
    expect(about(bad1)[0]?.text).toContain("0 passed, 1 failed");
    expect(about(good1)).toEqual([]);

    await settings({ NOTIFY_ON: "change" });
    const bad2 = await run(false);
    const good2 = await run(true);
    await eventually(() => expect(about(good2)).toHaveLength(1));
    expect(about(bad2)).toEqual([]);

    await settings({ NOTIFY_ON: "always" });
    const good3 = await run(true);
    await eventually(() => expect(about(good3)).toHaveLength(1));
    await settings({ NOTIFY_ON: "off" });
    const bad3 = await run(false);
    await settings({ NOTIFY_ON: "failure" });
    const last = await run(false);
    await eventually(() => expect(about(last)).toHaveLength(1));
    expect(about(bad3)).toEqual([]);
    for (const told of [bad1, good2, good3, last]) expect(about(told)).toHaveLength(1);
    faulty = true;
  });

  test("tell of a run that could not be executed, and a dead webhook is no fault of the run", async () => {
    await settings({ NOTIFY_WEBHOOK_URL: `${url}/hook`, NOTIFY_FORMAT: "json", NOTIFY_ON: "failure" });
    const { body } = await service.send<{ run_id: string }>("POST", "/analyze", {
      app_url: "http://127.0.0.1:9",
      mode: "async",
    });
    const run = await service.ended<RunDetail>(body.run_id);
    expect(run.status).toBe("error");
    await eventually(() => expect(about(run)).toMatchObject([{ status: "error" }]));
    await settings({ NOTIFY_WEBHOOK_URL: "http://127.0.0.1:9/" });
    expect(await runOf({ suite: await suiteOf("Untold", orderCase) })).toMatchObject({ status: "done" });
  });
});
