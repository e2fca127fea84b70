import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#api/define-api.ts";
import { isRaw } from "#api/define-api.ts";
import { api } from "#api/index.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";
import { firstOrganisationId } from "#model/organisation.ts";
import type { Described, OpenApi } from "./document.ts";
import { operationsOf } from "./document.ts";
import { pathTo, populate } from "./resources.ts";

const byId: Record<string, Operation> = api;

/** The linter's recommended rules, and those beyond them that a client's author profits from. */
const rules = {
  "operation-4xx-problem-details-rfc7807": "error",
  "operation-operationId": "error",
  "operation-parameters-unique": "error",
  "no-invalid-media-type-examples": "error",
  "no-invalid-parameter-examples": "error",
  "no-invalid-schema-examples": "error",
  "no-duplicated-tag-names": "error",
  "tag-description": "error",
} as const;

/** What the linter says against a document, a line each. */
const lint = async (source: string): Promise<string[]> => {
  const config = await createConfig({ extends: ["recommended"], rules });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(
    ({ ruleId, severity, message, location }) =>
      `${severity} ${ruleId}: ${message} at ${location.map(({ pointer }) => pointer ?? "").join(" ")}`,
  );
};

describe("the served description", () => {
  let server: TestApi;
  let source: string;
  let operations: Described[];
  beforeAll(async () => {
    server = await startApi();
    source = (await server.send("GET", "/openapi.json")).text;
    operations = operationsOf(JSON.parse(source) as OpenApi);
  });
  afterAll(() => server.close());

  test("has no fault that the linter knows, not even a warning", async () => {
    expect(await lint(source)).toEqual([]);
  });

  test("would not get past the linter with a fault", async () => {
    const broken = JSON.parse(source) as OpenApi & { paths: Record<string, Record<string, object>> };
    Object.assign(broken.paths["/suites"]?.["get"] ?? {}, { summary: undefined, tags: ["Nowhere"] });
    Object.assign(broken.paths["/suites"]?.["post"] ?? {}, { responses: { 200: { description: 5 } } });
    const told = (await lint(JSON.stringify(broken))).map((line) => line.split(":")[0]);
    expect(told).toEqual(expect.arrayContaining(["error operation-summary", "error struct"]));
  });

  test("tells of every operation what it does, who may call it and how it fails", () => {
    const poor = operations.filter(
      ({ summary, security, responses }) =>
        !summary ||
        !security ||
        !responses["200"] ||
        Object.entries(responses).some(
          ([status, { content }]) => Number(status) >= 400 && !content?.["application/problem+json"]?.schema,
        ),
    );
    expect(poor.map(({ operationId }) => operationId)).toEqual([]);
  });

  test("tells the headers of every answer, and what other methods are answered", () => {
    const poor = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status, { headers = {} }]) => {
          const wanted = [
            "X-Request-Id",
            ...({
              401: ["WWW-Authenticate"],
              405: ["Allow"],
              429: ["Retry-After"],
              503: ["Retry-After"],
            }[status] ?? []),
          ];
          return wanted.some((name) => !(name in headers));
        })
        .map(([status]) => `${operationId}: ${status}`),
    );
    expect(poor).toEqual([]);
    expect(operations.filter(({ responses }) => !("405" in responses))).toEqual([]);
    const docs = operations.find(({ operationId }) => operationId === "getDocs");
    expect(Object.keys(docs?.responses["401"]?.content ?? {})).toContain("text/html");
  });

  test("tells that whatever reads the database may be out of service for a while", () => {
    const silent = operations.filter(({ responses }) => !("503" in responses));
    expect(silent.map(({ operationId }) => operationId)).toEqual(["getHealth", "getTracingSnippet"]);
  });

  test("tells which bodies may be left out, and they may", async () => {
    const free = operations.filter(({ requestBody }) => requestBody?.required === false);
    expect(free.map(({ operationId }) => operationId).toSorted()).toEqual([
      "createToken",
      "qualifySuite",
      "runPlan",
    ]);
    const own = await populate(server, { id: firstOrganisationId, token: server.token });
    for (const { method, path } of free)
      expect(await server.send(method, pathTo(path, own))).toMatchObject({ status: 200 });
    const needed = await server.send("POST", "/suites");
    expect(needed).toMatchObject({ status: 400, body: { detail: "A JSON body is needed." } });
  });

  test("has an example of every JSON body, JSON answer and path parameter", () => {
    const poor = operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => {
      const answer = responses["200"]?.content?.["application/json"];
      const isRawFile = isRaw(byId[operationId]?.reply ?? { contentTypes: [], description: "" });
      return [
        ...(requestBody && requestBody.content["application/json"]?.example === undefined ? ["body"] : []),
        ...(answer && !isRawFile && answer.example === undefined ? ["answer"] : []),
        ...parameters
          .filter((given) => given.in === "path" && given.example === undefined)
          .map(({ name }) => name),
      ].map((what) => `${operationId}: ${what}`);
    });
    expect(poor).toEqual([]);
  });
});
