import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import { leaseTopic } from "#ports/bus.ts";
import type { Bus } from "#ports/bus.ts";
import type { Lease, Queue, Worker } from "#ports/queue.ts";
import type { Store } from "#ports/store.ts";
import { logEvent, newRun, noon, outcome } from "./rows.ts";

export type OpenedQueue = { store: Store; queue: Queue; bus: Bus; close(): Promise<void> };

/** What every engine's queue must do. `open` gives an empty one. */
export const describeQueue = (name: string, open: () => Promise<OpenedQueue>): void => {
  describe(`queue on ${name}`, () => {
    let opened: OpenedQueue;
    let store: Store;
    let queue: Queue;
    let a: string;
    let b: string;
    const workers: Worker[] = [];

    const work = (concurrency: number, handler: (lease: Lease) => Promise<void>): Worker => {
      const worker = queue.work(concurrency, handler);
      workers.push(worker);
      return worker;
    };
    const fenceOf = ({ run, attempt }: Lease) => ({ runId: run.id, attempt });
    const finish = async (lease: Lease): Promise<void> => {
      await store.runs.finish(fenceOf(lease), outcome());
    };
    const aborted = async ({ signal }: Lease): Promise<void> => {
      if (signal.aborted) return;
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
      });
    };
    const untilStatus = (id: string, status: string) =>
      eventually(async () => expect((await store.runs.get(a, id))?.status).toBe(status));

    beforeEach(async () => {
      opened = await open();
      ({ store, queue } = opened);
      [a, b] = [newId(), newId()];
      await store.organisations.insert({ id: a, name: "A", createdAt: noon });
      await store.organisations.insert({ id: b, name: "B", createdAt: noon });
    });
    afterEach(async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
      await opened.close();
    });

    it("hands runs of one organisation out in the order they came", async () => {
      const runs = Array.from({ length: 12 }, () => newRun(a));
      await queue.enqueue(runs.slice(0, 8));
      await queue.enqueue(runs.slice(8));
      expect(await queue.depth()).toBe(12);
      const seen: string[] = [];
      work(1, async (lease) => {
        seen.push(lease.run.id);
        await finish(lease);
      });
      await untilStatus(runs.at(-1)?.id ?? "", "done");
      expect(seen).toEqual(runs.map(({ id }) => id));
      expect(await queue.depth()).toBe(0);
    });

    it("does not let one organisation's many runs hold up another's few", async () => {
      const many = Array.from({ length: 10 }, () => newRun(a));
      const few = [newRun(b), newRun(b)];
      await queue.enqueue(many);
      await queue.enqueue(few);
      const seen: string[] = [];
      work(1, async (lease) => {
        seen.push(lease.run.orgId);
        await finish(lease);
      });
      await untilStatus(many.at(-1)?.id ?? "", "done");
      expect(seen.slice(0, 4).toSorted()).toEqual([a, a, b, b].toSorted());
      expect(seen.slice(4)).toEqual(Array.from({ length: 8 }, () => a));
    });

    it("never has more than `concurrency` under way, and uses all of it", async () => {
      const runs = Array.from({ length: 12 }, () => newRun(a));
      let now = 0;
      const counts: number[] = [];
      await queue.enqueue(runs);
      work(3, async (lease) => {
        counts.push((now += 1));
        await eventually(() => expect(Math.max(...counts)).toBe(3));
        await finish(lease);
        now -= 1;
      });
      await untilStatus(runs.at(-1)?.id ?? "", "done");
      expect(Math.max(...counts)).toBe(3);
    });

    it("lends room to a run under way only while no other run waits for it", async () => {
      const [long, second] = [newRun(a), newRun(a)];
      const looked = Promise.withResolvers<void>();
      const lent: boolean[] = [];
      const beside = async (lease: Lease): Promise<void> => {
        const borrow = async (): Promise<(() => void) | null> => {
          const giveBack = await lease.spareRoom();
          lent.push(giveBack !== null);
          return giveBack;
        };
        const [one, two] = [await borrow(), await borrow(), await borrow()];
        await queue.enqueue([second]);
        one?.();
        one?.();
        await untilStatus(second.id, "running");
        await borrow();
        looked.resolve();
        await untilStatus(second.id, "done");
        two?.();
        await borrow();
      };
      work(3, async (lease) => {
        await (lease.run.id === long.id ? beside(lease) : looked.promise);
        await finish(lease);
      });
      await queue.enqueue([long]);
      await untilStatus(long.id, "done");
      expect(lent).toEqual([true, true, false, false, true]);
    });

    it("takes a run once its transaction is committed, and never one that was rolled back", async () => {
      const [kept, gone] = [newRun(a), newRun(a)];
      const seen: string[] = [];
      work(2, async (lease) => {
        seen.push(lease.run.id);
        await finish(lease);
      });
      const failing = store.transaction(async (tx) => {
        await queue.enqueue([gone], tx);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      await store.transaction((tx) => queue.enqueue([kept], tx));
      await untilStatus(kept.id, "done");
      expect(seen).toEqual([kept.id]);
    });

    it("ends a run whose handler throws, with a message and without a stack", async () => {
      const messages: Record<string, [Error, string]> = {
        [newId()]: [
          new AppError("generation_error", "generation_error: no page"),
          "generation_error: no page",
        ],
        [newId()]: [new Error("broken\n    at secret.ts:1"), "internal: broken"],
      };
      await queue.enqueue(Object.keys(messages).map((id) => newRun(a, { id, sealed: "v1:x" })));
      work(1, async ({ run }) => {
        throw messages[run.id]?.[0] ?? new Error("unknown run");
      });
      for (const [id, [, error]] of Object.entries(messages)) {
        await untilStatus(id, "error");
        expect(await store.runs.get(a, id)).toMatchObject({ error, sealed: null });
      }
    });

    it("ends a run whose handler returns without a result", async () => {
      const run = newRun(a);
      await queue.enqueue([run]);
      work(1, async () => {});
      await untilStatus(run.id, "error");
      expect((await store.runs.get(a, run.id))?.error).toContain("without a result");
    });

    it.each([
      ["a message", true],
      ["no message", false],
    ])("aborts a running run that is cancelled, woken by %s", async (_, publish) => {
      const run = newRun(a);
      const { promise: reason, resolve } = Promise.withResolvers<unknown>();
      await queue.enqueue([run]);
      work(1, async (lease) => {
        await aborted(lease);
        resolve(lease.signal.reason);
        throw new Error("the browser was closed");
      });
      await untilStatus(run.id, "running");
      expect(await store.runs.cancel(a, run.id)).toBe("running");
      if (publish) opened.bus.publish(leaseTopic(run.id));
      expect(await reason).toBe("cancelled");
      await untilStatus(run.id, "cancelled");
      expect((await store.runs.get(a, run.id))?.error).toBeNull();
    });

    it("never hands out a run that was cancelled while it waited", async () => {
      const [cancelled, next] = [newRun(a), newRun(a)];
      await queue.enqueue([cancelled, next]);
      await store.runs.cancel(a, cancelled.id);
      const seen: string[] = [];
      work(1, async (lease) => {
        seen.push(lease.run.id);
        await finish(lease);
      });
      await untilStatus(next.id, "done");
      expect(seen).toEqual([next.id]);
      expect((await store.runs.get(a, cancelled.id))?.status).toBe("cancelled");
    });

    it("lets runs end within the grace time of a stop, and takes no more", async () => {
      const [first, second] = [newRun(a), newRun(a)];
      await queue.enqueue([first, second]);
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
      const worker = work(1, async (lease) => {
        await mayEnd;
        await finish(lease);
      });
      await untilStatus(first.id, "running");
      const stopped = worker.stop(30_000);
      expect(worker.stop(0)).toBe(stopped);
      end();
      await stopped;
      expect((await store.runs.get(a, first.id))?.status).toBe("done");
      expect((await store.runs.get(a, second.id))?.status).toBe("queued");
    });

    it("hands a run back that outlasts the grace time; its old worker writes nothing more", async () => {
      const run = newRun(a, { sealed: "v1:x" });
      await queue.enqueue([run]);
      const { promise: late, resolve } = Promise.withResolvers<unknown[]>();
      const first = work(1, async (lease) => {
        await store.runs.appendEvents(fenceOf(lease), [logEvent("first attempt")]);
        await aborted(lease);
        resolve([
          lease.signal.reason,
          await store.runs.appendEvents(fenceOf(lease), [logEvent("late")]),
          await store.runs.finish(fenceOf(lease), outcome({ status: "cancelled" })),
        ]);
      });
      await eventually(async () => expect(await store.runs.events(run.id, 0, 10)).toHaveLength(1));
      await first.stop(0);
      expect(await late).toEqual(["stopping", false, false]);
      expect(await store.runs.get(a, run.id)).toMatchObject({
        status: "queued",
        started_at: null,
        sealed: "v1:x",
      });

      work(1, async (lease) => {
        expect(lease.attempt).toBe(2);
        await store.runs.appendEvents(fenceOf(lease), [logEvent("second attempt")]);
        await finish(lease);
      });
      await untilStatus(run.id, "done");
      const events = await store.runs.events(run.id, 0, 10);
      expect(events).toMatchObject([
        { seq: 1, message: "first attempt" },
        { seq: 2, message: "second attempt" },
      ]);
    });
  });
};
