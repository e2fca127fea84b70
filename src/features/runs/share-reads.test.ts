import { expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { shareReads } from "./share-reads.ts";

it("gives all who ask at once one answer, and who asks later an answer of later", async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const ask = shareReads(String, async (key: number) => {
    const gate = Promise.withResolvers<void>();
    const answer = `${key}: ${gates.push(gate)}`;
    await gate.promise;
    return answer;
  });
  const first = [ask(1), ask(1), ask(2)];
  await eventually(() => expect(gates).toHaveLength(2));
  const later = [ask(1), ask(1)];
  gates[0]?.resolve();
  gates[1]?.resolve();
  expect(await Promise.all(first)).toEqual(["1: 1", "1: 1", "2: 2"]);
  await eventually(() => expect(gates).toHaveLength(3));
  gates[2]?.resolve();
  expect(await Promise.all(later)).toEqual(["1: 3", "1: 3"]);
});

it("goes on after a reading that failed", async () => {
  let times = 0;
  const ask = shareReads(String, async (_: string) => {
    times += 1;
    if (times === 1) throw new Error("away");
    return times;
  });
  const failing = [ask("a"), ask("a")];
  const results = await Promise.allSettled(failing);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask("a")).toBe(2);
});
