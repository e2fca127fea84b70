import { randomBytes } from "node:crypto";

/** The trace a request belongs to, and this server's own span in it (lower-case hexadecimal). */
export type Trace = { traceId: string; spanId: string };

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** Joins the trace of a W3C `traceparent` header, or starts a new one when the header is absent or malformed. */
export function joinTrace(traceparent: string | undefined): Trace {
  const match = TRACEPARENT.exec(traceparent?.trim() ?? "");
  const valid = match?.[1] && !/^0+$/.test(match[1]) && !/^0+$/.test(match[2] ?? "");
  return {
    traceId: valid && match[1] ? match[1] : randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
  };
}
