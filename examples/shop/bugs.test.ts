import { describe, expect, test } from "vitest";
import { BUGS, LOOKALIKES } from "./bugs.ts";
import { HTTP_PROBES } from "./probes.ts";
import type { Probe } from "./probes.ts";
import { createShop } from "./shop.ts";
import { createVisitor } from "./visitor.ts";

async function seen(probe: Probe, bugs: string[]): Promise<unknown> {
  const waits: number[] = [];
  const shop = await createShop({ bugs, wait: async (ms) => void waits.push(ms) });
  try {
    return await probe(createVisitor(shop), shop, waits);
  } finally {
    await shop.close();
  }
}

describe("the bugs", () => {
  test("have ids of their own and cover every layer", () => {
    const ids = [...BUGS, ...LOOKALIKES].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(BUGS.map(({ layer }) => layer)).size).toBe(8);
    expect(new Set(BUGS.map(({ oracle }) => oracle)).size).toBeGreaterThanOrEqual(30);
  });

  test.each(Object.entries(HTTP_PROBES))("%s shows, and only when it is on", async (id, probe) => {
    const healthy = await seen(probe, []);
    expect(await seen(probe, [])).toEqual(healthy);
    expect(await seen(probe, [id])).not.toEqual(healthy);
  });
});
