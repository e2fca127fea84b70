import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { base64Forms } from "#model/base64-forms.ts";
import type { Qualification } from "#model/qualification.ts";
import { startServiceProcess } from "#test/support/process.ts";
import type { ServiceProcess } from "#test/support/process.ts";
import { startApp } from "#test/support/run-suite.ts";

const password = `pw-Kq7"Zx<9&vR+2/mT=Lw'8 nB_4yHc`;
/** What a cut leaves of it counts, too. */
const forms = [
  password,
  encodeURIComponent(password),
  JSON.stringify(password).slice(1, -1),
  password
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;"),
  ...base64Forms(password),
  password.slice(0, 12),
  password.slice(-12),
];
const html = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A page that shows the password in all that faults are made from, at lengths at which texts are cut. */
const page = `<h1>Inside</h1><h2>${html(password)}</h2>
${[30, 50, 70, 110, 190].map((size) => `<h3>${"x".repeat(size)} ${html(password)}</h3>`).join("")}
<ul>${[1, 2, 3].map((row) => `<li>${row} ${html(password)}</li>`).join("")}</ul>
<button onclick="order()">Order ${"y".repeat(60)} ${html(password)}</button><p role="status"></p><p id="who"></p><script>
const show = async (path, method) => (await fetch(path + "?at=" + encodeURIComponent(${JSON.stringify(password).replaceAll("<", String.raw`\u003c`)}), { method })).json();
show("/api/me", "GET").then(({ name }) => { who.textContent = name; });
const order = async () => { document.querySelector("[role=status]").textContent = (await show("/api/orders", "POST")).said; };
</script>`;

const yaml = `suite: Leaky
auth: {username: ada, password: "\${secret.APP}", login_path: /login}
base_url: http://127.0.0.1:1
cases:
  - id: shows
    title: A case that shows its secrets
    steps:
      - goto: /
      - expect: {visible: {role: heading, name: Inside}}
      - click: {role: button, name: Order}
      - expect: {text: {target: {role: status}, contains: Thank you}}
      - request: {url: "/api/me?at=\${secret.APP}"}
  - id: looks
    title: A case that looks at nothing
    steps:
      - goto: /
`;

let app: Awaited<ReturnType<typeof startApp>>;
let folder: string;
const started: ServiceProcess[] = [];

const start = async (): Promise<ServiceProcess> => {
  const service = await startServiceProcess({
    SERVICE_DATA_DIR: join(folder, "data"),
    SERVICE_LOG_LEVEL: "trace",
    TMPDIR: folder,
  });
  started.push(service);
  return service;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tracewright-test-"));
  const isIn = (cookie: string | undefined): boolean => String(cookie).includes("in=");
  app = await startApp({
    "/": ({ headers }, response) => {
      if (!isIn(headers.cookie)) return response.writeHead(302, { location: "/login" }).end();
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<html lang="en"><title>In</title>${page}`);
    },
    "/login": ({ method }, response) => {
      const cookie = `in=${encodeURIComponent(password)}`;
      if (method === "POST")
        return response
          .writeHead(302, { location: `/?welcome=${encodeURIComponent(password)}`, "set-cookie": cookie })
          .end();
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          `<title>Log in</title><form method="post"><label>Name <input name="u"></label><label>Password <input type="password" name="p"></label><button>Log in</button></form>`,
        );
    },
    "/api/me": (_request, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ name: `Ada ${password}`, key: password })),
    "/api/orders": (_request, response) =>
      response
        .writeHead(201, { "content-type": "application/json" })
        .end(JSON.stringify({ said: `Thank you, ${password}`, number: 4711 })),
  });
});
afterAll(async () => {
  for (const service of started) await service.stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

type Event = { seq: number; kind: string; message?: string };
const faultsOf = (events: Event[]): string[] =>
  events.flatMap(({ message }) => /^fault \d+ of \d+: .*/s.exec(message ?? "")?.[0] ?? []);

test(
  "a qualification whose service is killed is done once by the next one, with the same faults, and shows no secret",
  { timeout: 300_000 },
  async () => {
    const first = await start();
    await first.send("PUT", "/settings", { SECRET_APP: password });
    const { body: suite } = await first.send("POST", "/suites", { yaml });
    const { body: begun } = await first.send("POST", `/suites/${String(suite["file"])}/qualify`, {
      base_url: app.url,
      max_faults: 8,
      kinds: [
        "text_changed",
        "element_missing",
        "rows_missing",
        "field_changed",
        "write_lost",
        "dead_control",
      ],
    });
    const id = String(begun["run_id"]);
    const eventsBy = async (service: ServiceProcess): Promise<Event[]> =>
      (await service.send("GET", `/runs/${id}`)).body["events"] as Event[];
    await eventually(async () => expect(faultsOf(await eventsBy(first)).length).toBeGreaterThan(0));
    const before = await eventsBy(first);
    await first.kill();
    // The database itself notes every ending, so that a second one cannot hide.
    const database = new DatabaseSync(join(folder, "data", "tracewright.db"));
    database.exec(`create table endings (run_id text, status text);
      create trigger note_ending after update of status on runs when new.status in ('done', 'error', 'cancelled')
      begin insert into endings values (new.id, new.status); end;`);
    database.close();

    const second = await start();
    const run = await second.ended(id);
    const result = run["result"] as Qualification;
    expect(run).toMatchObject({ status: "done", kind: "qualify", result: { status: "done" } });
    expect(result.control.cases).toEqual(["shows", "looks"]);
    expect(result.noticed).toBeGreaterThan(0);
    const events = run["events"] as Event[];
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.slice(0, before.length)).toEqual(before);
    const again = faultsOf(events.slice(before.length)).slice(-result.sample.tried);
    expect(again).toHaveLength(result.sample.tried);
    const named = (line: string | undefined): string => String(line).split(": ").slice(0, 2).join();
    expect(again.map(named).slice(0, 1)).toEqual(faultsOf(before).map(named).slice(0, 1));
    const { body: list } = await second.send("GET", "/runs?kind=qualify");
    expect(list).toMatchObject({ total: 1, items: [{ id }] });

    const shown = new Map<string, string>([["the run", JSON.stringify(run)]]);
    for (const path of [
      `/runs/${id}/events`,
      `/artifacts/${id}/report.html`,
      `/artifacts/${id}/report.json`,
    ]) {
      const headers = { authorization: `Bearer ${second.token}` };
      shown.set(path, await (await fetch(`${second.url}/api/v1${path}`, { headers })).text());
    }
    await second.stop();
    const closed = new DatabaseSync(join(folder, "data", "tracewright.db"));
    expect(closed.prepare("select * from endings").all()).toEqual([{ run_id: id, status: "done" }]);
    closed.close();

    for (const [index, service] of started.entries()) shown.set(`log ${index}`, service.output());
    for (const entry of await readdir(join(folder, "data"), { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        shown.set(entry.name, (await readFile(join(entry.parentPath, entry.name))).toString("latin1"));
    expect(shown.get("the run")).toContain("********");
    const found = [...shown].flatMap(([place, text]) =>
      forms.flatMap((form) => {
        const at = text.indexOf(form);
        return at < 0 ? [] : [`${place}: ${text.slice(Math.max(0, at - 80), at + 40)}`];
      }),
    );
    expect(found).toEqual([]);
  },
);
