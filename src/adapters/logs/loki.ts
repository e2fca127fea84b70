import { isContinuation } from "#model/log-line.ts";
import { type LogLine, LogBackendError, type LogQuery } from "#ports/logs.ts";
import { z } from "zod";
import { askJson, basic, below, type LogBackendFactory } from "./backend.ts";

const labels = z.record(z.string(), z.string());
const answerSchema = z.object({
  data: z.object({
    resultType: z.literal("streams"),
    result: z.array(
      z.object({
        stream: labels,
        values: z.array(
          z
            .tuple([z.string().regex(/^\d+$/), z.string()])
            .rest(z.object({ structuredMetadata: labels.optional(), parsed: labels.optional() })),
        ),
      }),
    ),
  }),
});

type Entry = LogLine & { ns: bigint; stream: Record<string, string>; metadata: Record<string, string> };

const nanoseconds = (date: Date): bigint => BigInt(date.getTime()) * 1_000_000n;
const toTime = (ns: bigint): string => {
  const seconds = new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(ns % 1_000_000_000n).padStart(9, "0")}Z`;
};
/** LogQL strings escape as JSON strings do. */
const quote = JSON.stringify;
const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** What OpenTelemetry keeps beside the line, where Loki stores it as structured metadata. */
const exceptionLabels = ["exception_type", "exception_message", "exception_stacktrace"];
const withException = ({ text, metadata }: Entry): string => {
  if (text.trimStart().startsWith("{") || !exceptionLabels.some((name) => metadata[name])) return text;
  return JSON.stringify({
    severity: metadata.severity_text ?? metadata.detected_level,
    message: text,
    "exception.type": metadata.exception_type,
    "exception.message": metadata.exception_message,
    "exception.stacktrace": metadata.exception_stacktrace,
  });
};

const mayGoOn = (text: string): boolean =>
  !text.includes("\n") &&
  !text.trimStart().startsWith("{") &&
  /error|exception|fatal|panic|severe|critical|fail|traceback/i.test(text);

/**
 * Grafana Loki. Looks for the trace id in the line first, then in labels and structured metadata, and fetches the
 * lines of a stack trace that were shipped one by one behind the line that matched.
 */
export const createLokiLogs: LogBackendFactory = (settings, { fetch }) => {
  const base = settings.LOKI_URL;
  if (!base) return null;
  const selectors = settings.LOKI_SELECTOR
    ? [settings.LOKI_SELECTOR]
    : ['{job=~".+"}', '{service_name=~".+"}', '{app=~".+"}'];
  const headers: Record<string, string> = {
    // Keeps structured metadata apart from the labels that identify the stream; older versions ignore it.
    "x-loki-response-encoding-flags": "categorize-labels",
  };
  if (settings.LOKI_USERNAME)
    headers.authorization = basic(settings.LOKI_USERNAME, settings.LOKI_PASSWORD ?? "");
  else if (settings.LOKI_PASSWORD) headers.authorization = `Bearer ${settings.LOKI_PASSWORD}`;
  if (settings.LOKI_TENANT) headers["x-scope-orgid"] = settings.LOKI_TENANT;

  const range = async (query: string, start: bigint, end: bigint, limit: number, signal?: AbortSignal) => {
    const url = below(base, "loki/api/v1/query_range");
    url.search = new URLSearchParams({
      query,
      start: String(start),
      end: String(end),
      direction: "forward",
      limit: String(limit),
    }).toString();
    const parsed = answerSchema.safeParse(await askJson(fetch, { backend: "Loki", url, headers, signal }));
    if (!parsed.success) throw new LogBackendError("Loki answered in a shape that is not a list of streams");
    const entries = parsed.data.data.result.flatMap(({ stream, values }) =>
      values.map(([ns, text, extra]): Entry => {
        const metadata = { ...stream, ...extra?.structuredMetadata };
        return { ns: BigInt(ns), at: toTime(BigInt(ns)), text, stream, metadata };
      }),
    );
    return entries.sort((a, b) => (a.ns < b.ns ? -1 : a.ns > b.ns ? 1 : 0));
  };

  const completed = async (entry: Entry, signal?: AbortSignal): Promise<LogLine> => {
    const own = `{${Object.entries(entry.stream)
      .map(([name, value]) => `${name}=${quote(value)}`)
      .join(",")}}`;
    // Without the trace id: those lines do not carry it. A stream that cannot be named so has no more to tell.
    const following = await range(own, entry.ns, entry.ns + 2_000_000_000n, 200, signal).catch(() => []);
    const start = following.findIndex((other) => other.ns === entry.ns && other.text === entry.text);
    const more: string[] = [];
    if (start >= 0)
      for (const other of following.slice(start + 1)) {
        if (!isContinuation(other.text)) break;
        more.push(other.text);
      }
    return { at: entry.at, text: [withException(entry), ...more].join("\n") };
  };

  return {
    name: "Loki",
    find: async ({ traceIds, from, to, limit, signal }: LogQuery) => {
      const [only, ...others] = traceIds;
      if (!only) return [];
      const pattern = traceIds.map(escapeRegExp).join("|");
      const filter = others.length === 0 ? `|= ${quote(only)}` : `|~ ${quote(pattern)}`;
      const [start, end] = [nanoseconds(from), nanoseconds(to) + 1n];
      const labelFilter = ["trace_id", "traceid", "traceID", "TraceId"]
        .map((label) => `${label}=~${quote(pattern)}`)
        .join(" or ");
      let found: Entry[] = [];
      for (const selector of selectors) {
        found = await range(`${selector} ${filter}`, start, end, limit, signal);
        if (found.length > 0) break;
        found = await range(`${selector} | ${labelFilter}`, start, end, limit, signal).catch((error) => {
          // Not every server that speaks this protocol knows label filters.
          if (error instanceof LogBackendError && / 400: /.test(error.message)) return [];
          throw error;
        });
        if (found.length > 0) break;
      }
      const lines: LogLine[] = [];
      let asked = 0;
      for (const entry of found) {
        if (Object.keys(entry.stream).length > 0 && asked < 3 && mayGoOn(entry.text)) {
          asked += 1;
          lines.push(await completed(entry, signal));
        } else lines.push({ at: entry.at, text: withException(entry) });
      }
      return lines;
    },
  };
};
