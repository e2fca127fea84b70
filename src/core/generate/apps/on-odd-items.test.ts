import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const NUMBERS = Array.from({ length: 70 }, (_, at) => at + 1);
/** The one whose slip is looked at by chance alone. */
const ODD = 38;

/** Seventy orders, each with a slip to print that its page leads to; `said` is what the slip of one of them says is still due. */
const orders = (said: string): Record<string, string> => ({
  "/": `<h1>Orders</h1><ul>${NUMBERS.map((number) => `<li><a href="/orders/${number}">Order ${number}</a> <a href="/orders/${number}/slip">Slip of order ${number}</a></li>`).join("")}</ul>`,
  ...Object.fromEntries(
    NUMBERS.flatMap((number) => [
      [`/orders/${number}`, `<h1>Order ${number}</h1><p>Placed by phone.</p>`],
      [
        `/orders/${number}/slip`,
        `<h1>Slip of order ${number}</h1><p>Still due: ${number === ODD ? said : "€12.50"}</p><script>let total = undefined;</script>`,
      ],
    ]),
  ),
});

it.each([
  ["€0.00", []],
  ["€NaN", ["page-order-slip-slip"]],
])("an order of seventy says that %s is due", { timeout: 240_000 }, async (said, told) => {
  const { failing } = await tryPages(browser, orders(said), { only: /^page/, actions: 300, pages: 40 });
  expect(failing).toEqual(told);
});
