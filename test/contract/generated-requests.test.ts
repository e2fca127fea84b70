import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Operation } from "#api/define-api.ts";
import { api } from "#api/index.ts";
import { firstOrganisationId } from "#model/organisation.ts";
import { startApi } from "#test/support/api.ts";
import type { Answer, TestApi } from "#test/support/api.ts";
import type { Described, OpenApi } from "./document.ts";
import { operationsOf } from "./document.ts";
import { pathTo, populate } from "./resources.ts";
import type { Resources } from "./resources.ts";
import { createGenerator, createValidators, mutationsOf, oddTexts, seeded } from "./values.ts";

const problemType = "application/problem+json";

let server: TestApi;
let described: Map<string, Described>;
let wrongWith: ReturnType<typeof createValidators>;
let generate: ReturnType<typeof createGenerator>;
let own: Resources;

beforeAll(async () => {
  server = await startApi();
  const document = (await server.send("GET", "/openapi.json")).body as unknown as OpenApi;
  described = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
  wrongWith = createValidators(document);
  generate = createGenerator(document, seeded(7));
});
afterAll(() => server.close());
beforeEach(async () => {
  own = await populate(server, { id: firstOrganisationId, token: server.token });
});

const mediaOf = ({ headers }: Answer): string => (headers.get("content-type") ?? "").split(";")[0] ?? "";

/** In what an answer differs from what the document says of it. */
const faultsOf = ({ responses }: Described, answer: Answer, asked: unknown): unknown[] => {
  const { status, body, text } = answer;
  const told = { asked, status, text: text.slice(0, 500) };
  const response = responses[String(status)];
  if (!response) return [{ ...told, fault: "this status is not documented" }];
  if (status === 500) return [{ ...told, fault: "something broke" }];
  const media = response.content?.[mediaOf(answer)];
  if (!media?.schema) return [{ ...told, fault: `${mediaOf(answer)} is not documented` }];
  if (!mediaOf(answer).includes("json")) return [];
  const wrong = wrongWith(media.schema, body);
  return wrong.length > 0 ? [{ ...told, fault: wrong }] : [];
};

const operationOf = (id: string): Described => {
  const operation = described.get(id);
  if (!operation) throw new Error(`${id} is not described`);
  return operation;
};
const schemaOf = ({ requestBody }: Described) => requestBody?.content["application/json"]?.schema;
const exampleOf = ({ requestBody }: Described) => requestBody?.content["application/json"]?.example;

const send = (
  operation: Described,
  options: Parameters<TestApi["send"]>[2] = {},
  query = "",
): Promise<Answer> => server.send(operation.method, pathTo(operation.path, own) + query, options);

// An event stream ends with its run; those of populate() have ended.
const byId: Record<string, Operation> = api;
const ids = Object.keys(api);
const sending = Object.entries(api).flatMap(([id, { method }]) => (method === "GET" ? [] : [id]));
const withBody = Object.entries(api).flatMap(([id, operation]) => ("body" in operation ? [id] : []));

describe("answers are as documented", () => {
  test.each(ids)("to the example and without a credential: %s", async (id) => {
    const operation = operationOf(id);
    const body = exampleOf(operation);
    const found = faultsOf(operation, await send(operation, { body }), body);
    if (operation.security?.length !== 0) {
      for (const token of [null, "nobody's"])
        found.push(...faultsOf(operation, await send(operation, { body, token }), { token }));
    }
    expect(found).toEqual([]);
  });

  test.each(withBody)("to bodies made from the schema: %s", async (id) => {
    const operation = operationOf(id);
    const schema = schemaOf(operation) ?? {};
    const found: unknown[] = [];
    let valid = 0;
    for (let i = 0; i < 40; i++) {
      const body = generate(schema);
      if (wrongWith(schema, body).length > 0) continue;
      valid += 1;
      found.push(...faultsOf(operation, await send(operation, { body }), body));
    }
    expect(found).toEqual([]);
    expect(valid).toBeGreaterThan(0);
  });

  test.each(withBody)("to bodies with one thing wrong, which are taken only if they fit: %s", async (id) => {
    const operation = operationOf(id);
    const schema = schemaOf(operation) ?? {};
    const found: unknown[] = [];
    for (const body of mutationsOf(exampleOf(operation) ?? {})) {
      const answer = await send(operation, { body });
      found.push(...faultsOf(operation, answer, body));
      const wrong = wrongWith(schema, body);
      if (answer.status === 200 && wrong.length > 0) found.push({ body, fault: "was taken", wrong });
    }
    expect(found).toEqual([]);
  });

  test.each(withBody)("to values nested without end: %s", async (id) => {
    const operation = operationOf(id);
    const example = exampleOf(operation) ?? {};
    const found: unknown[] = [];
    const names = new Set([...Object.keys(example), ...Object.keys(api.checkApi.body.shape)]);
    for (const name of names) {
      const endless = "[".repeat(200_000) + "]".repeat(200_000);
      const text = JSON.stringify({ ...example, [name]: "HERE" }).replace('"HERE"', endless);
      const answer = await send(operation, { text, type: "application/json" });
      found.push(...faultsOf(operation, answer, name));
      expect(answer.status).not.toBe(200);
    }
    expect(found).toEqual([]);
  });

  test.each(ids)("to odd names and queries: %s", async (id) => {
    const operation = operationOf(id);
    const body = exampleOf(operation);
    const found: unknown[] = [];
    const ask = async (path: string): Promise<Answer> => {
      const answer = await server.send(operation.method, path, { body });
      found.push(...faultsOf(operation, answer, path.slice(0, 200)));
      return answer;
    };
    const path = pathTo(operation.path, own);
    for (const text of oddTexts) {
      const odd = encodeURIComponent(text.slice(0, 900).toWellFormed());
      // An empty name or a longer path is another path.
      if (operation.path.includes("{") && odd.trim() !== "")
        await ask(operation.path.replace(/\{\w+\}/, odd));
      for (const { name } of (operation.parameters ?? []).filter((parameter) => parameter.in === "query"))
        await ask(`${path}?${name}=${odd}`);
    }
    // An app may add a version to the address of the snippet, a probe what it likes.
    const takesAny = ["getTracingSnippet", "getHealth", "getReadiness"].includes(id);
    const { status } = await ask(`${path}?colour=red`);
    expect(status).toBe(takesAny ? 200 : 400);
    expect(found).toEqual([]);
  });

  test.each(sending)("to bodies that are no JSON or of another type: %s", async (id) => {
    const operation = operationOf(id);
    const found: unknown[] = [];
    const ask = async (text: string, type: string): Promise<number> => {
      const answer = await send(operation, { text, type });
      found.push(...faultsOf(operation, answer, { text: text.slice(0, 100), type }));
      return answer.status;
    };
    for (const text of ["{", "nul", '{"a":1,}', "\u0000", "\ufeff{}x", '"\\ud800"', "[".repeat(50_000)])
      expect(await ask(text, "application/json")).toBe(400);
    const { bodyLimit = 1024 * 1024 } = byId[id] ?? {};
    expect(await ask(" ".repeat(bodyLimit + 1), "application/json")).toBe(413);
    for (const type of [
      "text/plain",
      "text/yaml",
      "application/xml",
      "application/x-www-form-urlencoded",
      "x",
    ])
      expect(await ask("a=b", type)).toBe(415);
    await ask("{}", "application/json; charset=utf-8");
    await ask("{}", "application/json; charset=utf-16");
    expect(found).toEqual([]);
  });
});

describe("other methods", () => {
  const paths = [...new Set(Object.values(api).map(({ path }) => path))];

  test.each(paths)("are refused with those that there are: %s", async (path) => {
    const there: string[] = Object.values(api).flatMap((known) =>
      known.path === path ? [known.method] : [],
    );
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((name) => !there.includes(name))) {
      const answer = await server.send(method, pathTo(path, own));
      expect(answer).toMatchObject({ status: 405, body: { type: "method_not_allowed" } });
      expect(mediaOf(answer)).toBe(problemType);
      expect(answer.headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(there));
    }
  });

  test.each(["PROPFIND", "TRACE", "LINK", "BREW"])("that are none of ours do no harm: %s", async (method) => {
    const { status } = await rawRequest(method, "/api/v1/suites");
    expect(status).toBe(method === "BREW" ? 400 : 405);
  });
});

/** Sends a method that fetch would not. */
const rawRequest = (method: string, path: string): Promise<{ status: number }> => {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`),
    );
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (text += chunk));
    socket.on("end", () => resolve({ status: Number(text.split(" ")[1]) }));
    socket.on("error", reject);
  });
};
