import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { createMemoryBus } from "#adapters/bus/memory.ts";
import { openDatabase } from "#adapters/database/open.ts";
import type { Sent } from "#ports/outbox.ts";
import { outboxTopic } from "#ports/outbox.ts";
import type { Store } from "#ports/store.ts";
import { noon } from "#test/support/rows.ts";
import { startOutbox } from "./outbox.ts";

let dataDir: string;
let store: Store;
const bus = createMemoryBus();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "outbox-"));
  ({ store } = await openDatabase({ dataDir }));
  await store.organisations.insert({ id: "org", name: "A", createdAt: noon });
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

const put = (subject: string) => store.outbox.put({ orgId: "org", kind: "filing", subject });

test("sends what is put in, goes on when one does not answer, and tries again what failed", async () => {
  const sent: string[] = [];
  const errors: unknown[] = [];
  const stuck = Promise.withResolvers<Sent>();
  const send = async ({ subject, attempts }: { subject: string; attempts: number }): Promise<Sent> => {
    sent.push(subject);
    if (subject === "stuck") return stuck.promise;
    if (subject === "throws" && attempts === 1) throw new Error("unforeseen");
    return subject === "later" && attempts === 1 ? { retryInMs: 0 } : "done";
  };
  const notification = async (): Promise<Sent> => "done";
  const sender = startOutbox({
    outbox: store.outbox,
    bus,
    handlers: { filing: send, notification },
    onError: (error) => errors.push(error),
    pollMs: 60_000,
  });
  for (const subject of ["stuck", "plain", "later", "throws"]) await put(subject);
  bus.publish(outboxTopic);
  await eventually(() => expect(sent.filter((subject) => subject === "later")).toHaveLength(2));
  expect(sent).toEqual(expect.arrayContaining(["stuck", "plain", "throws"]));
  await eventually(() => expect(errors).toEqual([new Error("unforeseen")]));
  stuck.resolve("done");
  await sender.stop(5000);
  await put("after");
  bus.publish(outboxTopic);
  expect(sent).not.toContain("after");
  expect((await store.outbox.claim(1000))?.subject).toBe("after");
});
