import { afterAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { createShop } from "#examples/shop/shop.ts";
import { exampleSuites, projectWith, runSpec, runSuite, typeCheck } from "./support.ts";

const browsers = createBrowserProvider();
afterAll(() => browsers.close());

/** Faults that stand in each other's way as little as may be, and the cases that notice one. */
const seeded = ["order-throws", "price-sort-lexical", "orders-public"];
const noticing = ["order", "private", "sort"];

test("the example suites pass on the healthy shop, notice its faults, and so do their specs", async () => {
  const examples = exampleSuites();
  const folder = await projectWith(...examples.map(({ spec }) => spec));
  expect(await typeCheck(folder)).toBe("");
  for (const bugs of [[], seeded]) {
    const [ownShop, specShop] = await Promise.all([createShop({ bugs }), createShop({ bugs })]);
    try {
      const exported = await runSpec(folder, specShop.url);
      const own = [];
      for (const { suite } of examples) own.push(await runSuite(browsers, suite, ownShop.url));
      const verdicts = Object.assign({}, ...own.map((run) => run.verdicts)) as Record<string, string>;
      const errors = own.map((run) => run.errors);
      expect({ ...exported.verdicts, errors }).toEqual({ ...verdicts, errors });
      const failed = Object.keys(verdicts).filter((id) => verdicts[id] === "failed");
      expect({ failed: failed.toSorted(), errors }).toEqual({
        failed: bugs.length > 0 ? noticing : [],
        errors,
      });
    } finally {
      await Promise.all([ownShop.close(), specShop.close()]);
    }
  }
}, 600_000);
