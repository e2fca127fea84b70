import { caller, click, expect, goto } from "./sample.ts";
import type { Sample } from "./sample.ts";

/** A line as the server of a language writes it, at the time and with the trace id of a request. */
type Write = (trace: string, at: Date) => string;

export const day = (at: Date): string => at.toISOString().slice(0, 10);
export const clock = (at: Date): string => at.toISOString().slice(11, 19);
export const json = (fields: Record<string, unknown>): string => JSON.stringify(fields);

/** An app whose order fails with 500 and nothing said, and what its server logs of it. */
export const logged = (id: string, names: RegExp, write: Write, more: Partial<Sample> = {}): Sample => ({
  id: `blind: ${id}`,
  logs: "raw",
  app: {
    "/": caller('fetch("/api/orders", { method: "POST" })'),
    "/api/orders": (_, response) =>
      void response.writeHead(500, { "content-type": "application/json" }).end('{"error":"internal"}'),
  },
  writes: write,
  steps: [goto("/"), click("Save"), expect({ text: "Saved" })],
  expected: "backend_exception",
  names,
  ...more,
});
