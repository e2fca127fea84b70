import { beforeEach, describe, expect, it } from "vitest";
import type { Store } from "#ports/store.ts";
import { noon, suiteRow } from "./rows.ts";

/** What every engine's store must do with what suites were generated as. */
export const describeGeneratedStore = (opened: () => { store: Store; a: string; b: string }): void => {
  describe("generated suites", () => {
    const first = { yaml: "suite: A", generatedAt: noon, proposed: null };
    beforeEach(async () => {
      const { store, a } = opened();
      await store.suites.insert(suiteRow(a, "shop.yaml"));
    });

    it("are kept by organisation and suite, the latest alone, and go with the suite", async () => {
      const { store, a, b } = opened();
      await store.generated.save(a, "shop.yaml", first);
      const proposed = { ...first, proposed: { yaml: "suite: B", at: noon } };
      await store.generated.save(a, "shop.yaml", proposed);
      await store.generated.save(b, "shop.yaml", first);
      expect(await store.generated.get(a, "shop.yaml")).toEqual(proposed);
      expect(await store.generated.get(b, "shop.yaml")).toBeNull();
      await store.suites.remove(a, "shop.yaml");
      await store.generated.save(a, "shop.yaml", first);
      expect(await store.generated.get(a, "shop.yaml")).toBeNull();
    });
  });
};
