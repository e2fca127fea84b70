import { randomUUID } from "node:crypto";
import { fastify, LogController } from "fastify";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { Logger } from "pino";
import { api, basePath } from "#api/index.ts";
import { problemContentType, toProblem } from "#api/problem.ts";
import { AppError } from "#model/errors.ts";
import { isNestedTooDeep, maxNesting } from "#model/json.ts";
import { signInPage, serveDocsAssets } from "./docs.ts";
import { statusOf, toAppError } from "./errors.ts";
import { createHandlers } from "./handlers.ts";
import type { Features } from "./handlers.ts";
import { sendSecurityHeaders } from "./headers.ts";
import { requestLogger, withoutToken } from "./logger.ts";
import { refuseMetrics } from "./metrics.ts";
import type { MetricsConfig } from "./metrics.ts";
import { observeRequests } from "./observe.ts";
import type { RequestObserver } from "./observe.ts";
import { describeApi } from "./openapi.ts";
import { serve } from "./serve.ts";
import { validatorCompiler } from "./validation.ts";

export type HttpConfig = {
  /** Believe what the proxy in front says of its caller (X-Forwarded-For, X-Forwarded-Proto). */
  trustProxy: boolean;
  /** Origins whose pages may call the API from a browser; none if unset. */
  corsOrigins?: readonly string[];
  /** Version of the service, for the API description. */
  version: string;
};

type ServerOptions = {
  features: Features;
  config: HttpConfig;
  logger: Logger;
  observe?: RequestObserver;
  /** What `GET /metrics` answers; there is none if unset. */
  metrics?: MetricsConfig | undefined;
};

/** Time for a caller to read why its connection is closed. */
const lingerMs = 1000;
const mebibyte = 1024 * 1024;
const requestIdPattern = /^[\w.:-]{1,128}$/;

/** The HTTP server of the whole contract, not yet listening. */
export const createServer = ({
  features,
  config,
  logger,
  observe,
  metrics,
}: ServerOptions): FastifyInstance => {
  // Told apart here: the types of every plugin name the base alone.
  const loggerInstance: FastifyBaseLogger = logger;
  const app = fastify({
    loggerInstance,
    childLoggerFactory: (_parent, bindings) => requestLogger(logger, String(bindings["reqId"])),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => {
      const given = headers["x-request-id"];
      return typeof given === "string" && requestIdPattern.test(given) ? given : randomUUID();
    },
    trustProxy: config.trustProxy && isNearestProxy,
    bodyLimit: mebibyte,
    requestTimeout: 60_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      socket.end(badRequest(error.code));
      // The answer has gone; who keeps its side open would keep the connection for ever.
      setTimeout(() => socket.destroy(), lingerMs).unref();
    },
  });
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort(new Error("the service is shutting down")));

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  parseJsonOnly(app);
  const asPartOf = observeRequests(app, observe);
  sendSecurityHeaders(app, config.corsOrigins ?? []);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new AppError("not_found", noSuchPath), request, reply),
  );
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: withoutToken(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "request",
    );
    // An answer that was under way when the shutdown began would otherwise leave its connection open.
    if (closing.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
  });

  const authenticate = features.auth.authenticate;
  describeApi(app, api, config.version);
  app.register(
    async (scope) => {
      let description: string | undefined;
      const openApi = (): string => (description ??= JSON.stringify(app.swagger()));
      serve(scope, api, createHandlers(features, openApi), {
        authenticate,
        closing: closing.signal,
        asPartOf,
      });
      serveDocsAssets(scope, authenticate);
    },
    { prefix: basePath },
  );
  if (metrics) serveMetrics(app, metrics);
  return app;
};

/** Only what the proxy in front wrote is believed: the entries before it are whatever its caller sent. */
const isNearestProxy = (_address: string, hop: number): boolean => hop === 0;

const serveMetrics = (app: FastifyInstance, { token, render, type }: MetricsConfig): void => {
  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    const refusal = refuseMetrics(request.raw, token);
    if (refusal) throw new AppError(refusal.code, refusal.message);
    return reply.type(type).send(await render());
  });
};

/** Only JSON is read. An empty body is none, so that a POST without input may carry a content type. */
const parseJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    const text = body.toString();
    if (text.trim() === "") return done(null, undefined);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const message = `malformed${placeIn(error)}`;
      return done(
        new AppError("invalid_request", "The body is no valid JSON.", { errors: [{ path: "", message }] }),
      );
    }
    // What reads it later may recurse.
    if (!isNestedTooDeep(value)) return done(null, value);
    done(new AppError("invalid_request", `The body is nested deeper than ${maxNesting} levels.`));
  });
};

/** Where JSON is malformed, as far as the parser says: its own words repeat what may be a password. */
const placeIn = (error: unknown): string => {
  const said = error instanceof Error ? error.message : "";
  if (said.startsWith("Unexpected end")) return ": it ends too early";
  const place = /at position \d+(?: \(line \d+ column \d+\))?$/.exec(said)?.[0];
  return place === undefined ? "" : ` ${place}`;
};

const noSuchPath = `There is no such path; ${basePath}/docs describes those that there are.`;

/** A person who follows a link to the documentation, or to what a run has left, in a browser. */
const wantsSignIn = ({ method, url, headers }: FastifyRequest): boolean => {
  const path = url.split("?", 1)[0] ?? "";
  const isPage = path === `${basePath}/docs` || path.startsWith(`${basePath}/artifacts/`);
  return method === "GET" && isPage && (headers.accept ?? "").includes("text/html");
};

const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = toAppError(error);
  const status = statusOf[problem.code];
  if (status === 500) request.log.error({ err: problem.cause ?? problem }, "request failed");
  if (problem.retryAfterS !== undefined) reply.header("retry-after", String(problem.retryAfterS));
  if (problem.allow) reply.header("allow", problem.allow.join(", "));
  if (problem.code === "unauthorized") reply.header("www-authenticate", 'Bearer realm="tracewright"');
  reply.code(status);
  if (problem.code === "unauthorized" && wantsSignIn(request)) {
    const { contentType, headers, body } = signInPage();
    return reply
      .type(contentType)
      .headers(headers ?? {})
      .send(body);
  }
  const body = toProblem(problem.code, status, problem.message, {
    errors: problem.errors,
    requestId: request.id,
  });
  return reply.type(problemContentType).serializer(JSON.stringify).send(body);
};

/** Answer to what is no HTTP; there is no request to answer through. */
const badRequest = (code: string | undefined): string => {
  const tooLarge = code === "HPE_HEADER_OVERFLOW";
  const status = tooLarge ? 431 : 400;
  const body = JSON.stringify(toProblem("invalid_request", status, "This is no valid HTTP request."));
  return [
    `HTTP/1.1 ${status} ${tooLarge ? "Request Header Fields Too Large" : "Bad Request"}`,
    `content-type: ${problemContentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
    "",
    body,
  ].join("\r\n");
};
