import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#api/index.ts";
import type { Operation } from "#api/define-api.ts";
import { problemContentType } from "#api/problem.ts";
import { startApi } from "#test/support/api.ts";
import type { Answer, TestApi } from "#test/support/api.ts";

const odd: unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  0.5,
  "",
  " ",
  "\u0000",
  "\ud800",
  "%00%ff",
  "'; drop table users; --",
  "../../etc/passwd",
  "💥".repeat(300),
  "x".repeat(20_000),
  [],
  [null],
  [[[]]],
  {},
  { a: { b: { c: [] } } },
  { toString: 1, constructor: 2, hasOwnProperty: null },
];
const oddText = odd.filter((value) => typeof value === "string");

/** Bodies that are the example with one thing wrong, and some that are wrong altogether. */
const bodiesOf = ({ examples }: Operation): unknown[] => {
  const example = examples?.body;
  if (typeof example !== "object" || example === null) return [undefined];
  const keys = Object.keys(example);
  return [
    example,
    ...odd,
    ...keys.flatMap((key) => odd.map((value) => ({ ...example, [key]: value }))),
    ...keys.map((key) => Object.fromEntries(Object.entries(example).filter(([name]) => name !== key))),
    { ...example, unknown: 1 },
  ];
};

const pathsOf = ({ path, params, query, examples }: Operation): string[] => {
  const fill = (name: string, value: string): string =>
    path.replace(`{${name}}`, encodeURI(value.toWellFormed()));
  const names = Object.keys(params?.shape ?? {});
  const plain = names.reduce(
    (filled, name) => filled.replace(`{${name}}`, examples?.params?.[name] ?? "x"),
    path,
  );
  const queries = Object.keys(query?.shape ?? {}).flatMap((name) =>
    oddText.map((text) => `${plain}?${name}=${encodeURIComponent(text.slice(0, 2000).toWellFormed())}`),
  );
  return [
    plain,
    ...names.flatMap((name) => oddText.map((text) => fill(name, text.slice(0, 2000)))),
    ...queries,
  ];
};

describe("no input breaks the service", () => {
  let server: TestApi;
  beforeAll(async () => {
    server = await startApi();
  });
  afterAll(() => server.close());

  /** What is wrong with an answer, whatever was asked. */
  const faults = (answer: Answer, what: unknown): unknown[] => {
    const { status, text, body, headers } = answer;
    if (status < 400) return [];
    const isProblem =
      text === "" || (headers.get("content-type") === problemContentType && body["status"] === status);
    // Not being able to generate is an answer about the app that was named, not a fault of the service.
    const meant = status < 500 || body["type"] === "generation_error";
    return meant && isProblem ? [] : [{ what, status, text }];
  };

  // Not the log-in: its limit would answer everything after the first ten.
  const operations = Object.entries<Operation>(api).filter(([id]) => id !== "login");

  test.each(operations)("%s", async (_, operation) => {
    const found: unknown[] = [];
    const paths = pathsOf(operation);
    const body = operation.body ? operation.examples?.body : undefined;
    for (const path of paths)
      found.push(...faults(await server.send(operation.method, path, { body }), path));
    for (const mutated of bodiesOf(operation)) {
      const answer = await server.send(operation.method, paths[0] ?? "", { body: mutated });
      found.push(...faults(answer, mutated));
    }
    expect(found).toEqual([]);
  });
});
