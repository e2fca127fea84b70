import { expect, it } from "vitest";
import { createLedger } from "./ledger.ts";

const limits = { tokens: 1000, usd: 1, actions: 10, seconds: 10 };

it("time that calls take beside each other counts once, and is held by those under way", () => {
  let now = 0;
  const ledger = createLedger("run", limits, true, () => now);
  const first = ledger.begin();
  now = 2000;
  const second = ledger.begin();
  now = 5000;
  expect(ledger.millisecondsLeft()).toBe(5000);
  first();
  now = 7000;
  second();
  now = 60_000;
  expect(ledger.spent.milliseconds).toBe(7000);
  expect(ledger.exhausted(0, 0)).toBeNull();
  const third = ledger.begin();
  now = 63_000;
  expect(ledger.exhausted(0, 0)).toContain("LLM_MAX_RUN_SECONDS");
  third();
  expect(ledger.millisecondsLeft()).toBe(0);
});
