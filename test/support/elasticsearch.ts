import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type Query = {
  bool?: { filter?: Query[]; should?: Query[]; must?: Query[] };
  range?: Record<string, { gte: string; lte: string }>;
  multi_match?: { query: string; fields: string[] };
};
type Source = Record<string, unknown>;
type Search = { query: Query; size: number };

export type FakeElasticsearch = {
  url: string;
  /** Adds a document, with `@timestamp` and whatever fields the shipper wrote. */
  index(source: Source): void;
  /** Path, query and headers of every search so far. */
  searches: { path: string; authorization: string | undefined; body: unknown }[];
  /** Answers every further search with this status and body; null ends it. */
  answerWith(status: number | null, body?: unknown): void;
  close(): Promise<void>;
};

const fieldOf = (source: Source, path: string): unknown => {
  if (path in source) return source[path];
  let at: unknown = source;
  for (const part of path.split("."))
    at = typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined;
  return at;
};

const matches = (source: Source, query: Query): boolean => {
  if (query.range)
    return Object.entries(query.range).every(([field, { gte, lte }]) => {
      const at = Date.parse(String(source[field]));
      return at >= Date.parse(gte) && at <= Date.parse(lte);
    });
  if (query.multi_match) {
    const { query: wanted, fields } = query.multi_match;
    const tokens = (value: unknown) =>
      typeof value === "string" ? value.toLowerCase().split(/[^a-z0-9]+/) : [];
    return fields.some((field) => tokens(fieldOf(source, field)).includes(wanted.toLowerCase()));
  }
  const { filter = [], must = [], should = [] } = query.bool ?? {};
  if (![...filter, ...must].every((part) => matches(source, part))) return false;
  return should.length === 0 || should.some((part) => matches(source, part));
};

/** Enough of Elasticsearch's `_search` for the log backend: the shapes of 8.x, bool, range and multi_match queries. */
export const startElasticsearch = async (): Promise<FakeElasticsearch> => {
  const documents: Source[] = [];
  const searches: FakeElasticsearch["searches"] = [];
  let fixed: { status: number; body: unknown } | null = null;
  const server = createServer((request, response) => {
    json(request).then(
      (body) => answer(body as Search, request, response),
      () => response.writeHead(400).end(),
    );
  });
  const answer = (body: Search, request: IncomingMessage, response: ServerResponse): void => {
    searches.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
    const hits = documents
      .filter((source) => matches(source, body.query))
      .sort((a, b) => Date.parse(String(a["@timestamp"])) - Date.parse(String(b["@timestamp"])))
      .slice(0, body.size)
      .map((source, at) => ({ _index: "logs", _id: String(at), _score: null, _source: source, sort: [at] }));
    const found = {
      took: 2,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: { total: { value: hits.length, relation: "eq" }, max_score: null, hits },
    };
    response.writeHead(fixed?.status ?? 200, { "content-type": "application/json" });
    response.end(typeof fixed?.body === "string" ? fixed.body : JSON.stringify(fixed ? fixed.body : found));
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    index: (source) => void documents.push(source),
    searches,
    answerWith: (status, body) => {
      fixed = status === null ? null : { status, body };
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};
