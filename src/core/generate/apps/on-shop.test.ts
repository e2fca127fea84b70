import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { explore } from "#core/explore/explore.ts";
import { executeSuite } from "#core/run/execute.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { createShop } from "#examples/shop/shop.ts";
import { causeNotAsked } from "#model/root-cause.ts";
import type { Browser } from "#ports/browser.ts";
import { generateSuite } from "#core/generate/generate.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Explores a shop with bugs, writes a suite for it, and runs the cases that are asked for, or all. Broken ones say why. */
const tryOut = async (bugs: string[], only: string[] | null): Promise<Record<string, string>> => {
  const shop = await createShop({ bugs });
  const signal = new AbortController().signal;
  const session = await browser.openSession({ baseUrl: shop.url });
  const found = await explore({
    session,
    startUrl: shop.url,
    limits: { pages: 30, actions: 100, timeMs: 300_000, depth: 4 },
    signal,
    progress: () => undefined,
    now: () => performance.now(),
  });
  await session.close();
  if (!found.ok) throw new Error(found.message);
  const { yaml } = generateSuite({ site: found.site, mode: "exhaustive", baseUrl: shop.url, seed: 1 });
  const { suite, diagnostics } = parseSuite(yaml);
  expect(diagnostics).toEqual([]);
  if (!suite) throw new Error("no suite");
  const report = await executeSuite({
    suite,
    only,
    browser: async () => browser,
    values: { env: () => undefined, secret: () => undefined },
    seed: 1,
    emit: async () => undefined,
    saveFile: async () => undefined,
    explain: async () => causeNotAsked,
    signal,
    injectTraceparent: false,
    pictures: "failure",
    trace: "off",
    now: () => new Date(),
  });
  await shop.close();
  return Object.fromEntries(
    report.cases.map(({ id, status, why }) => [id, status === "broken" ? `broken: ${why}` : status]),
  );
};

describe("a suite written for the shop", () => {
  it("passes whole where the shop is healthy", { timeout: 480_000 }, async () => {
    const cases = await tryOut([], null);
    expect(Object.entries(cases).filter(([, status]) => status !== "passed")).toEqual([]);
    expect(Object.keys(cases).length).toBeGreaterThan(25);
  });

  it("has a case that fails for each bug", { timeout: 480_000 }, async () => {
    const expected: Record<string, string> = {
      "order-throws": "checkout-submit",
      "broken-link": "link-delivery-and-returns",
      "image-broken": "page-catalogue",
      "search-ignored": "search-catalogue",
      "contact-required-empty": "contact-requires",
      "contact-email-unchecked": "contact-email",
      "console-error": "page-about",
      "pages-overlap": "paging-catalogue",
      "price-sort-lexical": "sort-catalogue",
    };
    const ids = Object.values(expected);
    const cases = await tryOut(Object.keys(expected), ids);
    expect(cases).toEqual(Object.fromEntries(ids.map((id) => [id, "failed"])));
  });
});
