import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { createShop } from "#examples/shop/shop.ts";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { projectWith, runSpec, runSuite, suiteOf, typeCheck } from "./support.ts";
import type { Verdicts } from "./support.ts";

const yaml = readFileSync(new URL("every.yaml", import.meta.url), "utf8");
const suite = suiteOf(yaml);
const spec = exportSpec(suite, "every.yaml");

const healthy: Verdicts = {
  order: "passed",
  listed: "passed",
  browse: "passed",
  cart: "passed",
  inventory: "passed",
  contact: "passed",
  nothing: "failed",
  ambiguous: "failed",
  "after-nothing": "skipped",
};

const seeded = ["order-throws", "cart-button-renamed", "price-sort-lexical", "contact-fails-silently"];
const noticed: Verdicts = {
  ...healthy,
  order: "failed",
  listed: "skipped",
  cart: "failed",
  browse: "failed",
  contact: "failed",
};

describe("a suite and the spec that it is exported as", () => {
  const browsers = createBrowserProvider();
  let folder: string;
  beforeAll(async () => {
    folder = await projectWith(spec);
  });
  afterAll(() => browsers.close());

  test("the spec compiles under strict rules, with nothing in it that is not used", async () => {
    expect(await typeCheck(folder)).toBe("");
  });

  test.each([
    [[], healthy],
    [seeded, noticed],
  ])(
    "same verdicts with the bugs %j",
    async (bugs, wanted) => {
      const [ownShop, specShop] = await Promise.all([createShop({ bugs }), createShop({ bugs })]);
      try {
        const [own, exported] = await Promise.all([
          runSuite(browsers, suite, ownShop.url),
          runSpec(folder, specShop.url),
        ]);
        expect({ ...exported.verdicts, why: exported.errors }).toEqual({
          ...own.verdicts,
          why: exported.errors,
        });
        expect({ ...own.verdicts, why: own.errors }).toEqual({ ...wanted, why: own.errors });
      } finally {
        await Promise.all([ownShop.close(), specShop.close()]);
      }
    },
    600_000,
  );
});
