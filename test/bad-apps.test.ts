import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "#model/analysis.ts";
import type { Report } from "#model/report.ts";
import { startTestService } from "./support/service.ts";
import type { TestService } from "./support/service.ts";

let service: TestService;
let folder: string;
const servers: Server[] = [];
const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** The browser with less memory for scripts, so that a page has soon used it up. */
const modestBrowser = async (): Promise<string> => {
  const path = join(folder, "browser");
  const browser = process.env["SERVICE_BROWSER_PATH"] ?? "/usr/bin/chromium-headless-shell";
  await writeFile(path, `#!/bin/sh\nexec "${browser}" --js-flags=--max-old-space-size=128 "$@"\n`);
  await chmod(path, 0o755);
  return path;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tracewright-test-"));
  service = await startTestService({ SERVICE_BROWSER_PATH: await modestBrowser() });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const page =
  (body: string): RequestListener =>
  (request, response) => {
    response.setHeader("content-type", "text/html");
    response.statusCode = request.url === "/favicon.ico" ? 204 : 200;
    response.end(`<!doctype html><html lang="en"><title>An app</title><h1>An app</h1>${body}`);
  };
const analyze = (app_url: string) =>
  service.send<AnalyzeResult & { type?: string; detail?: string }>("POST", "/analyze", { app_url });

describe("an app that gives nothing to test is a generation error that says why", () => {
  test.each<[string, RequestListener, RegExp]>([
    ["answers 500 everywhere", (_request, response) => response.writeHead(500).end("no"), /500/],
    ["never answers", () => undefined, /not loaded within/],
    [
      "redirects without end",
      (_request, response) => response.writeHead(302, { location: "/" }).end(),
      /redirect/i,
    ],
    ["cuts the connection", (request) => request.socket.destroy(), /./],
  ])("an app that %s", async (_name, listener, detail) => {
    const { status, body } = await analyze(await serve(listener));
    expect(status).toBe(502);
    expect(body.type).toBe("generation_error");
    expect(body.detail).toMatch(detail);
  });

  test("a name that does not resolve", async () => {
    const { status, body } = await analyze("http://no-such-host.invalid");
    expect({ status, type: body.type }).toEqual({ status: 502, type: "generation_error" });
  });

  test("an address that nobody may reach is refused at once", async () => {
    const { status, body } = await analyze("http://169.254.169.254/latest/meta-data");
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_request" });
  });
});

describe("a page that fights back does not keep the service", () => {
  test.each<[string, string]>([
    [
      "has 10,000 links",
      Array.from({ length: 10_000 }, (_, at) => `<a href="/item/${at}">Item ${at}</a>`).join("\n"),
    ],
    ["opens dialogs without end", "<script>setInterval(() => alert('again'), 1)</script><p>Hello</p>"],
    ["opens windows without end", "<script>setInterval(() => window.open('/'), 20)</script><p>Hello</p>"],
    ["never stops computing", "<p>Hello</p><script>setTimeout(() => { for (;;); }, 300)</script>"],
  ])("a page that %s", async (_name, body) => {
    const answer = await analyze(await serve(page(body)));
    expect(["done", "generation_error"]).toContain(answer.body.type ?? answer.body.status);
    const next = await analyze(await serve(page("<p>All is well.</p>")));
    expect(next.body).toMatchObject({ status: "done", summary: { failed: 0, broken: 0 } });
  });
});

test("a tab out of memory and downloads without end break their own case; the others and the next run go on", async () => {
  const chunk = Buffer.alloc(256 * 1024);
  let poured = 0;
  const url = await serve((request, response) => {
    if (request.url !== "/endless") {
      const hungry = "<script>const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))</script>";
      return page(request.url === "/hungry" ? hungry : `<a href="/endless">Export</a>`)(request, response);
    }
    response.writeHead(200, { "content-disposition": "attachment; filename=all.csv" });
    const pour = (): void => {
      while (!response.destroyed && response.write(chunk)) poured += chunk.byteLength;
    };
    response.on("drain", pour);
    pour();
  });
  const yaml = [
    "suite: Hungry",
    `base_url: ${url}`,
    "timeout: 30s",
    "cases:",
    "  - {id: memory, steps: [{goto: /hungry}, {expect: {text: Never}}]}",
    "  - {id: address, steps: [{goto: /endless}]}",
    "  - {id: file, steps: [{goto: /}, {download: {click: Export}}]}",
    "  - {id: sound, steps: [{goto: /}, {expect: {text: An app}}]}",
  ].join("\n");
  const { body: suite } = await service.send("POST", "/suites", { yaml });
  const run = async (cases?: string[]): Promise<Record<string, string>> => {
    const { body } = await service.send("POST", "/runs", { suite: suite["file"], cases });
    const { report } = await service.ended<{ report: Report }>(String(body["run_id"]));
    return Object.fromEntries(
      report.cases.map(({ id, status, why, root_cause: cause }) => [
        id,
        `${status} ${cause?.category ?? ""} ${why}`,
      ]),
    );
  };
  expect(await run()).toEqual({
    memory: textLike(/^broken runner_fault .*the tab crashed/),
    address: textLike(/^broken test_defect .* is a download, not a page/),
    file: textLike(/^failed .* saw all.csv, which failed: it is larger than 20 MiB/),
    sound: textLike(/^passed/),
  });
  // Far less than what the steps' half a minute would have let through.
  expect(poured).toBeLessThan(2 ** 30);
  expect(await run(["sound"])).toEqual({ sound: textLike(/^passed/) });
});
