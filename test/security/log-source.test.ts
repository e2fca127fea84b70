import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "#model/analysis.ts";
import { startApp } from "#test/support/run-suite.ts";
import { startTestService } from "#test/support/service.ts";
import type { TestService } from "#test/support/service.ts";

type Asked = { headers: IncomingHttpHeaders; url: string };

/** Answers every search for log lines with none, and remembers what it was sent. */
const startListener = async () => {
  const asked: Asked[] = [];
  const server = createServer(({ headers, url = "" }, response) => {
    asked.push({ headers, url: decodeURIComponent(url) });
    const loki = { data: { resultType: "streams", result: [] } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...loki, hits: { hits: [] } }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => server.close(),
  };
};

/** What was sent beside the question itself. */
const credentialsIn = ({ headers }: Asked) => ({
  authorization: headers.authorization,
  tenant: headers["x-scope-orgid"],
});

describe("the log source of one request", { timeout: 300_000 }, () => {
  let service: TestService;
  let app: Awaited<ReturnType<typeof startApp>>;
  let saved: Awaited<ReturnType<typeof startListener>>;
  let own: Awaited<ReturnType<typeof startListener>>;
  beforeAll(async () => {
    /** The button is gone by the time of the run, which alone sends trace ids. */
    app = await startApp({
      "/": ({ headers }, response) =>
        response
          .writeHead(200, { "content-type": "text/html" })
          .end(
            `<h1>Shop</h1>${"traceparent" in headers ? "<script>fetch('/api/price')</script>" : "<button>Pay</button>"}`,
          ),
      "/api/price": (_, response) => response.writeHead(500).end(),
    });
    [saved, own, service] = await Promise.all([startListener(), startListener(), startTestService()]);
    await service.send("PUT", "/settings", {
      TRACE_INJECTION: "same_origin",
      LOG_BACKEND: "loki",
      LOKI_URL: saved.url,
      LOKI_SELECTOR: '{team="secret-team"}',
      LOKI_USERNAME: "saved-user",
      LOKI_PASSWORD: "saved-password",
      LOKI_TENANT: "saved-tenant",
      ELASTICSEARCH_URL: saved.url,
      ELASTICSEARCH_INDEX: "secret-index",
      ELASTICSEARCH_API_KEY: "saved-key",
    });
  });
  afterAll(async () => {
    saved.close();
    own.close();
    await app.close();
    await service[Symbol.asyncDispose]();
  });

  /** What each listener was asked while one analysis with this log source ran. */
  const analyse = async (log_backend: Record<string, string>) => {
    for (const listener of [saved, own]) listener.asked.length = 0;
    const text = 'Go to /\nClick "Pay"';
    const request = { app_url: app.url, base_url: app.url, kind: "text", text, log_backend };
    const { body } = await service.send<AnalyzeResult>("POST", "/analyze", request);
    expect(body.cases.map(({ status }) => status)).toEqual(["broken"]);
    return { saved: [...saved.asked], own: [...own.asked] };
  };

  test("that names where to ask takes no saved credential and no saved selector along", async () => {
    const sources: Record<string, string>[] = [
      { LOKI_URL: own.url },
      { LOG_BACKEND: "elasticsearch", ELASTICSEARCH_URL: own.url },
    ];
    for (const log_backend of sources) {
      const asked = await analyse(log_backend);
      expect(asked.saved).toEqual([]);
      expect(asked.own.length).toBeGreaterThan(0);
      for (const each of asked.own) {
        expect(credentialsIn(each)).toEqual({ authorization: undefined, tenant: undefined });
        expect(each.url).not.toContain("secret-");
      }
    }
  });

  test("that says only what to look for is asked where and as the settings say", async () => {
    const LOKI_URL = saved.url.replace("//", "//saved-user:saved-password@");
    await service.send("PUT", "/settings", { LOKI_URL, LOKI_USERNAME: "", LOKI_PASSWORD: "" });
    const { body: shown } = await service.send<{ LOKI_URL: string }>("GET", "/settings");
    expect(shown.LOKI_URL).toBe(`${saved.url.replace("//", "//********@")}/`);
    expect((await service.send("PUT", "/settings", shown)).body).toEqual(shown);
    const asked = await analyse({ LOKI_URL: shown.LOKI_URL, LOKI_SELECTOR: '{app="shop"}' });
    expect(asked.own).toEqual([]);
    expect(asked.saved.length).toBeGreaterThan(0);
    for (const each of asked.saved) {
      const authorization = `Basic ${Buffer.from("saved-user:saved-password").toString("base64")}`;
      expect(credentialsIn(each)).toEqual({ authorization, tenant: "saved-tenant" });
      expect(each.url.replaceAll("+", " ")).toContain('query={app="shop"}');
    }
  });
});
