import { Readable } from "node:stream";
import type { RunEvent } from "#model/event.ts";
import type { RawAnswer } from "./context.ts";

const heartbeatMs = 15_000;

/** Where to go on: after the event that the caller saw last, by `Last-Event-ID` or else by `?since=`. */
export const resumeAfter = (lastEventId: string | undefined, since: number): number =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : since;

const toFrame = (event: RunEvent): string =>
  `id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;

async function* toFrames(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  yield "retry: 2000\n\n";
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const beat = Promise.withResolvers<null>();
      const timer = setTimeout(() => beat.resolve(null), heartbeatMs);
      const result = await Promise.race([next, beat.promise]).finally(() => clearTimeout(timer));
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

/** Events as Server-Sent Events, with comments in between that keep the connection alive. */
export const eventStream = (events: AsyncIterable<RunEvent>): RawAnswer => ({
  contentType: "text/event-stream; charset=utf-8",
  headers: { "cache-control": "no-store", "x-accel-buffering": "no" },
  body: Readable.from(toFrames(events)),
});
