import type { BrowserProvider } from "#adapters/playwright/provider.ts";
import { takeProfile } from "#core/cause/profile.ts";
import { createShop } from "#examples/shop/shop.ts";
import { runSuite } from "#test/support/run-suite.ts";
import { click, expect, goto, heading, message, order, search } from "./sample.ts";

const cases = [
  { id: "order", title: "An order", steps: order },
  { id: "message", title: "A message", steps: message },
  { id: "search", title: "A search", steps: [...search("mug"), expect({ text: "Enamel mug" })] },
  {
    id: "cart",
    title: "The cart",
    steps: [goto("/products/1"), click("Add to cart"), expect({ visible: heading("Cart") })],
  },
];

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** What it takes of a case that passes to take down what later failures are compared with: a share of its own time. */
export const measureCost = async (browsers: BrowserProvider, rounds: number): Promise<string> => {
  const shop = await createShop();
  const taken = new Map<string, number>();
  const rows: { whole: number; part: number; bytes: number }[] = [];
  let bytes = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { report } = await runSuite(browsers, shop.url, `cases: ${JSON.stringify(cases)}`, {
        pictures: "failure",
        passed: async (id, session) => {
          const begun = performance.now();
          bytes = JSON.stringify(await takeProfile(session)).length;
          taken.set(id, performance.now() - begun);
        },
      });
      for (const { id, status, duration_ms: whole } of report.cases) {
        if (status !== "passed") throw new Error(`${id} did not pass`);
        rows.push({ whole, part: taken.get(id) ?? 0, bytes });
      }
    }
  } finally {
    await shop.close();
  }
  const part = median(rows.map((row) => row.part));
  const whole = median(rows.map((row) => row.whole));
  const share = median(rows.map((row) => row.part / row.whole)) * 100;
  return `${rows.length} cases that pass: ${part.toFixed(1)} ms of ${whole.toFixed(0)} ms (median share ${share.toFixed(1)} %), ${median(rows.map((row) => row.bytes))} bytes a profile`;
};
