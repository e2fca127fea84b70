import { createWriteStream } from "node:fs";

/** One line of the shop's log: one request, with the error that ended it if there was one. */
export type LogEntry = {
  time: string;
  level: "info" | "warn" | "error";
  trace_id: string;
  span_id: string;
  method: string;
  route: string;
  path: string;
  status: number;
  duration_ms: number;
  msg: string;
  err?: { type: string; message: string; stack: string };
};

/** Where log entries go. `close` waits until everything written so far has arrived. */
export type LogSink = { write(entry: LogEntry): void; close(): Promise<void> };

/** Appends entries to a file as JSON lines. */
export function fileSink(path: string): LogSink {
  const stream = createWriteStream(path, { flags: "a" });
  stream.on("error", (error) => process.stderr.write(`log file ${path}: ${error.message}\n`));
  return {
    write: (entry) => void stream.write(`${JSON.stringify(entry)}\n`),
    close: () => new Promise((resolve) => (stream.destroyed ? resolve() : stream.end(() => resolve()))),
  };
}

export type LokiSinkOptions = {
  /** Root of a Loki server; user and password in it become basic auth. */
  url: string;
  tenant?: string;
  labels?: Record<string, string>;
};

const FLUSH_AFTER_MS = 50;
const MOST_PENDING = 10_000;

/** Pushes entries to Loki in small batches. A Loki that is down costs log lines, never a request. */
export function lokiSink({ url, tenant, labels = { app: "shop" } }: LokiSinkOptions): LogSink {
  const target = new URL(url);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (tenant) headers["x-scope-orgid"] = tenant;
  if (target.username) {
    const pair = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers["authorization"] = `Basic ${Buffer.from(pair).toString("base64")}`;
    target.username = "";
    target.password = "";
  }
  const endpoint = `${target.href.replace(/\/$/, "")}/loki/api/v1/push`;

  let pending: [string, string][] = [];
  let timer: NodeJS.Timeout | null = null;
  let sending = Promise.resolve();
  let lastStamp = 0n;

  // Loki orders the lines of a stream by time alone, so two lines of one millisecond need different nanoseconds.
  function stamp(time: string): string {
    const wanted = BigInt(Date.parse(time)) * 1_000_000n;
    lastStamp = wanted > lastStamp ? wanted : lastStamp + 1n;
    return String(lastStamp);
  }

  async function push(values: [string, string][]): Promise<void> {
    const body = JSON.stringify({ streams: [{ stream: labels, values }] });
    const signal = AbortSignal.timeout(5_000);
    try {
      const answer = await fetch(endpoint, { method: "POST", headers, body, signal });
      if (!answer.ok) process.stderr.write(`loki answered ${answer.status}: ${await answer.text()}\n`);
    } catch (error) {
      process.stderr.write(`loki: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const values = pending;
    pending = [];
    if (values.length > 0) sending = sending.then(() => push(values));
    return sending;
  }

  return {
    write(entry) {
      if (pending.length >= MOST_PENDING) return;
      pending.push([stamp(entry.time), JSON.stringify(entry)]);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
    },
    close: flush,
  };
}
