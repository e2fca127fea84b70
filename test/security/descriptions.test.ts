import { describe, expect, test } from "vitest";
import { parseDocument, readDescription } from "#core/generate/openapi/description.ts";
import { apiSuite } from "#core/generate/openapi/suite.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { printSuite } from "#core/suite/print.ts";
import { AppError } from "#model/errors.ts";

const address = "http://api.example/openapi.json";
type Schemas = Record<string, unknown>;

const withSchemas = (schemas: Schemas, body: unknown = { $ref: "#/components/schemas/A" }): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Hostile" },
    paths: {
      "/a": {
        post: {
          requestBody: { required: true, content: { "application/json": { schema: body } } },
          responses: { "201": { content: { "application/json": { schema: body } } } },
        },
        get: { responses: { "200": { content: { "application/json": { schema: body } } } } },
      },
      "/a/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: body }],
          responses: { "200": {} },
        },
      },
    },
    components: { schemas },
  });

const letters = "ABCDEFGHIJKLMNOP".split("");
const next = (at: number): { $ref: string } => ({
  $ref: `#/components/schemas/${letters[(at + 1) % letters.length] ?? "A"}`,
});
const each = (make: (at: number) => unknown): Schemas =>
  Object.fromEntries(letters.map((name, at) => [name, make(at)]));
const ten = Array.from({ length: 10 }, (_, index) => index);
const bounded = { type: "object", required: ["name"] };
const evil = "'; process.exit(1); //`${secret.X}${env.PATH}\u2028</script>";

const otherHosts = [
  "//evil.example/x",
  "/\\evil.example/x",
  "https://evil.example/x",
  "/\t/evil.example/x",
  "@evil.example",
  ".evil.example/x",
  ":80@evil.example/",
];

const hostile: [what: string, text: string][] = [
  ["a schema that is itself", withSchemas({ A: { $ref: "#/components/schemas/A" } })],
  ["schemas in a ring", withSchemas(each(next))],
  [
    "objects of objects, ten of each",
    withSchemas(
      each((at) => ({
        ...bounded,
        required: ten.map(String),
        properties: Object.fromEntries(ten.map((key) => [key, next(at)])),
      })),
    ),
  ],
  [
    "lists of lists of a billion",
    withSchemas(each((at) => ({ type: "array", minItems: 1e9, items: next(at) }))),
  ],
  ["lists of lists of ten", withSchemas(each((at) => ({ type: "array", minItems: 10, items: next(at) })))],
  [
    "choices of choices",
    withSchemas(each((at) => ({ oneOf: ten.map(() => next(at)), allOf: ten.map(() => next(at)) }))),
  ],
  [
    "a text of a billion signs",
    withSchemas({ A: { ...bounded, properties: { name: { type: "string", minLength: 1e9 } } } }),
  ],
  [
    "patterns that backtrack without end",
    withSchemas({
      A: {
        ...bounded,
        properties: {
          name: {
            type: "string",
            pattern: "^(a+)+$|^([a-zA-Z]+)*b$",
            example: `${"a".repeat(60)}!`,
            default: `${"a".repeat(60)}!`,
          },
        },
      },
    }),
  ],
  [
    "a pattern of a billion",
    withSchemas({
      A: {
        ...bounded,
        properties: { name: { type: "string", pattern: "^a{1000000000}(b{99999}){99999}$" } },
      },
    }),
  ],
  [
    "numbers out of reach",
    withSchemas({ A: { type: "number", minimum: 1e308, exclusiveMinimum: 1e308, multipleOf: 1e-308 } }),
  ],
  [
    "names of JavaScript's own",
    withSchemas({
      A: {
        type: "object",
        required: ["__proto__", "constructor"],
        properties: JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as unknown,
      },
    }),
  ],
  [
    "nesting without end",
    `{"openapi":"3.1.0","info":{"title":"x"},"paths":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`,
  ],
  [
    "aliases that explode",
    `openapi: 3.1.0\ninfo: {title: x}\na0: &a0 [x,x,x,x,x,x,x,x,x]\n${ten.map((at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(",")}]`).join("\n")}\npaths: {/a: {get: {responses: {"200": {}}}}}\n`,
  ],
  [
    "secrets as examples",
    withSchemas(
      {
        A: {
          ...bounded,
          properties: {
            name: { type: "string", example: "${secret.CARD}" },
            note: { type: "string", enum: ["${env.HOME}"] },
          },
        },
      },
      {
        ...bounded,
        required: ["note"],
        properties: { note: { type: "string", default: "${secret.CARD}", example: "${secret.CARD}" } },
      },
    ),
  ],
  [
    "a server that is elsewhere",
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "x" },
      servers: [{ url: "http://api.example//evil.example" }],
      paths: { "/x": { get: { responses: { "200": {} } } } },
    }),
  ],
  [
    "3,000 operations",
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "x" },
      paths: Object.fromEntries(
        Array.from({ length: 3000 }, (_, at) => [`/p${at}/{id}`, { get: { responses: { "200": {} } } }]),
      ),
    }),
  ],
  [
    "words that mean something elsewhere",
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: evil },
      paths: {
        [`/x${evil}`]: {
          post: {
            operationId: evil,
            summary: evil,
            tags: [evil],
            parameters: [
              { name: evil, in: "header", required: true, schema: { type: "string", example: evil } },
            ],
            responses: { "200": {} },
          },
        },
        ...Object.fromEntries(otherHosts.map((path) => [path, { get: { responses: { "200": {} } } }])),
        "/../../x": { get: { responses: { "200": {} } } },
      },
    }),
  ],
];

/** The suite that comes of a description, or the code of the error that is told to the caller. */
const suiteOf = (text: string): { yaml: string } | { code: unknown } => {
  try {
    const description = readDescription(
      new Map([[address, parseDocument(text)]]),
      address,
      "http://api.example",
    );
    const { document } = apiSuite({
      description,
      baseUrl: "http://api.example",
      title: null,
      credentials: null,
      exhaustive: true,
    });
    return { yaml: printSuite(document) };
  } catch (error) {
    return { code: error instanceof AppError ? error.code : error };
  }
};

describe("an API description that is hostile", () => {
  test.each(hostile)(
    "becomes a bounded suite, or an error that says so: %s",
    { timeout: 240_000 },
    (_, text) => {
      const made = suiteOf(text);
      expect("code" in made ? made.code : "generation_error").toBe("generation_error");
      const yaml = "yaml" in made ? made.yaml : "";
      expect(yaml.length).toBeLessThan(1024 * 1024);
      const { document, diagnostics } = parseSuite(yaml);
      expect(yaml === "" ? [] : diagnostics).toEqual([]);
      // What the description says stays text: no reference to a secret or to the environment, no other host.
      expect(yaml.replaceAll("$${", "")).not.toMatch(/\$\{(?:secret|env)\./);
      for (const { steps } of document?.cases ?? [])
        for (const step of steps) {
          const { url } = (step as { request?: { url?: string } }).request ?? {};
          expect(new URL(url ?? "/", "http://api.example").origin).toBe("http://api.example");
        }
    },
  );
});
