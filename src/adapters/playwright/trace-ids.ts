import { randomBytes } from "node:crypto";

const traceparent = /\b[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}\b/i;

/** Trace id of a W3C traceparent; null when it is none. */
export const traceIdOf = (header: string | undefined): string | null => {
  const id = header === undefined ? undefined : traceparent.exec(header)?.[1]?.toLowerCase();
  return id === undefined || /^0+$/.test(id) ? null : id;
};

/** Trace id that a server tells in its answer: `traceresponse`, or `traceparent` in Server-Timing. */
export const traceIdOfAnswer = (headers: Record<string, string>): string | null => {
  const timing = headers["server-timing"];
  const told = timing === undefined ? undefined : /traceparent\s*;\s*desc="?([^",;]+)/i.exec(timing)?.[1];
  return traceIdOf(headers["traceresponse"]) ?? traceIdOf(headers["traceparent"]) ?? traceIdOf(told);
};

export const newTraceparent = (): string =>
  `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`;
