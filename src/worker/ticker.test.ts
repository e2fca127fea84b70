import { expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { startTicker } from "./ticker.ts";

test("ticks at once and again, one call at a time, whatever a tick throws", async () => {
  let calls = 0;
  let underWay = 0;
  const errors: unknown[] = [];
  const ticker = startTicker(
    async () => {
      calls += 1;
      underWay += 1;
      expect(underWay).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 12));
      underWay -= 1;
      if (calls === 1) throw new Error("once");
    },
    { everyMs: 5, onError: (error) => errors.push(error) },
  );
  expect(calls).toBe(1);
  await eventually(() => expect(calls).toBeGreaterThan(2));
  expect(errors).toEqual([new Error("once")]);
  await ticker.stop();
  expect(underWay).toBe(0);
  const atStop = calls;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(calls).toBe(atStop);
});
