/** Parses a W3C `traceparent` (Trace Context, level 2). Null when it is malformed or its trace id is all zero. */
export const parseTraceparent = (header: string): { traceId: string; spanId: string } | null => {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/.exec(
    header.trim().toLowerCase(),
  );
  const traceId = match?.[1];
  const spanId = match?.[2];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId };
};
