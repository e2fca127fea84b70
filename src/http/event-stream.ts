import { Readable } from "node:stream";
import { AppError } from "#model/errors.ts";
import type { RunEvent } from "#model/event.ts";
import type { RawAnswer } from "./context.ts";

const heartbeatMs = 5_000;

/** Where to go on: after the event that the caller saw last, by `Last-Event-ID` or else by `?since=`. */
export const resumeAfter = (lastEventId: string | undefined, since: number): number =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : since;

/** Many readers are given the same event. */
const frames = new WeakMap<RunEvent, string>();

const toFrame = (event: RunEvent): string => {
  const known = frames.get(event);
  if (known !== undefined) return known;
  const frame = `id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
  frames.set(event, frame);
  return frame;
};

async function* toFrames(
  events: AsyncIterable<RunEvent>,
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<string> {
  yield "retry: 2000\n\n";
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  let checkedAt = performance.now();
  try {
    for (;;) {
      const beat = Promise.withResolvers<null>();
      const timer = setTimeout(() => beat.resolve(null), heartbeatMs);
      const result = await Promise.race([next, beat.promise]).finally(() => clearTimeout(timer));
      if (performance.now() - checkedAt >= heartbeatMs) {
        if (!(await mayGoOn())) return;
        checkedAt = performance.now();
      }
      if (result === null) {
        yield ": heartbeat\n\n";
        continue;
      }
      if (result.done) return;
      yield toFrame(result.value);
      next = iterator.next();
    }
  } finally {
    // A reader that leaves during a heartbeat leaves this one unanswered; nobody is there to be told of its failure.
    next.catch(() => undefined);
  }
}

export type StreamOptions = {
  /** Asked every few seconds: a reader whose access has ended is told no more. */
  mayGoOn(): Promise<boolean>;
  /** Called once, however the stream ends. */
  onEnd(): void;
};

/** Events as Server-Sent Events, with comments in between that keep the connection alive. */
export const eventStream = (
  events: AsyncIterable<RunEvent>,
  { mayGoOn, onEnd }: StreamOptions,
): RawAnswer => ({
  contentType: "text/event-stream; charset=utf-8",
  headers: { "cache-control": "no-store", "x-accel-buffering": "no" },
  body: Readable.from(toFrames(events, mayGoOn)).once("close", onEnd),
});

const mostStreams = 1000;

/** Counts the open streams of each organisation in this process. Throws AppError("rate_limited") beyond 1,000. */
export const createStreamLimit = (): ((orgId: string) => () => void) => {
  const open = new Map<string, number>();
  return (orgId) => {
    const now = open.get(orgId) ?? 0;
    if (now >= mostStreams) {
      throw new AppError("rate_limited", `${mostStreams} event streams are open; close some.`, {
        retryAfterS: 5,
      });
    }
    open.set(orgId, now + 1);
    return () => {
      const left = (open.get(orgId) ?? 1) - 1;
      if (left > 0) open.set(orgId, left);
      else open.delete(orgId);
    };
  };
};
