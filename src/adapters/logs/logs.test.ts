import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { LogBackendError } from "#ports/logs.ts";
import { startElasticsearch } from "#test/support/elasticsearch.ts";
import { startLoki } from "#test/support/loki.ts";
import type { LogSettings } from "./backend.ts";
import { createLogBackend } from "./create-log-backend.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const otherId = "0af7651916cd43dd8448eb211c80319c";
const now = new Date();
const window = {
  traceIds: [traceId],
  from: new Date(now.getTime() - 30_000),
  to: new Date(now.getTime() + 30_000),
  limit: 100,
};
const at = (offsetMs: number) => new Date(now.getTime() + offsetMs).toISOString();
const backend = (settings: LogSettings, logDirs: string[] = []) => {
  const made = createLogBackend(settings, { fetch, logDirs });
  if (!made) throw new Error("no backend was made");
  return made;
};

describe("which backend", () => {
  it.each<[LogSettings]>([
    [{}],
    [{ LOG_BACKEND: null }],
    [{ LOG_BACKEND: "off", LOKI_URL: "http://127.0.0.1:1" }],
    [{ LOG_BACKEND: "loki" }],
    [{ LOG_BACKEND: "elasticsearch", LOKI_URL: "http://127.0.0.1:1" }],
    [{ LOG_BACKEND: "file" }],
    [{ LOG_BACKEND: "constructor" }],
  ])("%j is none", (settings) => {
    expect(createLogBackend(settings, { fetch, logDirs: [] })).toBeNull();
  });
});

describe("Loki", () => {
  const start = async (options: Parameters<typeof startLoki>[0] = {}) => {
    const loki = await startLoki(options);
    cleanups.push(loki.close);
    const push = async (lines: string[], labels: Record<string, string> = { job: "shop" }, offsetMs = 0) => {
      const base = BigInt(now.getTime() + offsetMs) * 1_000_000n;
      const auth = options.basicAuth;
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (auth) headers.authorization = `Basic ${btoa(`${auth.username}:${auth.password}`)}`;
      if (options.tenant) headers["x-scope-orgid"] = options.tenant;
      const values = lines.map((line, index) => [String(base + BigInt(index) * 1_000_123n), line]);
      await fetch(`${loki.url}/loki/api/v1/push`, {
        method: "POST",
        headers,
        body: JSON.stringify({ streams: [{ stream: labels, values }] }),
      });
    };
    return { ...loki, push };
  };

  it("finds the lines of any of the traces within the window, oldest first", async () => {
    const loki = await start();
    await loki.push([`late ${traceId}`], undefined, 5_000);
    await loki.push([`GET / trace=${traceId}`, "nothing of it", `GET /x trace=${otherId}`]);
    await loki.push([`long ago ${traceId}`], undefined, -120_000);
    const lines = await backend({ LOG_BACKEND: "loki", LOKI_URL: `${loki.url}/` }).find({
      ...window,
      traceIds: [traceId, otherId],
    });
    expect(lines.map(({ text }) => text)).toEqual([
      `GET / trace=${traceId}`,
      `GET /x trace=${otherId}`,
      `late ${traceId}`,
    ]);
    expect(lines[1]?.at).toMatch(/^\d{4}-.*\.\d{9}Z$/);
  });
  it("keeps a trace together that was shipped line by line", async () => {
    const loki = await start();
    await loki.push([
      `2026-01-02 ERROR [${traceId}] Order failed`,
      "java.lang.IllegalStateException: no price",
      "\tat com.acme.Orders.price(Orders.java:41)",
      "2026-01-02 INFO next request",
      "\tat not.of.It(It.java:1)",
    ]);
    const lines = await backend({ LOG_BACKEND: "loki", LOKI_URL: loki.url }).find(window);
    expect(lines.map(({ text }) => text)).toEqual([
      `2026-01-02 ERROR [${traceId}] Order failed\njava.lang.IllegalStateException: no price\n\tat com.acme.Orders.price(Orders.java:41)`,
    ]);
  });
  it("sends user, password and tenant, and honours the selector", async () => {
    const loki = await start({ basicAuth: { username: "u", password: "p:ü" }, tenant: "acme" }).catch(
      () => null,
    );
    if (!loki) throw new Error("not started");
    const settings = {
      LOG_BACKEND: "loki",
      LOKI_URL: loki.url,
      LOKI_USERNAME: "u",
      LOKI_PASSWORD: "p:ü",
      LOKI_TENANT: "acme",
      LOKI_SELECTOR: '{app="shop"}',
    };
    await expect(backend(settings).find(window)).resolves.toEqual([]);
    await expect(backend({ ...settings, LOKI_PASSWORD: "wrong" }).find(window)).rejects.toThrow(
      "Loki answered 401: Unauthorized",
    );
  });
  it("looks among all service names when there is no job label", async () => {
    const loki = await start();
    await loki.push([`{"trace":"${traceId}"}`], { service_name: "shop" });
    await expect(backend({ LOG_BACKEND: "loki", LOKI_URL: loki.url }).find(window)).resolves.toHaveLength(1);
  });
  it("says what went wrong", async () => {
    const loki = await start();
    const bad = backend({ LOG_BACKEND: "loki", LOKI_URL: loki.url, LOKI_SELECTOR: '{job=~".*"}' });
    await expect(bad.find(window)).rejects.toThrow(/Loki answered 400: queries require at least one/);
    const gone = backend({ LOG_BACKEND: "loki", LOKI_URL: "http://127.0.0.1:1" });
    await expect(gone.find(window)).rejects.toThrow(LogBackendError);
    const aborted = backend({ LOG_BACKEND: "loki", LOKI_URL: loki.url });
    await expect(aborted.find({ ...window, signal: AbortSignal.abort() })).rejects.toThrow(LogBackendError);
  });
});

describe("Elasticsearch", () => {
  const start = async () => {
    const elastic = await startElasticsearch();
    cleanups.push(elastic.close);
    return elastic;
  };

  it("finds the trace in ECS, OpenTelemetry and plain documents", async () => {
    const elastic = await start();
    elastic.index({
      "@timestamp": at(20),
      message: "Order failed",
      log: { level: "error", file: { path: "/x" } },
      trace: { id: traceId },
      error: {
        type: "TypeError",
        message: "no price",
        stack_trace: "TypeError: no price\n    at priceOf (/srv/orders.js:41:7)",
      },
      agent: { name: "filebeat" },
    });
    elastic.index({
      "@timestamp": at(10),
      body: { text: "started" },
      trace_id: traceId,
      severity_text: "INFO",
    });
    elastic.index({
      "@timestamp": at(0),
      message: `ERROR trace=${traceId} no price`,
      host: { name: "h" },
      log: { offset: 4 },
    });
    elastic.index({ "@timestamp": at(5), message: `ERROR trace=${otherId} no price` });
    elastic.index({ "@timestamp": at(-90_000), message: `ERROR trace=${traceId} long ago` });
    const lines = await backend({
      LOG_BACKEND: "elasticsearch",
      ELASTICSEARCH_URL: `${elastic.url}/es`,
      ELASTICSEARCH_INDEX: "logs-*,app 1",
      ELASTICSEARCH_API_KEY: "a2V5",
    }).find(window);
    expect(lines.map(({ text }) => text)).toEqual([
      `ERROR trace=${traceId} no price`,
      JSON.stringify({
        "@timestamp": at(10),
        body: { text: "started" },
        trace_id: traceId,
        severity_text: "INFO",
      }),
      expect.stringContaining('"stack_trace":"TypeError: no price'),
    ]);
    expect(lines[2]?.text).not.toContain("filebeat");
    expect(elastic.searches[0]).toMatchObject({
      path: "/es/logs-*,app%201/_search?ignore_unavailable=true&allow_no_indices=true",
      authorization: "ApiKey a2V5",
    });
  });
  it("says what went wrong", async () => {
    const elastic = await start();
    const logs = backend({ LOG_BACKEND: "elasticsearch", ELASTICSEARCH_URL: elastic.url });
    elastic.answerWith(403, { error: { type: "security_exception" } });
    await expect(logs.find(window)).rejects.toThrow(/Elasticsearch answered 403: .*security_exception/);
    elastic.answerWith(200, "<html>");
    await expect(logs.find(window)).rejects.toThrow(/no JSON/);
    elastic.answerWith(200, { hits: [] });
    await expect(logs.find(window)).rejects.toThrow(/shape/);
    elastic.answerWith(200, { timed_out: false, _shards: { total: 2, failed: 2 }, hits: { hits: [] } });
    await expect(logs.find(window)).rejects.toThrow(/2 of 2 shards/);
  });
});

describe("files", () => {
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), "logs-"));
    cleanups.push(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const texts = async (pattern: string, dirs: string[], query = window) =>
    (await backend({ LOG_BACKEND: "file", LOG_FILE_GLOB: pattern }, dirs).find(query)).map(
      ({ text }) => text,
    );

  it("reads JSON lines and text, keeps traces together, and finds rotated and gzipped files", async () => {
    const dir = await folder();
    await mkdir(join(dir, "shop"));
    const json = JSON.stringify({ time: now.getTime(), level: 50, trace_id: traceId, msg: "no price" });
    await writeFile(
      join(dir, "shop/app.log"),
      `{"time":${now.getTime() - 90_000},"trace_id":"${traceId}"}\n${json}\nother\n`,
    );
    await writeFile(
      join(dir, "shop/app.log.1"),
      `${at(-20)} ERROR ${traceId.toUpperCase()} failed\n  at a (b.js:1:2)\n\n  at c\nnext\n`,
    );
    await writeFile(join(dir, "shop/app.log.2.gz"), gzipSync(`${at(-50)} INFO ${traceId} begun\n`));
    await writeFile(join(dir, "shop/old.log"), `ERROR ${traceId}`);
    await utimes(join(dir, "shop/old.log"), new Date(0), new Date(0));
    const expected = [
      `${at(-50)} INFO ${traceId} begun`,
      `${at(-20)} ERROR ${traceId.toUpperCase()} failed\n  at a (b.js:1:2)\n\n  at c`,
      json,
    ];
    await expect(texts("**/*.log", [dir])).resolves.toEqual(expected);
    await expect(texts(join(dir, "shop/app.log"), [dir])).resolves.toEqual(expected);
  });
  it("never leaves the allowed directories", async () => {
    const [dir, outside] = [await folder(), await folder()];
    await writeFile(join(outside, "secret.log"), `secret ${traceId}`);
    await symlink(join(outside, "secret.log"), join(dir, "link.log"));
    await symlink(outside, join(dir, "linked"));
    await expect(texts("*.log", [dir])).resolves.toEqual([]);
    await expect(texts("linked/*.log", [dir])).resolves.toEqual([]);
    await expect(texts("../*/secret.log", [dir])).rejects.toThrow(/\.\./);
    await expect(texts("{.,x}{.,x}/*/secret.log", [dir])).resolves.toEqual([]);
    await expect(texts(join(outside, "*.log"), [dir])).rejects.toThrow(/allows/);
    await expect(texts("/**/secret.log", [dir])).rejects.toThrow(/allows/);
    await expect(texts("*.log", [])).rejects.toThrow(/SERVICE_LOG_DIRS/);
  });
  it.each([
    "{a,b}".repeat(30),
    "{{a,b},{c,d}}.log",
    "{1..100000000}.log",
    "+(+(a|b)|c)*.log",
    "*a*a*a*a*a*a*a*b",
    "**/x/**/y/**/z",
    `${"?".repeat(600)}.log`,
  ])("refuses the pattern %s, which takes for ever to match", async (pattern) => {
    await expect(texts(pattern, [await folder()])).rejects.toThrow(/too complex/);
  });
  it("reads the newest part of a big file, and a damaged one is an error", async () => {
    const dir = await folder();
    const filler = `${"x".repeat(1023)}\n`.repeat(17 * 1024);
    await writeFile(join(dir, "big.log"), `first ${traceId}\n${filler}last ${traceId}\n`);
    await expect(texts("big.log", [dir])).resolves.toEqual([`last ${traceId}`]);
    await writeFile(join(dir, "bad.gz"), "no gzip at all");
    await expect(texts("bad.gz", [dir])).rejects.toThrow(LogBackendError);
  });
});
