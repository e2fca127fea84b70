import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

let server: TestApi;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

describe("settings over HTTP", () => {
  test("are written by admins, with secrets masked", async () => {
    const patch = {
      LOG_BACKEND: "loki",
      LOKI_URL: "http://loki:3100",
      LOKI_PASSWORD: "hush",
      SECRET_SHOP: "sesame",
    };
    const written = await server.send("PUT", "/settings", { body: patch });
    expect(written).toMatchObject({
      status: 200,
      body: { LOG_BACKEND: "loki", LOKI_PASSWORD: "********", SECRET_SHOP: "********", GITHUB_URL: null },
    });
    expect((await server.send("GET", "/settings")).body).toEqual(written.body);
    const member = await server.addUser({ role: "member" });
    expect((await server.send("PUT", "/settings", { body: patch, token: member.token })).status).toBe(403);
    expect((await server.send("GET", "/settings", { token: member.token })).body).toEqual(written.body);
  });

  test("show no key that an address carries, and keep it when it is sent back as it is shown", async () => {
    const patch = {
      LLM_BASE_URL: "https://gate.example/v1?key=k-hush-1",
      LOKI_URL: "https://ops:k-hush-2@logs.example/?orgId=1&access_token=k-hush-3",
    };
    const { body } = await server.send("PUT", "/settings", { body: patch });
    expect(body).toMatchObject({
      LLM_BASE_URL: "https://gate.example/v1?key=********",
      LOKI_URL: "https://********@logs.example/?orgId=1&access_token=********",
    });
    expect((await server.send("PUT", "/settings", { body })).body).toEqual(body);
    const elsewhere = { LLM_BASE_URL: "https://other.example/v1?key=********" };
    expect((await server.send("PUT", "/settings", { body: elsewhere })).status).toBe(400);
    await server.send("PUT", "/settings", { body: { LLM_BASE_URL: "", LOKI_URL: "" } });
  });

  test("of null stay as they are, and empty text clears", async () => {
    await server.send("PUT", "/settings", { body: { JIRA_EMAIL: "a@example.com", JIRA_PROJECT: "A" } });
    const { body } = await server.send("PUT", "/settings", { body: { JIRA_EMAIL: null, JIRA_PROJECT: "" } });
    expect(body).toMatchObject({ JIRA_EMAIL: "a@example.com", JIRA_PROJECT: null });
  });

  test.each([
    { COLOUR: "red" },
    { LOG_BACKEND: "syslog" },
    { LOKI_URL: "ftp://x" },
    { LOKI_URL: 5 },
    { SECRET_x: "y" },
    { LOG_BACKEND: "********" },
    { LOKI_URL: "********" },
  ])("of %o are refused", async (body) => {
    const answer = await server.send("PUT", "/settings", { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { type: "invalid_request", errors: [{ path: Object.keys(body)[0] }] },
    });
  });

  test("show no user or password of an address, which may be written back as they are shown", async () => {
    const patch = {
      LOKI_URL: "https://saved-user:saved-pass@loki.example/logs",
      GITHUB_URL: "https://saved-token@git.example",
      LLM_BASE_URL: "http://llm.example/v1",
    };
    const shown = {
      LOKI_URL: "https://********@loki.example/logs",
      GITHUB_URL: "https://********@git.example/",
      LLM_BASE_URL: "http://llm.example/v1",
    };
    const written = await server.send("PUT", "/settings", { body: patch });
    expect(written.body).toMatchObject(shown);
    const member = await server.addUser({ role: "member" });
    expect((await server.send("GET", "/settings", { token: member.token })).body).toMatchObject(shown);
    expect(await server.databaseText()).not.toMatch(/saved-(?:user|pass|token)/);

    expect((await server.send("PUT", "/settings", { body: shown })).body).toMatchObject(shown);
    for (const LOKI_URL of [
      "https://********@elsewhere.example/logs",
      "https://********:x@loki.example/logs",
    ]) {
      expect(await server.send("PUT", "/settings", { body: { LOKI_URL } })).toMatchObject({
        status: 400,
        body: { type: "invalid_request", errors: [{ path: "LOKI_URL" }] },
      });
    }
    const fresh = await server.addOrganisation();
    const body = { LOKI_URL: shown.LOKI_URL };
    expect((await server.send("PUT", "/settings", { body, token: fresh.token })).status).toBe(400);
    await server.send("PUT", "/settings", { body: { LOKI_URL: "", GITHUB_URL: "", LLM_BASE_URL: "" } });
  });

  test("belong to one organisation", async () => {
    await server.send("PUT", "/settings", { body: { GITHUB_REPO: "acme/shop" } });
    const { token } = await server.addOrganisation();
    expect((await server.send("GET", "/settings", { token })).body["GITHUB_REPO"]).toBeNull();
  });
});

describe("analyze over HTTP", () => {
  test("takes every field of the request", async () => {
    const body = {
      app_url: "https://shop.example",
      kind: "url",
      base_url: null,
      text: null,
      auth: { username: "ada", password: "pw", login_path: "/login" },
      exhaustive: true,
      file_issues: "native",
      mode: "async",
      timeout_s: 1800,
      llm_key: "key",
      log_backend: { LOG_BACKEND: "loki", LOKI_URL: "http://loki:3100", LOKI_SELECTOR: '{app="x"}' },
    };
    const answer = await server.send("POST", "/analyze", { body });
    expect(answer).toMatchObject({ status: 200, body: { status: "queued", cases: [], issues: [] } });
    expect(server.analyzed.at(-1)).toEqual(body);
  });

  test("needs no more than an address", async () => {
    expect((await server.send("POST", "/analyze", { body: { app_url: "http://127.0.0.1:9" } })).status).toBe(
      200,
    );
    expect(server.analyzed.at(-1)).toMatchObject({ kind: "url", mode: "sync", file_issues: "off" });
  });

  test("is refused at once when its issues could not be filed", async () => {
    const { token } = await server.addOrganisation();
    const body = { app_url: "http://127.0.0.1:9", file_issues: "gitlab", mode: "async" };
    expect(await server.send("POST", "/analyze", { token, body })).toMatchObject({
      status: 400,
      body: { type: "invalid_request", errors: [{ path: "file_issues" }] },
    });
    expect((await server.send("GET", "/runs", { token })).body["total"]).toBe(0);
    await server.send("PUT", "/settings", { token, body: { GITLAB_TOKEN: "hush", GITLAB_PROJECT: "a/b" } });
    expect((await server.send("POST", "/analyze", { token, body })).status).toBe(200);
  });

  test.each([
    {},
    { app_url: "shop" },
    { app_url: "javascript:alert(1)" },
    { app_url: "http://x", timeout_s: 29 },
    { app_url: "http://x", timeout_s: 1801 },
    { app_url: "http://x", timeout_s: 60.5 },
    { app_url: "http://x", file_issues: "trello" },
    { app_url: "http://x", log_backend: { SYSLOG: "x" } },
    { app_url: "http://x", auth: { username: "a" } },
  ])("refuses %o", async (body) => {
    expect(await server.send("POST", "/analyze", { body })).toMatchObject({
      status: 400,
      body: { type: "invalid_request" },
    });
  });
});

test("the tracing snippet is open, cacheable and usable from any origin", async () => {
  const { status, headers, text } = await server.send("GET", "/tracing/snippet.js?v=2", { token: null });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("text/javascript");
  expect(headers.get("cache-control")).toContain("public");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(text).toContain("traceparent");
});
