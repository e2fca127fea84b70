import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { exampleId } from "#api/common.ts";
import { basePath } from "#api/index.ts";
import { mayLeaveBodyOut } from "#api/define-api.ts";
import type { Api, Operation } from "#api/define-api.ts";
import { problemContentType } from "#api/problem.ts";
import { isObject, tidyOpenApi } from "./tidy-openapi.ts";

const tags = [
  { name: "Service", description: "Health and this description" },
  { name: "Auth and users", description: "Setup, sessions, API tokens, users" },
  { name: "Organisations", description: "Everything belongs to exactly one organisation" },
  { name: "Suites", description: "Test suites, as YAML documents" },
  { name: "Runs", description: "Executions of suites in a real browser" },
  { name: "Artifacts", description: "Screenshots, traces and other files of runs" },
  { name: "Plans", description: "Ordered regression passes, by hand or by schedule" },
  { name: "Issues", description: "The built-in tracker" },
  { name: "Generate", description: "Suites for a live app, from words or from an API description" },
  { name: "Analyze", description: "Generate, run and explain in one call" },
  { name: "Tracing", description: "Trace ids for the app under test" },
  { name: "Settings", description: "Integrations of the organisation" },
  { name: "Integrations", description: "Issue trackers" },
  { name: "Analytics", description: "Counts over the whole run history" },
  { name: "Checks", description: "Single assertions without a suite" },
];

const child = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

const setExample = (content: unknown, example: unknown): void => {
  if (example === undefined || !isObject(content)) return;
  for (const media of Object.values(content)) if (isObject(media)) media["example"] = example;
};

/** Puts the contract's examples where OpenAPI wants them, and what belongs to answers whatever the operation. */
const decorate = (described: unknown, operation: Operation): void => {
  const { examples } = operation;
  const responses = child(described, "responses");
  if (isObject(responses)) {
    responses["405"] = { ...methodNotAllowed };
    if (operation.signInPage) {
      const content = child(responses, "401", "content");
      if (isObject(content)) content["text/html"] = { schema: { type: "string" } };
    }
    for (const [status, response] of Object.entries(responses))
      if (isObject(response)) response["headers"] = headersOf(status);
  }
  const requestBody = child(described, "requestBody");
  if (isObject(requestBody) && mayLeaveBodyOut(operation)) requestBody["required"] = false;
  setExample(child(requestBody, "content"), examples?.body);
  setExample(child(described, "responses", "200", "content"), examples?.reply);
  const parameters = child(described, "parameters");
  if (Array.isArray(parameters)) {
    for (const parameter of parameters) {
      if (!isObject(parameter) || typeof parameter["name"] !== "string") continue;
      const example = examples?.params?.[parameter["name"]] ?? examples?.query?.[parameter["name"]];
      if (example !== undefined) parameter["example"] = example;
    }
  }
};

/** Components of headers, by the name of the header that they describe. */
const headers = {
  "X-Request-Id": {
    description: "Names the request in the service's log; a caller's own is taken over",
    schema: { type: "string" },
    example: exampleId,
  },
  "Retry-After": {
    description: "Seconds until the next attempt",
    schema: { type: "integer", minimum: 1 },
    example: 30,
  },
  Allow: {
    description: "The methods that the path answers to",
    schema: { type: "string" },
    example: "GET, HEAD",
  },
  "WWW-Authenticate": {
    description: "How to sign in",
    schema: { type: "string" },
    example: 'Bearer realm="tracewright"',
  },
} as const;

const headersOfStatus: Record<string, (keyof typeof headers)[]> = {
  "401": ["WWW-Authenticate"],
  "405": ["Allow"],
  "429": ["Retry-After"],
  "503": ["Retry-After"],
};

const headersOf = (status: string): Record<string, { $ref: string }> =>
  Object.fromEntries(
    ["X-Request-Id", ...(headersOfStatus[status] ?? [])].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );

const methodNotAllowed = {
  description: "The answer to any other method on this path (`method_not_allowed`)",
  content: { [problemContentType]: { schema: { $ref: "#/components/schemas/Problem" } } },
};

/** Describes the contract as OpenAPI 3.1; `app.swagger()` gives the document once the routes are ready. */
export const describeApi = (app: FastifyInstance, api: Api, version: string): void => {
  app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tracewright",
        version,
        description:
          "Writes, runs and explains end-to-end browser tests.\n\nErrors are RFC 9457 problem details. Lists take `limit` and `offset`. Times are RFC 3339 in UTC.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: basePath, description: "This service" }],
      tags,
      components: {
        headers,
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "A session token or an API token (`tw_…`)" },
          query_token: {
            type: "apiKey",
            in: "query",
            name: "token",
            description: "The same, for addresses that cannot carry headers, such as those of images",
          },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document);
      return { schema, url: url.replace(/\*$/, "{path}") };
    },
    transformObject: (document) => {
      const described = tidyOpenApi(jsonSchemaTransformObject(document));
      const paths: unknown = described.paths;
      for (const operation of Object.values(api)) {
        decorate(child(paths, operation.path, operation.method.toLowerCase()), operation);
      }
      return described;
    },
  });
};
