import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A line of a log and when it was written. */
type LokiLine = { labels: Readonly<Record<string, string>>; timestampNs: bigint; line: string };

export type LokiOptions = {
  /** Asks for basic auth with this pair. */
  basicAuth?: { username: string; password: string };
  /** Asks for this `X-Scope-OrgID`. */
  tenant?: string;
  /** Lines can be found only so many milliseconds after they were pushed. */
  ingestionDelayMs?: number;
  port?: number;
};

export type RunningLoki = {
  url: string;
  /** Everything that was pushed, in the order of arrival. */
  lines: readonly LokiLine[];
  close(): Promise<void>;
};

type Matcher = { label: string; operator: string; value: string };
type LineFilter = { operator: string; value: string };
type Query = { matchers: Matcher[]; filters: LineFilter[] };

type Refusal = { status: number; text: string };

const STRING = /^(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/;

function refuse(status: number, text: string): never {
  throw Object.assign(new Error(text), { refusal: { status, text } satisfies Refusal });
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !("refusal" in error)) return null;
  return error.refusal as Refusal;
}

/** Reads LogQL as far as it goes here: a selector, then line filters. */
function parseQuery(text: string): Query {
  let rest = text.trim();
  const fail = (): never => refuse(400, `parse error at "${rest.slice(0, 20)}" in query ${text}`);
  const string = (): string => {
    const match = STRING.exec(rest);
    if (!match) return fail();
    rest = rest.slice(match[0].length).trimStart();
    return match[2] ?? (JSON.parse(`"${match[1] ?? ""}"`) as string);
  };
  if (!rest.startsWith("{")) fail();
  rest = rest.slice(1).trimStart();
  const matchers: Matcher[] = [];
  while (!rest.startsWith("}")) {
    const match = /^([a-zA-Z_]\w*)\s*(=~|!~|!=|=)\s*/.exec(rest);
    if (!match) return fail();
    rest = rest.slice(match[0].length);
    matchers.push({ label: match[1] ?? "", operator: match[2] ?? "", value: string() });
    if (rest.startsWith(",")) rest = rest.slice(1).trimStart();
    else if (!rest.startsWith("}")) fail();
  }
  rest = rest.slice(1).trimStart();
  // Loki refuses a selector that could match every stream, in these words.
  if (
    !matchers.some(
      ({ operator, value }) =>
        (operator === "=" && value !== "") || (operator === "=~" && !regex(value).test("")),
    )
  ) {
    refuse(
      400,
      "queries require at least one regexp or equality matcher that does not have an empty-compatible value",
    );
  }
  const filters: LineFilter[] = [];
  while (rest !== "") {
    const match = /^(\|=|!=|\|~|!~)\s*/.exec(rest);
    if (!match) return fail();
    rest = rest.slice(match[0].length);
    filters.push({ operator: match[1] ?? "", value: string() });
  }
  return { matchers, filters };
}

function regex(source: string, whole = true): RegExp {
  const insensitive = source.startsWith("(?i)");
  const body = insensitive ? source.slice(4) : source;
  try {
    return new RegExp(whole ? `^(?:${body})$` : body, insensitive ? "i" : "");
  } catch {
    return refuse(400, `error parsing regexp: ${source}`);
  }
}

function matchesLabel(value: string, matcher: Matcher): boolean {
  if (matcher.operator === "=") return value === matcher.value;
  if (matcher.operator === "!=") return value !== matcher.value;
  return regex(matcher.value).test(value) === (matcher.operator === "=~");
}

function matchesLine(line: string, { operator, value }: LineFilter): boolean {
  if (operator === "|=") return line.includes(value);
  if (operator === "!=") return !line.includes(value);
  return regex(value, false).test(line) === (operator === "|~");
}

/** A point in time as Loki takes it: nanoseconds, seconds with a fraction, or RFC 3339. */
function nanoseconds(text: string | null, standard: bigint, name: string): bigint {
  if (text === null || text === "") return standard;
  if (/^\d+$/.test(text)) return text.length <= 10 ? BigInt(text) * 1_000_000_000n : BigInt(text);
  if (/^\d+\.\d+$/.test(text)) return BigInt(Math.round(Number(text) * 1000)) * 1_000_000n;
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) refuse(400, `could not parse '${name}' parameter: cannot parse "${text}"`);
  return BigInt(milliseconds) * 1_000_000n;
}

const HOUR_NS = 3_600_000_000_000n;

type Kept = LokiLine & { visibleAt: number };

function queryRange(kept: readonly Kept[], params: URLSearchParams): unknown {
  const now = BigInt(Date.now()) * 1_000_000n;
  const query = parseQuery(params.get("query") ?? "");
  const end = nanoseconds(params.get("end"), now, "end");
  const start = nanoseconds(params.get("start"), end - HOUR_NS, "start");
  if (end < start) refuse(400, "end timestamp must not be before or equal to start time");
  const limit = Number(params.get("limit") ?? 100);
  if (!Number.isInteger(limit) || limit < 1) refuse(400, "limit must be a positive value");
  if (limit > 5000)
    refuse(400, `max entries limit per query exceeded, limit > max_entries_limit (${limit} > 5000)`);
  const direction = (params.get("direction") ?? "backward").toLowerCase();
  if (direction !== "forward" && direction !== "backward") refuse(400, `invalid direction '${direction}'`);

  const found = kept
    .filter(({ visibleAt }) => visibleAt <= Date.now())
    .filter(({ timestampNs }) => timestampNs >= start && timestampNs < end)
    .filter(({ labels }) =>
      query.matchers.every((matcher) => matchesLabel(labels[matcher.label] ?? "", matcher)),
    )
    .filter(({ line }) => query.filters.every((filter) => matchesLine(line, filter)))
    .toSorted((a, b) => (a.timestampNs < b.timestampNs ? -1 : a.timestampNs > b.timestampNs ? 1 : 0));
  if (direction === "backward") found.reverse();
  const streams = new Map<string, { stream: LokiLine["labels"]; values: [string, string][] }>();
  for (const { labels, timestampNs, line } of found.slice(0, limit)) {
    const key = JSON.stringify(labels);
    const stream = streams.get(key) ?? { stream: labels, values: [] };
    stream.values.push([String(timestampNs), line]);
    streams.set(key, stream);
  }
  return { status: "success", data: { resultType: "streams", result: [...streams.values()], stats: {} } };
}

type Push = { streams?: { stream?: Record<string, string>; values?: [string, string][] }[] };

function accept(kept: Kept[], body: string, delayMs: number): void {
  let push: Push;
  try {
    push = JSON.parse(body) as Push;
  } catch {
    return refuse(400, "couldn't parse push request: invalid JSON");
  }
  for (const { stream: labels = {}, values = [] } of push.streams ?? []) {
    if (Object.keys(labels).length === 0) refuse(400, "error at least one label pair is required per stream");
    for (const [timestamp, line] of values) {
      if (!/^\d+$/.test(timestamp) || typeof line !== "string")
        refuse(400, "couldn't parse push request: bad value");
      kept.push({ labels, timestampNs: BigInt(timestamp), line, visibleAt: Date.now() + delayMs });
    }
  }
}

/** Starts a small server in this process that takes log lines and finds them again as Loki does. */
export async function startLoki(options: LokiOptions = {}): Promise<RunningLoki> {
  const { basicAuth, tenant, ingestionDelayMs = 0 } = options;
  const kept: Kept[] = [];
  const expected =
    basicAuth && `Basic ${Buffer.from(`${basicAuth.username}:${basicAuth.password}`).toString("base64")}`;

  async function answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const url = new URL(request.url ?? "/", "http://loki");
    if (url.pathname === "/ready") return { status: 200, body: "ready\n" };
    if (expected && request.headers.authorization !== expected) refuse(401, "Unauthorized");
    if (tenant && request.headers["x-scope-orgid"] === undefined) refuse(401, "no org id");
    if (tenant && request.headers["x-scope-orgid"] !== tenant) {
      return {
        status: 200,
        body: JSON.stringify({ status: "success", data: { resultType: "streams", result: [] } }),
      };
    }
    if (url.pathname === "/loki/api/v1/push" && request.method === "POST") {
      accept(kept, await text(request), ingestionDelayMs);
      return { status: 204, body: "" };
    }
    if (
      url.pathname === "/loki/api/v1/query_range" &&
      (request.method === "GET" || request.method === "POST")
    ) {
      const params = request.method === "GET" ? url.searchParams : new URLSearchParams(await text(request));
      return { status: 200, body: JSON.stringify(queryRange(kept, params)) };
    }
    return refuse(404, "404 page not found");
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
        response.end(body);
      },
      (error: unknown) => {
        const { status, text } = refusalOf(error) ?? { status: 500, text: String(error) };
        response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
        response.end(text);
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", () => resolve());
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines: kept,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
