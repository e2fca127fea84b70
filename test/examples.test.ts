import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createShop } from "#examples/shop/shop.ts";
import type { RunningShop } from "#examples/shop/shop.ts";
import { DEMO } from "#examples/shop/visitor.ts";
import { startTestService } from "./support/service.ts";
import type { TestService } from "./support/service.ts";

let service: TestService;
let shop: RunningShop;
beforeAll(async () => {
  service = await startTestService();
  shop = await createShop();
  await service.send("PUT", "/settings", { SECRET_SHOP_PASSWORD: DEMO.password });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await shop.close();
});

const readFrom = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), "utf8");

const samples: [string, () => Promise<string>][] = [
  ["the README", async () => /^```yaml\n(suite: .*?)^```$/ms.exec(await readFrom("README.md"))?.[1] ?? ""],
  ["examples/suites/back-office.yaml", () => readFrom("examples/suites/back-office.yaml")],
  ["examples/suites/shopping.yaml", () => readFrom("examples/suites/shopping.yaml")],
];

test.each(samples)("the suite of %s holds on the shop of the demo, given its secret", async (_from, read) => {
  const saved = await service.send<{ file: string }>("POST", "/suites", { yaml: await read() });
  expect(saved).toMatchObject({ status: 200 });
  const run = await service.send<{ run_id: string }>("POST", "/runs", {
    suite: saved.body.file,
    base_url: shop.url,
  });
  const { summary } = await service.ended<{ summary: unknown }>(run.body.run_id);
  expect(summary).toMatchObject({ failed: 0, broken: 0, skipped: 0 });
});
