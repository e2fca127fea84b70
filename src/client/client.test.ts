import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#api/index.ts";
import { AppError } from "#model/errors.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";
import { createClient } from "./client.ts";

describe("the client", () => {
  let server: TestApi;
  beforeAll(async () => {
    server = await startApi();
  });
  afterAll(() => server.close());

  test("calls operations by name", async () => {
    const client = createClient(api, { baseUrl: `${server.url}/`, token: server.token });
    expect(await client.getHealth()).toEqual({ status: "ok" });
    const { token } = await client.createToken({ body: {} });
    expect((await createClient(api, { baseUrl: server.url, token }).getMe()).role).toBe("admin");
    const runId = await server.addRun();
    expect((await client.getRun({ params: { id: runId }, query: { since: 0 } })).status).toBe("queued");
    expect(await client.listRuns({ query: { limit: 1 } })).toMatchObject({ limit: 1, total: 1 });
  });

  test("gives raw replies as responses", async () => {
    const client = createClient(api, { baseUrl: server.url, token: server.token });
    const runId = await server.addRun();
    await server.artifacts.write(`${runId}/a/b.txt`, "text");
    const response = await client.getArtifact({ params: { path: `${runId}/a/b.txt` } });
    expect(await response.text()).toBe("text");
  });

  test("throws what the service answered", async () => {
    const client = createClient(api, { baseUrl: server.url, token: server.token });
    const error = await client.createSuite({ body: { yaml: "suite: 5" } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: "invalid_yaml",
      errors: [{ line: 1, column: 1 }, { line: 1 }, { path: "suite", line: 1, column: 8 }],
    });
    const stranger = createClient(api, { baseUrl: server.url });
    await expect(stranger.getMe()).rejects.toMatchObject({ code: "unauthorized" });
  });
});
