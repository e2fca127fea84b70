import { describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Operation } from "./define-api.ts";
import { isRaw } from "./define-api.ts";
import { api } from "./index.ts";

const operations = Object.entries<Operation>(api);

const mistakes = (schema: z.ZodType | undefined, example: unknown): z.core.$ZodIssue[] =>
  schema?.safeParse(example).error?.issues ?? [];

describe("the contract", () => {
  test.each(operations)("%s has examples that fit", (_, { body, reply, params, query, examples }) => {
    expect([
      ...mistakes(body, examples?.body),
      ...mistakes(params, examples?.params),
      ...mistakes(query, examples?.query ?? {}),
      ...mistakes(isRaw(reply) ? undefined : reply, examples?.reply),
    ]).toEqual([]);
  });

  test("describes every method of a path once", () => {
    const routes = operations.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test("opens to anyone what the specification says, and nothing else", () => {
    const open = operations.filter(([, { access }]) => access === "open");
    expect(open.map(([, { method, path }]) => `${method} ${path}`).toSorted()).toEqual([
      "GET /auth/setup",
      "GET /health",
      "GET /health/ready",
      "GET /tracing/snippet.js",
      "POST /auth/login",
      "POST /auth/setup",
    ]);
  });
});
