import { METHODS } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from "fastify";
import { z } from "zod";
import type { Caller } from "#api/caller.ts";
import type { Api, Operation } from "#api/define-api.ts";
import { errorsOf, isRaw, mayLeaveBodyOut } from "#api/define-api.ts";
import { problemContentType, problemSchema, problemTitle } from "#api/problem.ts";
import { AppError } from "#model/errors.ts";
import { placeOfNul } from "#model/json.ts";
import { authorise } from "./authentication.ts";
import type { Admitted, Authenticate } from "./authentication.ts";
import type { Handlers, RawAnswer } from "./context.ts";
import { statusOf } from "./errors.ts";
import { readQuery } from "./validation.ts";

type ServeOptions = {
  authenticate: Authenticate;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
  /** Carries out work so that its log lines and spans are known to belong to the request. */
  asPartOf<T>(request: FastifyRequest, work: () => T): T;
};

/** The handler of any operation, its input checked against the contract already. */
type AnyHandler = (context: {
  caller: Caller | null;
  params: unknown;
  query: unknown;
  body: unknown;
  log: FastifyRequest["log"];
  signal: AbortSignal;
  address: string;
  credential: string | null;
  header(name: string): string | undefined;
}) => Promise<unknown>;

/** Those that this server's HTTP parser knows; OPTIONS is answered, CONNECT is for proxies. */
const allMethods = METHODS.filter((method) => method !== "OPTIONS" && method !== "CONNECT");

/** `/runs/{id}` as the router writes it; a last parameter named `path` takes the rest. */
const toRoute = (path: string): string => path.replace(/\{path\}$/, "*").replaceAll(/\{(\w+)\}/g, ":$1");

/** Binds every operation of the contract to its handler. */
export const serve = <A extends Api>(
  app: FastifyInstance,
  api: A,
  handlers: Handlers<A>,
  options: ServeOptions,
): void => {
  const byId = handlers as unknown as Record<string, AnyHandler>;
  for (const [id, operation] of Object.entries<Operation>(api)) {
    const handler = byId[id];
    if (!handler) throw new Error(`operation ${id} has no handler`);
    app.route(toRouteOptions(id, operation, handler, options));
  }
  refuseOtherMethods(app, Object.values(api));
};

const toRouteOptions = (
  id: string,
  operation: Operation,
  handler: AnyHandler,
  { authenticate, closing, asPartOf }: ServeOptions,
): RouteOptions => {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const streams = isRaw(operation.reply) && operation.reply.contentTypes.includes("text/event-stream");
  return {
    method: operation.method,
    url: toRoute(operation.path),
    schema: toSchema(id, operation),
    ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
    ...(operation.method === "GET" ? { exposeHeadRoute: !streams } : {}),
    onRequest: async (request) => {
      const who = await authorise(request, operation.access, authenticate);
      if (who) admitted.set(request, who);
    },
    preValidation: async (request) => {
      normalise(request, operation);
      if (request.body === undefined && mayLeaveBodyOut(operation)) request.body = {};
      refuseNul(request, operation);
      if (!operation.body && !isEmpty(request.body)) {
        throw new AppError("invalid_request", "This operation takes no body.");
      }
    },
    handler: async (request, reply) => {
      const who = admitted.get(request);
      const answer = await asPartOf(request, () =>
        handler({
          caller: who?.caller ?? null,
          params: request.params,
          query: request.query,
          body: request.body,
          log: request.log,
          signal: AbortSignal.any([closing, goneSignal(reply)]),
          address: request.ip,
          credential: who?.credential ?? null,
          header: (name) => {
            const value = request.headers[name.toLowerCase()];
            return Array.isArray(value) ? value[0] : value;
          },
        }),
      );
      return isRaw(operation.reply) ? sendRaw(reply, answer as RawAnswer) : reply.send(answer);
    },
  };
};

const sendRaw = (reply: FastifyReply, { contentType, headers, body }: RawAnswer): FastifyReply =>
  reply
    .type(contentType)
    .headers(headers ?? {})
    .send(body);

/** The credential is no part of the query, and the rest of a path is a parameter like any other. */
const normalise = (request: FastifyRequest, { query: schema }: Operation): void => {
  const { query, params } = request;
  if (typeof query === "object" && query !== null) {
    const values: Record<string, unknown> = { ...query };
    delete values["token"];
    // What takes any query reads none of it.
    request.query = isAnyQuery(schema) ? {} : readQuery(values, schema ?? noQuery);
  }
  if (typeof params === "object" && params !== null && "*" in params)
    Object.assign(params, { path: params["*"] });
};

/** PostgreSQL keeps no text with U+0000, so no engine is given any. The suite grammar tells by itself where one stands. */
const refuseNul = ({ params, query, body }: FastifyRequest, { errors }: Operation): void => {
  if (placeOfNul(params)) throw new AppError("not_found", "There is no such resource.");
  const place = placeOfNul(query) ?? (errors?.includes("invalid_yaml") ? null : placeOfNul(body));
  if (!place) return;
  const message = "must not contain the character U+0000";
  throw new AppError("invalid_request", `Text ${message}.`, {
    errors: [{ path: place.join("."), message }],
  });
};

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === "object" && Object.keys(body).length === 0);

const goneSignal = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort(new Error("the caller has gone"));
  });
  return gone.signal;
};

const jsonContent = (schema: z.ZodType) => ({ "application/json": { schema } });

const toSchema = (id: string, operation: Operation): FastifySchema => {
  const response: Record<string, unknown> = {
    200: isRaw(operation.reply)
      ? {
          description: operation.reply.description,
          content: Object.fromEntries(
            operation.reply.contentTypes.map((type) => [type, { schema: rawSchema(type) }]),
          ),
        }
      : { description: "Success", content: jsonContent(operation.reply) },
  };
  const byStatus = Map.groupBy(errorsOf(operation), (code) => statusOf[code]);
  for (const [status, codes] of byStatus) {
    response[status] = {
      description: codes.map((code) => `${problemTitle(code)} (\`${code}\`)`).join(" or "),
      content: { [problemContentType]: { schema: problemSchema } },
    };
  }
  return {
    operationId: id,
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    tags: [operation.tag],
    security: securityOf(operation),
    ...(operation.params ? { params: operation.params } : {}),
    querystring: operation.query ?? noQuery,
    ...(operation.body ? { body: operation.body } : {}),
    response,
  };
};

const noQuery = z.strictObject({});

const isAnyQuery = (schema: Operation["query"]): boolean =>
  schema !== undefined && Object.keys(schema.shape).length === 0;

const rawSchema = (type: string): z.ZodType =>
  type.startsWith("text/")
    ? z.string()
    : type === "application/json"
      ? z.record(z.string(), z.unknown())
      : z.unknown();

const securityOf = ({ access }: Operation): Record<string, string[]>[] => {
  if (access === "open") return [];
  return access === "query_token" ? [{ bearer: [] }, { query_token: [] }] : [{ bearer: [] }];
};

/** A path that exists answers other methods with 405 and says which ones it has. */
const refuseOtherMethods = (app: FastifyInstance, operations: readonly Operation[]): void => {
  for (const method of allMethods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const url = toRoute(path);
    const allow = allMethods.filter((method) => app.hasRoute({ method, url: app.prefix + url }));
    const refuse = async (): Promise<never> => {
      throw new AppError("method_not_allowed", `This path answers to ${allow.join(", ")}.`, { allow });
    };
    app.route({
      method: allMethods.filter((method) => !allow.includes(method)),
      url,
      schema: { hide: true },
      onRequest: refuse,
      handler: refuse,
    });
    app.route({
      method: "OPTIONS",
      url,
      schema: { hide: true },
      handler: (_request, reply) =>
        reply
          .code(204)
          .header("allow", [...allow, "OPTIONS"].join(", "))
          .send(),
    });
  }
};
