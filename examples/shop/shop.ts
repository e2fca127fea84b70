import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { bugsNamed } from "./bugs.ts";
import { backgroundError } from "./faults.ts";
import { content, isHttpError, json, readBody } from "./http.ts";
import type { Context, Reply, Shop } from "./http.ts";
import { fileSink, lokiSink } from "./log.ts";
import type { LogEntry, LogSink } from "./log.ts";
import { failed, notFound } from "./pages/layout.ts";
import { createRouter } from "./router.ts";
import { redesigned } from "./redesign.ts";
import { ROUTES } from "./routes.ts";
import { createSessions } from "./sessions.ts";
import { createStore } from "./store.ts";
import { joinTrace } from "./trace.ts";

export type ShopOptions = {
  /** Ids of the bugs that are on; see bugs.ts. */
  bugs?: readonly string[];
  /** Gets every log entry as it is written. */
  log?: (entry: LogEntry) => void;
  /** 0, the default, takes a free port. */
  port?: number;
  host?: string;
  /** Decides dates and stock of the sample data; 1 by default. */
  seed?: number;
  /** Root of a Loki server that gets the log, with the labels `{app="shop"}`; user and password in it are basic auth. */
  lokiUrl?: string;
  lokiTenant?: string;
  /** A file that gets the log as JSON lines. */
  logFile?: string;
  /** A tracing script for every page: its address, the path of a file (with `file:`), or its source. */
  tracingSnippet?: string;
  /** Serves every page in another design that does the same: for suites that must survive one. */
  redesign?: boolean;
  /** How the bugs about slowness wait. */
  wait?: (ms: number) => Promise<void>;
};

/** A shop that is running. */
export type RunningShop = {
  /** Its root, without a slash at the end. */
  url: string;
  /** The newest log entries, oldest first, at most 10,000. */
  logs: readonly LogEntry[];
  /** Puts products, orders, accounts and messages back as they were at the beginning; who is logged in stays so. */
  reset(): void;
  close(): Promise<void>;
};

const MOST_LOGS = 10_000;
const SNIPPET_PATH = "/tracing.js";
const router = createRouter(ROUTES);

type Snippet = { src: string | null; source: string | null };

function snippetOf(given: string | undefined): Snippet {
  if (!given) return { src: null, source: null };
  if (given.startsWith("file:")) return { src: SNIPPET_PATH, source: readFileSync(new URL(given), "utf8") };
  if (/^(https?:\/\/|\/)\S+$/.test(given)) return { src: given, source: null };
  return { src: SNIPPET_PATH, source: given };
}

function fault(error: unknown): NonNullable<LogEntry["err"]> {
  if (!(error instanceof Error)) return { type: "Error", message: String(error), stack: "" };
  return { type: error.name, message: error.message, stack: error.stack ?? "" };
}

/**
 * Starts a shop in this process; any number can run at once, none shares anything with another.
 * Throws when a bug is unknown, and when the port is taken.
 */
export async function createShop(options: ShopOptions = {}): Promise<RunningShop> {
  const snippet = snippetOf(options.tracingSnippet);
  const shop: Shop = {
    bugs: bugsNamed(options.bugs ?? []),
    store: createStore(options.seed ?? 1),
    tracingSrc: snippet.src,
    wait: options.wait ?? ((ms) => sleep(ms, undefined, { ref: false })),
  };
  const sessions = createSessions();
  const logs: LogEntry[] = [];
  const sinks: LogSink[] = [];
  if (options.logFile) sinks.push(fileSink(options.logFile));
  if (options.lokiUrl) sinks.push(lokiSink({ url: options.lokiUrl, tenant: options.lokiTenant }));

  function write(entry: LogEntry): void {
    logs.push(entry);
    if (logs.length > MOST_LOGS) logs.shift();
    options.log?.(entry);
    for (const sink of sinks) sink.write(entry);
  }

  async function answer(context: Context, handle: () => Reply | Promise<Reply>): Promise<[Reply, unknown]> {
    const api = context.path.startsWith("/api/");
    try {
      return [await handle(), null];
    } catch (error) {
      if (isHttpError(error)) {
        const { status, message, fields } = error;
        return [api ? json(status, { error: message, fields }) : failed(context, status, message), null];
      }
      const reply = api
        ? json(500, { error: "Internal Server Error" })
        : failed(context, 500, "Something went wrong");
      return [reply, error];
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = Date.now();
    const method = request.method ?? "GET";
    const url = new URL(request.url?.replace(/^\/+/, "/") ?? "/", "http://shop");
    const { traceId, spanId } = joinTrace(request.headers.traceparent?.toString());
    const { id, session } = sessions.open(request.headers.cookie);
    const before = session.user;
    const match = router.match(method, url.pathname);
    const context: Context = {
      shop,
      method,
      path: url.pathname,
      query: url.searchParams,
      params: match.params,
      body: "",
      session,
      user: before === null ? null : (shop.store.users.get(before) ?? null),
    };
    const [reply, error] = await answer(context, async () => {
      if (method !== "GET" && method !== "HEAD") context.body = await readBody(request);
      if (match.route) return match.route.handler(context);
      if (url.pathname === SNIPPET_PATH && snippet.source !== null)
        return content("text/javascript", snippet.source);
      if (match.allowed.length > 0) {
        return {
          ...json(405, { error: "Method not allowed" }),
          headers: { allow: match.allowed.join(", ") },
        };
      }
      return url.pathname.startsWith("/api/") ? json(404, { error: "Not found" }) : notFound(context);
    });
    const cookie = sessions.keep(id, session, session.user !== null && session.user !== before);
    if (cookie !== null) response.setHeader("set-cookie", cookie);
    response.writeHead(reply.status, { "x-content-type-options": "nosniff", ...reply.headers });
    const isPage = options.redesign === true && reply.headers["content-type"]?.startsWith("text/html");
    response.end(method === "HEAD" ? "" : isPage ? redesigned(reply.body) : reply.body);
    if (reply.unlogged) return;
    const route = match.route?.path ?? "none";
    const entry: LogEntry = {
      time: new Date(started).toISOString(),
      level: reply.status >= 500 && error !== null ? "error" : reply.status >= 400 ? "warn" : "info",
      trace_id: traceId,
      span_id: spanId,
      method,
      route,
      path: url.pathname,
      status: reply.status,
      duration_ms: Date.now() - started,
      msg: error === null ? `${method} ${route} ${reply.status}` : `Unhandled error in ${method} ${route}`,
      ...(error !== null && { err: fault(error) }),
    };
    write(entry);
    const noise = backgroundError(shop.bugs, entry);
    if (noise) write(noise);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`${fault(error).stack}\n`);
      response.destroy();
    });
  });
  const host = options.host ?? "127.0.0.1";
  await listen(server, options.port ?? 0, host);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://${host}:${port}`,
    logs,
    reset: () => void Object.assign(shop.store, createStore(options.seed ?? 1)),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}
