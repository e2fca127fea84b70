import { beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#ports/store.ts";
import { noon, suiteRow } from "./rows.ts";

const found = (verb: string) => ({ actions: [{ state: "s1", verb, args: "Order" }], end: "s2", quotes: [] });

/** What every engine's store must do with the actions of `do` steps. */
export const describeActionStore = (opened: () => { store: Store; a: string; b: string }): void => {
  describe("found actions", () => {
    const key = { suite: "shop.yaml", caseId: "order", key: "k1" };
    beforeEach(async () => {
      const { store, a, b } = opened();
      for (const org of [a, b]) await store.suites.insert(suiteRow(org, "shop.yaml"));
    });

    it("are kept by organisation, suite, case and step, the latest alone, until they are dropped", async () => {
      const { store, a, b } = opened();
      await store.foundActions.save({ ...key, orgId: a, found: found("click"), foundAt: noon });
      await store.foundActions.save({ ...key, orgId: a, found: found("check"), foundAt: noon });
      expect(await store.foundActions.get({ ...key, orgId: a })).toEqual(found("check"));
      expect(await store.foundActions.all(a, "shop.yaml")).toEqual([
        { caseId: "order", key: "k1", found: found("check") },
      ]);
      expect(await store.foundActions.get({ ...key, orgId: b })).toBeNull();
      expect(await store.foundActions.get({ ...key, orgId: a, key: "k2" })).toBeNull();
      await store.foundActions.drop({ ...key, orgId: b });
      expect(await store.foundActions.get({ ...key, orgId: a })).not.toBeNull();
      await store.foundActions.drop({ ...key, orgId: a });
      expect(await store.foundActions.get({ ...key, orgId: a })).toBeNull();
    });

    it("go with their suite, and none come for a suite that is gone", async () => {
      const { store, a } = opened();
      await store.foundActions.save({ ...key, orgId: a, found: found("click"), foundAt: noon });
      await store.suites.remove(a, "shop.yaml");
      await store.foundActions.save({ ...key, orgId: a, found: found("click"), foundAt: noon });
      await store.suites.insert(suiteRow(a, "shop.yaml"));
      expect(await store.foundActions.all(a, "shop.yaml")).toEqual([]);
    });
  });
};
