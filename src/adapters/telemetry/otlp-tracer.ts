import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, SpanContext } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Tracer } from "#ports/tracer.ts";

export type OtlpOptions = {
  /** Where spans are posted to, `/v1/traces` included. */
  url: string;
  serviceName: string;
  version: string;
  role: string;
};

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
const closeMs = 3000;
const sampled = 1;
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Sends spans to a collector by OTLP over HTTP. Headers (OTEL_EXPORTER_OTLP_HEADERS), time-outs and the like are read from
 * the environment by OpenTelemetry itself. A collector that is away costs the spans, nothing else.
 */
export const createOtlpTracer = ({ url, serviceName, version, role }: OtlpOptions): Tracer => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.version": version,
      "tracewright.role": role,
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }), scheduledDelayMillis: 1000 }),
    ],
  });
  const tracer = provider.getTracer("tracewright");
  const underWay = new AsyncLocalStorage<Context>();

  const above = (parent: string | null | undefined): Context => {
    if (parent === undefined) return underWay.getStore() ?? ROOT_CONTEXT;
    const remote = parent === null ? null : readTraceparent(parent);
    return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  };

  return {
    start: (name, { kind = "internal", parent, values = {} } = {}) => {
      const context = above(parent);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...values } }, context);
      const inside = trace.setSpan(context, span);
      return {
        traceparent: writeTraceparent(span.spanContext()),
        within: (work) => underWay.run(inside, work),
        set: (more) => {
          span.setAttributes({ ...more });
        },
        end: (failure) => {
          if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
          span.end();
        },
      };
    },
    current: () => {
      const context = underWay.getStore();
      const span = context && trace.getSpanContext(context);
      return span ? writeTraceparent(span) : null;
    },
    close: async () => {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, closeMs);
      await Promise.race([provider.shutdown().catch(() => undefined), timer.promise]);
      clearTimeout(timeout);
    },
  };
};

const readTraceparent = (text: string): SpanContext | null => {
  const [, traceId = "", spanId = "", flags = ""] = pattern.exec(text.trim().toLowerCase()) ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & sampled, isRemote: true };
};

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
