/** Carries suites out with playwright-core alone: one browser, a fresh context a case. `node bare.ts JOB.json`. */
import { readFile } from "node:fs/promises";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import type { BenchSuite } from "./cases.ts";
import type { Job, Outcome } from "./job.ts";
import type { Expecting } from "./plain.ts";

enableCompileCache();
const { chromium } = await import("playwright-core");
const { carryOutCase, logIn } = await import("./plain.ts");

const job = JSON.parse(await readFile(process.argv[2] ?? "", "utf8")) as Job;
const limit = { timeout: 5000 };

const expecting: Expecting = {
  visible: (locator) => locator.waitFor(limit),
  text: (page, words) => page.getByText(words).first().waitFor(limit),
  url: (page, part) => page.waitForURL((url) => url.href.includes(part), limit),
  value: async (locator, is) => {
    await locator.waitFor(limit);
    const handle = await locator.elementHandle();
    await locator
      .page()
      .waitForFunction(
        ([node, wanted]) => (node as HTMLInputElement).value === wanted,
        [handle, is] as const,
        limit,
      );
  },
  count: async (locator, is) => {
    while ((await locator.count()) !== is) await new Promise((resolve) => setTimeout(resolve, 50));
  },
};

const browser = await chromium.launch({
  executablePath: job.browser,
  args: ["--no-sandbox", "--disable-gpu"],
});
const outcome: Outcome = { verdicts: {}, errors: {}, runMs: 0, pictures: 0 };
const began = performance.now();
for (const { name, text } of job.suites) {
  const suite = JSON.parse(text) as BenchSuite;
  const options = { viewport: { width: 1280, height: 720 }, locale: "en-US" };
  let storageState: Awaited<ReturnType<BrowserContext["storageState"]>> | undefined;
  if (suite.auth) {
    const context = await browser.newContext(options);
    await logIn(await context.newPage(), suite.base_url);
    storageState = await context.storageState();
    await context.close();
  }
  const waiting = [...suite.cases];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const key = `${name}/${item.id}`;
      const context = await browser.newContext({
        ...options,
        ...(storageState && item.auth !== false ? { storageState } : {}),
      });
      try {
        const page = await context.newPage();
        const picture = (): Promise<unknown> => {
          const path = join(job.folder, `${(outcome.pictures += 1)}.jpg`);
          return page.screenshot({ type: "jpeg", quality: 70, timeout: 2000, path }).catch(() => null);
        };
        await carryOutCase(page, suite.base_url, item, expecting, job.pictures ? picture : null);
        outcome.verdicts[key] = "passed";
      } catch (error) {
        outcome.verdicts[key] = "failed";
        outcome.errors[key] = String(error);
      }
      await context.close();
    }
  };
  await Promise.all(Array.from({ length: job.lanes }, lane));
}
outcome.runMs = performance.now() - began;
await browser.close();
process.stdout.write(JSON.stringify(outcome));
