import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "#adapters/database/open.ts";
import type { Store } from "#ports/store.ts";
import { createLoginLimit } from "./login-limit.ts";

const address = "192.0.2.7";
let folder = "";
let store: Store;
/** Each process of a service has one of its own over the same database. */
let one: ReturnType<typeof createLoginLimit>;
let other: ReturnType<typeof createLoginLimit>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "login-limit-"));
  ({ store } = await openDatabase({ dataDir: folder }));
  one = createLoginLimit(store.loginFailures);
  other = createLoginLimit(store.loginFailures);
  for (let failures = 0; failures < 9; failures += 1) await one(address, async () => null);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const outcome = async (attempt: Promise<string | null>): Promise<string> => {
  try {
    return (await attempt) ?? "refused";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
};

/** Two attempts of which neither ends before both have begun. */
const together = (
  first: () => Promise<string | null>,
  second: () => Promise<string | null>,
): Promise<string[]> => {
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const attempt = (own: 0 | 1, give: () => Promise<string | null>) => async () => {
    begun[own].resolve();
    await begun[own === 0 ? 1 : 0].promise;
    return give();
  };
  return Promise.all([outcome(one(address, attempt(0, first))), outcome(other(address, attempt(1, second)))]);
};

it("processes that are asked at the same time do not allow more failures than one", async () => {
  const outcomes = await together(
    async () => null,
    async () => null,
  );
  expect(outcomes).toContain("rate_limited");
});

it("a password that was guessed beside the last failure is not told to be right", async () => {
  const failing = Promise.withResolvers<null>();
  const guessing = Promise.withResolvers<string>();
  const failure = outcome(one(address, () => failing.promise));
  const guess = outcome(other(address, () => guessing.promise));
  failing.resolve(null);
  expect(await failure).toBe("refused");
  guessing.resolve("signed in");
  expect(await guess).toBe("rate_limited");
});
