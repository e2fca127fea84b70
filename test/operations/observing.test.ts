import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { startApp } from "#test/support/run-suite.ts";
import { startServiceProcess } from "#test/support/process.ts";
import type { ServiceProcess } from "#test/support/process.ts";

const canary = "canary-4711-hunter2";
const metricsToken = "the-token-of-the-metrics";
const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
};
type OtlpBody = { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] };

/** A collector that keeps what it is sent. */
const startCollector = async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join("\n"),
    spans: (): OtlpSpan[] =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as OtlpBody).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () => server.close(),
  };
};

describe("a service that is observed", () => {
  let app: Awaited<ReturnType<typeof startApp>>;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let service: ServiceProcess;
  let runId = "";
  let answeredAs: string | null = null;

  const metrics = async (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/metrics`, { headers });
  const value = (text: string, series: string): number =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.split(" ")[1] ?? Number.NaN,
    );

  beforeAll(async () => {
    app = await startApp({ "/": "<h1>Shop</h1><input aria-label=Name>" });
    collector = await startCollector();
    service = await startServiceProcess({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SERVICE_METRICS_TOKEN: metricsToken,
    });
    await service.send("PUT", "/settings", { GITHUB_TOKEN: canary });
    const yaml = `suite: Tiny
base_url: ${app.url}
cases:
  - {id: good, steps: [{goto: /}, {expect: {text: Shop}}]}
  - {id: bad, steps: [{goto: /}, {fill: {Name: "${canary}"}}, {expect: {text: Bakery}, timeout: 300ms}]}
`;
    const suite = await service.send("POST", "/suites", { yaml });
    const started = await service.send(
      "POST",
      "/runs",
      { suite: suite.body["file"] },
      { traceparent: `00-${traceId}-${parentId}-01`, "x-request-id": "the-request" },
    );
    answeredAs = started.headers.get("x-request-id");
    runId = String(started.body["run_id"]);
    await service.ended(runId);
    await service.send("GET", `/runs/${runId}`);
    await fetch(`${service.url}/api/v1/no/such/${canary}`);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await app.close();
    collector.close();
  });

  test("shows its metrics to who has the token, and to nobody else", async () => {
    expect((await metrics()).status).toBe(401);
    expect((await metrics({ authorization: `Bearer ${service.token}` })).status).toBe(401);
    const answer = await metrics({ authorization: `Bearer ${metricsToken}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  });

  test("counts requests by template, runs and cases by verdict, and what there is to do", async () => {
    await eventually(async () => {
      const text = await (await metrics({ authorization: `Bearer ${metricsToken}` })).text();
      expect(value(text, 'tracewright_runs_total{outcome="failed"}')).toBe(1);
      expect(value(text, 'tracewright_cases_total{verdict="passed"}')).toBe(1);
      expect(value(text, 'tracewright_cases_total{verdict="failed"}')).toBe(1);
      expect(value(text, 'tracewright_run_seconds_count{kind="suite"}')).toBe(1);
      expect(value(text, 'tracewright_run_waiting_seconds_count{kind="suite"}')).toBe(1);
      for (const state of ["queued", "running"])
        expect(value(text, `tracewright_queue_runs{state="${state}"}`)).toBe(0);
      for (const state of ["due", "later"])
        expect(value(text, `tracewright_outbox_items{state="${state}"}`)).toBe(0);
      expect(value(text, "tracewright_browsers")).toBe(1);
      expect(value(text, "tracewright_browser_contexts")).toBe(0);
      expect(value(text, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
      expect(text).toContain(
        'tracewright_http_request_seconds_count{method="GET",route="/api/v1/runs/:id",status="200"}',
      );
      expect(text).toContain('route="unmatched",status="404"');
      for (const hidden of [runId, canary, "Default", "example.com"]) expect(text).not.toContain(hidden);
      // Every line is a comment, or a series with a number.
      for (const line of text.trimEnd().split("\n"))
        expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z_]+(\{([a-z_]+="[^"]*",?)+\})? [-+.\de]+)$/);
    });
  });

  test("writes log lines that name their request or their run, and no secret", () => {
    const lines = service
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const ofRun = lines.filter((line) => line["run_id"] === runId);
    expect(ofRun.map((line) => line["msg"])).toEqual(expect.arrayContaining(["run started", "run left"]));
    expect(answeredAs).toBe("the-request");
    const requests = lines.filter((line) => line["msg"] === "request");
    expect(requests.every((line) => typeof line["request_id"] === "string")).toBe(true);
    expect(requests.some((line) => line["request_id"] === "the-request")).toBe(true);
    expect(service.output()).not.toContain(metricsToken);
  });

  test("sends spans of request, job, run and cases in the trace of the caller", async () => {
    await eventually(() => expect(collector.spans().map(({ name }) => name)).toContain("job"));
    const spans = collector.spans().filter((span) => span.traceId === traceId);
    const byName = (name: string): OtlpSpan[] => spans.filter((span) => span.name === name);
    const [request] = byName("POST /api/v1/runs");
    const [job] = byName("job");
    const [run] = byName("run");
    expect(request).toMatchObject({ parentSpanId: parentId, kind: 2 });
    expect(job).toMatchObject({ parentSpanId: request?.spanId, kind: 5 });
    expect(run).toMatchObject({ parentSpanId: job?.spanId });
    const cases = byName("case");
    expect(cases.map(({ parentSpanId }) => parentSpanId)).toEqual([run?.spanId, run?.spanId]);
    expect(cases.map(({ status }) => status.code ?? 0).toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect(collector.text()).not.toContain(canary);
    expect(collector.text()).not.toContain(service.token);
  });
});
