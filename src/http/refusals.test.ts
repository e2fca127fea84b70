import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

let server: TestApi;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

const url = "is required for kind url";
const app_url = "http://shop.example";

test.each([
  ["/generate", { app_url }, { app_url: "unknown key", url }],
  ["/generate", { url: null }, { url }],
  ["/generate", { kind: "text", nmae: "A" }, { nmae: "unknown key" }],
  ["/generate", { kind: "texts" }, { kind: 'expected one of "url"|"docs"|"text"|"openapi"' }],
  ["/generate/plan", { link: app_url }, { link: "unknown key", url }],
  ["/analyze", {}, { app_url: "is required" }],
  ["/analyze", { app_url: "ftp://x" }, { app_url: "must be an http or https address" }],
  ["/analyze", { app_url, auth: { username: "", password: "a" } }, { "auth.username": "must not be empty" }],
])("what is wrong with %s %o is all said, in words", async (path, body, errors) => {
  const { status, body: problem } = await server.send("POST", path, { body });
  const told = problem["errors"] as { path: string; message: string }[];
  expect(status).toBe(400);
  expect(Object.fromEntries(told.map((entry) => [entry.path, entry.message]))).toEqual(errors);
});

test("a path that does not exist leads to the documentation", async () => {
  const { status, detail } = (await (await fetch(`${server.url}/`)).json()) as Record<string, unknown>;
  expect({ status, detail }).toEqual({
    status: 404,
    detail: "There is no such path; /api/v1/docs describes those that there are.",
  });
});
