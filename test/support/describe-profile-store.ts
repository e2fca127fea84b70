import { beforeEach, describe, expect, it } from "vitest";
import type { CaseProfile } from "#model/case-profile.ts";
import type { Store } from "#ports/store.ts";
import { noon, suiteRow } from "./rows.ts";

const profile = (ms: number): CaseProfile => ({
  routes: [{ route: "GET /api/orders/:id", statuses: [200], ms, step: 0 }],
  errors: [],
  page: { path: "/cart", elements: ['button "Pay"'] },
});

/** What every engine's store must do with profiles of cases that passed. */
export const describeProfileStore = (opened: () => { store: Store; a: string; b: string }): void => {
  describe("profiles of cases that passed", () => {
    const row = { suite: "shop.yaml", caseId: "order", takenAt: noon };
    beforeEach(async () => {
      const { store, a, b } = opened();
      for (const org of [a, b]) await store.suites.insert(suiteRow(org, "shop.yaml"));
    });

    it("are kept by organisation, suite and case, the latest alone, and go with their suite", async () => {
      const { store, a, b } = opened();
      await store.profiles.save({ ...row, orgId: a, runId: "run-1", profile: profile(10) });
      await store.profiles.save({ ...row, orgId: a, runId: "run-2", profile: profile(20) });
      expect(await store.profiles.get(a, "shop.yaml", "order")).toEqual({
        runId: "run-2",
        takenAt: noon,
        profile: profile(20),
      });
      expect(await store.profiles.get(a, "shop.yaml", "other")).toBeNull();
      expect(await store.profiles.get(b, "shop.yaml", "order")).toBeNull();
      await store.suites.remove(a, "shop.yaml");
      await store.profiles.save({ ...row, orgId: a, runId: "run-3", profile: profile(30) });
      await store.suites.insert(suiteRow(a, "shop.yaml"));
      expect(await store.profiles.get(a, "shop.yaml", "order")).toBeNull();
    });
  });
};
