import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

const stays = new AbortController().signal;

test("who gave up waiting takes nobody's turn", async () => {
  const gate = createGate(1);
  const first = Promise.withResolvers<string>();
  const leaving = new AbortController();
  const one = gate(() => first.promise, stays);
  const two = gate(async () => "two", leaving.signal);
  const three = gate(async () => "three", stays);
  leaving.abort(new Error("gone"));
  await expect(two).rejects.toThrow("gone");
  first.resolve("one");
  expect(await Promise.all([one, three])).toEqual(["one", "three"]);
});

test("who gives up just as it is its turn passes it on", async () => {
  const gate = createGate(1);
  const first = Promise.withResolvers<string>();
  const leaving = new AbortController();
  const one = gate(() => first.promise, stays);
  const two = gate(async () => "two", leaving.signal).catch(() => "gone");
  const three = gate(async () => "three", stays);
  first.resolve("one");
  await one;
  leaving.abort(new Error("gone"));
  expect(await two).toMatch(/two|gone/);
  expect(await three).toBe("three");
});

test("no more than so many go on at a time", async () => {
  const gate = createGate(2);
  let now = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((done) => setTimeout(done, 5));
    now -= 1;
  };
  await Promise.all(Array.from({ length: 7 }, () => gate(work, stays)));
  expect([now, most]).toEqual([0, 2]);
});
