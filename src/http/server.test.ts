import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#api/index.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

const problem = "application/problem+json";

describe("the HTTP server", () => {
  let server: TestApi;
  beforeAll(async () => {
    server = await startApi({ corsOrigins: ["https://dash.example"] });
  });
  afterAll(() => server.close());

  test("answers health to anyone", async () => {
    expect(await server.send("GET", "/health", { token: null })).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
    expect(await server.send("GET", "/health/ready", { token: null })).toMatchObject({ status: 200 });
    for (const path of ["/health?x=1", "/health/ready?x=%00"])
      expect(await server.send("GET", path, { token: null })).toMatchObject({ status: 200 });
  });

  test("says 503 when a part cannot do its work", async () => {
    server.breakReadiness(true);
    const answer = await server.send("GET", "/health/ready", { token: null });
    server.breakReadiness(false);
    expect(answer).toMatchObject({ status: 503, body: { type: "not_ready" } });
  });

  test.each(["/nope", "/auth", "/suites/a/b/c"])("says 404 for the unknown path %s", async (path) => {
    const { status, body, headers } = await server.send("GET", path);
    expect({ status, type: headers.get("content-type") }).toEqual({ status: 404, type: problem });
    expect(body).toMatchObject({ type: "not_found", title: "Not found", status: 404 });
  });

  test("says 405 with the methods that there are", async () => {
    const { status, body, headers } = await server.send("PATCH", "/suites");
    expect({ status, body }).toMatchObject({ status: 405, body: { type: "method_not_allowed" } });
    expect(headers.get("allow")).toBe("GET, HEAD, POST");
    const options = await server.send("OPTIONS", "/suites", { token: null });
    expect(options.status).toBe(204);
  });

  test.each([
    ["GET", "/runs/%00", undefined, 404, undefined],
    ["GET", "/issues/a%00b", undefined, 404, undefined],
    ["DELETE", "/checks/screenshot/%00", undefined, 404, undefined],
    ["GET", "/artifacts/a/%00", undefined, 404, undefined],
    ["GET", "/suites?q=%00", undefined, 400, "q"],
    ["GET", "/runs?suite=a%00", undefined, 400, "suite"],
    ["POST", "/plans", { name: "a\0", items: [{ suite: "a.yaml" }] }, 400, "name"],
    ["POST", "/plans", { name: "a", items: [{ suite: "\0" }] }, 400, "items.0.suite"],
    ["PUT", "/settings", { LOKI_TENANT: "\0" }, 400, "LOKI_TENANT"],
    ["POST", "/auth/login", { email: "\0", password: "x" }, 400, "email"],
  ])("takes no U+0000, whatever the engine: %s %s %j", async (method, path, body, status, place) => {
    const answer = await server.send(method, path, { body });
    expect(answer).toMatchObject({
      status,
      body: place === undefined ? { type: "not_found" } : { errors: [{ path: place }] },
    });
  });

  test.each([
    ["malformed JSON", { text: "{", type: "application/json" }, 400, "invalid_request"],
    ["no body", {}, 400, "invalid_request"],
    ["an empty body", { text: "", type: "application/json" }, 400, "invalid_request"],
    ["JSON that is no object", { text: "[]", type: "application/json" }, 400, "invalid_request"],
    ["null", { text: "null", type: "application/json" }, 400, "invalid_request"],
    [
      "prototype keys",
      { text: '{"yaml":"","__proto__":{}}', type: "application/json" },
      400,
      "invalid_request",
    ],
    ["another content type", { text: "yaml: x", type: "text/yaml" }, 415, "unsupported_media_type"],
    ["plain text", { text: "yaml: x", type: "text/plain" }, 415, "unsupported_media_type"],
    [
      "too much",
      { text: `{"yaml":"${"x".repeat(1_100_000)}"}`, type: "application/json" },
      413,
      "payload_too_large",
    ],
  ])(
    "refuses %s with a problem",
    async (_, { text, type }: { text?: string; type?: string }, status, code) => {
      const answer = await server.send("POST", "/suites", { text, type });
      expect(answer).toMatchObject({ status, body: { type: code, status } });
      expect(answer.headers.get("content-type")).toBe(problem);
    },
  );

  test("names every mistake in the input", async () => {
    const { body } = await server.send("POST", "/analyze", {
      body: {
        app_url: "ftp://x",
        mode: "later",
        timeout_s: 5,
        colour: 1,
        auth: { username: "a", pass: "b" },
      },
    });
    expect(body).toMatchObject({ type: "invalid_request" });
    const paths = (body["errors"] as { path: string }[]).map((entry) => entry.path).toSorted();
    expect(paths).toEqual(["app_url", "auth.pass", "auth.password", "colour", "mode", "timeout_s"]);
  });

  test("tells the mistakes of the form that was meant", async () => {
    const { body } = await server.send("POST", "/runs", { body: { jobs: [{ suit: "x" }] } });
    const paths = (body["errors"] as { path: string }[]).map((entry) => entry.path).toSorted();
    expect(paths).toEqual(["jobs.0.suit", "jobs.0.suite"]);
  });

  test.each([
    "limit=0",
    "limit=201",
    "limit=x",
    "limit=1.5",
    "limit=",
    "offset=-1",
    "colour=1",
    "limit=1&limit=2",
  ])("refuses the query %s", async (query) => {
    const answer = await server.send("GET", `/suites?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { type: "invalid_request" } });
  });

  test("takes numbers in queries", async () => {
    const { body } = await server.send("GET", "/suites?limit=7&offset=3");
    expect(body).toEqual({ items: [], total: 0, limit: 7, offset: 3 });
  });

  test("gives every answer a request id and takes a proxy's", async () => {
    const own = await server.send("GET", "/health", { token: null });
    expect(own.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    const given = await server.send("GET", "/nope", { headers: { "x-request-id": "proxy-1" } });
    expect(given.headers.get("x-request-id")).toBe("proxy-1");
    expect(given.body["request_id"]).toBe("proxy-1");
    const odd = await server.send("GET", "/health", { headers: { "x-request-id": "a b;c" } });
    expect(odd.headers.get("x-request-id")).not.toBe("a b;c");
  });

  test("sends security headers with every answer, errors included", async () => {
    for (const path of ["/health", "/nope", "/auth/me"]) {
      const { headers } = await server.send("GET", path, { token: null });
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("lets only the configured origins read answers", async () => {
    const preflight = (origin: string) =>
      server.send("OPTIONS", "/suites", {
        token: null,
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await preflight("https://dash.example");
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://dash.example");
    expect(allowed.headers.get("access-control-allow-methods")).toContain("PUT");
    const other = await preflight("https://evil.example");
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("answers what is no HTTP at all", async () => {
    const { hostname, port } = new URL(server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(Number(port), hostname, () => socket.end("this is no http\r\n\r\n"));
      socket.setEncoding("utf8");
      socket.on("data", (chunk: string) => (text += chunk));
      socket.on("end", () => resolve(text));
      socket.on("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(problem);
  });

  test.each(['{"password": hunter2}', '{"password": "hunter2', '{"password": "hunter2",}', "hunter2"])(
    "repeats nothing of a body that is no JSON: %s",
    async (text) => {
      const answer = await server.send("POST", "/auth/login", {
        text,
        type: "application/json",
        token: null,
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "" }] } });
      expect(answer.text).not.toMatch(/hunt|passw/);
    },
  );

  test("answers a malformed address", async () => {
    expect(await server.send("GET", "/suites/%zz")).toMatchObject({
      status: 400,
      body: { type: "invalid_request" },
    });
  });

  test("says 500 without a stack when something breaks, and logs it under the request's id", async () => {
    const answer = await server.withBrokenStore(() => server.send("GET", "/suites"));
    expect(answer).toMatchObject({ status: 500, body: { type: "internal" } });
    expect(JSON.stringify(answer.body)).not.toContain("broken on purpose");
    expect(server.log()).toContain("broken on purpose");
    expect(server.log()).toContain(String(answer.body["request_id"]));
  });

  test("logs no credential", async () => {
    await server.send("GET", `/openapi.json?token=${server.token}`, { token: null });
    await server.send("POST", "/auth/login", {
      token: null,
      body: { email: "x@example.com", password: "hunter22" },
    });
    await server.send("GET", "/auth/me");
    expect(server.log()).toContain("/openapi.json?token=***");
    for (const secret of [server.token, "hunter22"]) expect(server.log()).not.toContain(secret);
  });

  test("takes a token of the address beside the credentials of a proxy, but not beside a wrong one", async () => {
    const path = `/openapi.json?token=${server.token}`;
    const asked = (authorization: string) =>
      server.send("GET", path, { token: null, headers: { authorization } });
    expect((await asked("Basic dTpw")).status).toBe(200);
    for (const wrong of ["Bearer wrong", "Bearer", "Bearer two words"])
      expect((await asked(wrong)).status).toBe(401);
  });

  test("describes the whole contract as OpenAPI 3.1", async () => {
    expect(await server.send("GET", "/openapi.json", { token: null })).toMatchObject({ status: 401 });
    const { status, body } = await server.send("GET", `/openapi.json?token=${server.token}`, { token: null });
    expect(status).toBe(200);
    expect(body["openapi"]).toBe("3.1.0");
    const paths = body["paths"] as Record<
      string,
      Record<string, { operationId: string; security: unknown[] }>
    >;
    const described = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(api).toSorted());
    for (const [id, operation] of Object.entries(api)) {
      const { security } = paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
      const schemes = { open: 0, member: 1, admin: 1, query_token: 2 }[operation.access];
      expect({ id, schemes: security?.length }).toEqual({ id, schemes });
    }
  });

  test("shows the documentation to who is signed in, and a sign-in form to who is not", async () => {
    const html = { accept: "text/html" };
    const form = await server.send("GET", "/docs", { token: null, headers: html });
    expect(form.status).toBe(401);
    expect(form.headers.get("content-type")).toContain("text/html");
    expect(form.text).toContain('type="password"');
    expect(await server.send("GET", "/docs", { token: null })).toMatchObject({
      status: 401,
      body: { type: "unauthorized" },
    });
    const page = await server.send("GET", `/docs?token=${server.token}`, { token: null, headers: html });
    expect(page.status).toBe(200);
    expect(page.text).toContain("SwaggerUIBundle");
    const asset = `/docs/swagger-ui.css`;
    expect((await server.send("GET", asset, { token: null })).status).toBe(401);
    expect((await server.send("GET", `${asset}?token=${server.token}`, { token: null })).status).toBe(200);
    expect((await server.send("GET", "/docs/index.html")).status).toBe(404);
  });
});
