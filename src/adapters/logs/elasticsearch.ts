import { LogBackendError, type LogLine } from "#ports/logs.ts";
import { z } from "zod";
import { askJson, below, type LogBackendFactory } from "./backend.ts";

const answerSchema = z.object({
  timed_out: z.boolean().optional(),
  _shards: z.object({ total: z.number(), failed: z.number() }).optional(),
  hits: z.object({ hits: z.array(z.object({ _source: z.record(z.string(), z.unknown()) })) }),
});

/** Where ECS, OpenTelemetry and the common loggers put the trace id; last, the text itself. */
const fields = [
  "trace.id",
  "trace_id",
  "traceId",
  "traceID",
  "TraceId",
  "otelTraceID",
  "otel.trace_id",
  "dd.trace_id",
  "fields.trace_id",
  "fields.TraceId",
  "labels.trace_id",
  "attributes.trace_id",
  "mdc.trace_id",
  "mdc.traceId",
  "message",
  "event.original",
  "body",
  "body.text",
  "log",
];

/** What shippers add about themselves and the machine. */
const shipperFields = new Set(
  "agent,cloud,container,data_stream,ecs,elastic_agent,event,host,input,kubernetes,orchestrator,tags,docker,stream,@version,resource,scope".split(
    ",",
  ),
);
const plainFields = new Set(["message", "@timestamp", "log"]);

const record = z.record(z.string(), z.unknown());
const original = z.object({ event: z.object({ original: z.string() }) });

/** The line as the app wrote it, as far as the document still tells. */
const lineOf = (source: Record<string, unknown>): string => {
  const kept = original.safeParse(source);
  if (kept.success) return kept.data.event.original;
  if (typeof source["event.original"] === "string") return source["event.original"];
  const own = Object.fromEntries(
    Object.entries(source).filter(([name]) => !shipperFields.has(name.split(".")[0] ?? name)),
  );
  const log = record.safeParse(own.log);
  const logTellsLevel = log.success && "level" in log.data;
  const plain =
    !logTellsLevel &&
    Object.keys(own).every((name) => plainFields.has(name) || /^log\.(file|offset)/.test(name));
  if (plain && typeof own.message === "string") return own.message;
  if (log.success) own.log = { ...log.data, file: undefined, offset: undefined };
  return JSON.stringify(own);
};

const timeOf = (source: Record<string, unknown>): string => {
  const at = source["@timestamp"];
  if (typeof at === "string") return at;
  return typeof at === "number" ? new Date(at).toISOString() : "";
};

/** Elasticsearch and OpenSearch, over the documents of ECS, OpenTelemetry or plain shippers. */
export const createElasticsearchLogs: LogBackendFactory = (settings, { fetch }) => {
  const base = settings.ELASTICSEARCH_URL;
  if (!base) return null;
  const index = (settings.ELASTICSEARCH_INDEX || "*")
    .split(",")
    .map((part) => encodeURIComponent(part.trim()));
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (settings.ELASTICSEARCH_API_KEY) headers.authorization = `ApiKey ${settings.ELASTICSEARCH_API_KEY}`;

  return {
    name: "Elasticsearch",
    find: async ({ traceIds, from, to, limit, signal }) => {
      if (traceIds.length === 0) return [];
      const url = below(base, `${index.join(",")}/_search`);
      url.search = "?ignore_unavailable=true&allow_no_indices=true";
      const body = JSON.stringify({
        size: Math.min(limit, 10_000),
        sort: [{ "@timestamp": { order: "asc", unmapped_type: "date" } }],
        query: {
          bool: {
            filter: [
              { range: { "@timestamp": { gte: from.toISOString(), lte: to.toISOString() } } },
              {
                bool: {
                  should: traceIds.map((id) => ({
                    multi_match: { query: id, type: "phrase", lenient: true, fields },
                  })),
                  minimum_should_match: 1,
                },
              },
            ],
          },
        },
      });
      const answer = await askJson(fetch, {
        backend: "Elasticsearch",
        url,
        method: "POST",
        headers,
        body,
        signal,
      });
      const parsed = answerSchema.safeParse(answer);
      if (!parsed.success)
        throw new LogBackendError("Elasticsearch answered in a shape that is not a search result");
      const { hits, _shards: shards, timed_out: timedOut } = parsed.data;
      if (hits.hits.length === 0 && timedOut)
        throw new LogBackendError("Elasticsearch gave up the search in time");
      if (hits.hits.length === 0 && shards && shards.failed > 0)
        throw new LogBackendError(
          `Elasticsearch could not search ${shards.failed} of ${shards.total} shards`,
        );
      return hits.hits.map(({ _source: source }): LogLine => ({ at: timeOf(source), text: lineOf(source) }));
    },
  };
};
