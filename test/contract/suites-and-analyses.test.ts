import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAnalysis } from "#features/analysis/analysis.ts";
import { createRuns } from "#features/runs/runs.ts";
import { createSeal } from "#adapters/seal/seal.ts";
import { firstOrganisationId } from "#model/organisation.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";
import { suiteYaml } from "./resources.ts";

let server: TestApi;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

describe("suites over HTTP", () => {
  const create = async (title: string): Promise<string> =>
    String((await server.send("POST", "/suites", { body: { yaml: suiteYaml(title) } })).body["file"]);

  test("are exported as a Playwright spec in plain text", async () => {
    const file = await create("Exported");
    const { status, headers, text } = await server.send("GET", `/suites/${file}/export`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(text).toContain('from "@playwright/test"');
    expect(text).toContain("The page is there");
    expect((await server.send("GET", "/suites/none.yaml/export")).status).toBe(404);
  });

  test("are listed in pages and found by a part of title or file name", async () => {
    for (const title of ["Apple pie", "Apple juice", "Pear juice"]) await create(title);
    const { body } = await server.send("GET", "/suites?q=apple&limit=1");
    expect(body).toMatchObject({ total: 2, limit: 1, offset: 0, items: [{ title: "Apple juice" }] });
    const { body: next } = await server.send("GET", "/suites?q=apple&limit=1&offset=1");
    expect(next).toMatchObject({ total: 2, limit: 1, offset: 1, items: [{ title: "Apple pie" }] });
  });

  test("never take the place of one of the same title", async () => {
    const files = await Promise.all(Array.from({ length: 8 }, () => create("Same title")));
    expect(new Set(files).size).toBe(8);
  });
});

describe("an analysis in sync mode", () => {
  test("answers with what there is when its budget is used up, and goes on", async () => {
    const { store, bus } = server;
    const queue = {
      enqueue: server.database.leases.insert,
      work: () => ({ stop: async () => {} }),
      depth: async () => 0,
    };
    const checkFiling = async (): Promise<void> => {};
    const { waitForEnd } = createRuns({ store, bus, queue, checkFiling, checkJobs: async () => {} });
    const analysis = createAnalysis({
      store,
      queue,
      bus,
      seal: createSeal("a key of at least sixteen characters"),
      checkUrl: async () => {},
      checkFiling,
      waitForEnd,
    });
    const request = {
      app_url: "http://shop.example",
      kind: "url",
      file_issues: "off",
      mode: "sync",
    } as const;
    const result = await analysis.analyze(
      firstOrganisationId,
      { ...request, timeout_s: 0.05 },
      new AbortController().signal,
    );
    expect(result).toMatchObject({ status: "queued", cases: [], issues: [] });
    expect((await server.send("GET", `/runs/${result.run_id}`)).body).toMatchObject({ status: "queued" });
  });

  test.each([
    [29, 400],
    [30, 200],
    [1800, 200],
    [1801, 400],
    ["60", 400],
  ])("with timeout_s %s is %i", async (timeout_s, status) => {
    const body = { app_url: "http://shop.example", timeout_s };
    expect((await server.send("POST", "/analyze", { body })).status).toBe(status);
  });
});
