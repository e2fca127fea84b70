/**
 * Whether the mutation score of a suite ranks: a suite for the example shop, with all of its expectations and with fewer and
 * fewer of them, on the same faults. `npm run bench:qualify -- --most 60`; `--generated` does the same with a suite that the
 * service writes itself, `--keep` leaves the shop as each repetition left it. `--shares 0.33` measures one step of the ladder.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { qualifySuite } from "#core/qualify/qualify.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { createShop } from "#examples/shop/shop.ts";
import { faultKinds } from "#model/qualification.ts";
import type { Qualification } from "#model/qualification.ts";
import type { Browser } from "#ports/browser.ts";
import { generateFor } from "./generator/drive.ts";
import { keepExpects } from "#test/support/keep-expects.ts";

const { values } = parseArgs({
  options: {
    most: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    shares: { type: "string", default: "1,0.66,0.33,0" },
    suite: { type: "string" },
    generated: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    details: { type: "boolean", default: false },
  },
});

const password = "demo1234";

/** The suite with a case that asks for the shop to be put back. */
const withReset = (yaml: string, url: string): string => {
  const { cases, ...head } = parse(yaml) as { cases: unknown[] };
  const reset = { id: "reset", auth: false, steps: [{ request: { url, method: "POST" } }] };
  return stringify({ ...head, cases: [reset, ...cases] });
};

const qualifyOn = async (browser: Browser, yaml: string): Promise<Qualification> => {
  const shop = await createShop({});
  const back = createServer((_request, response) => {
    shop.reset();
    response.end();
  }).listen(0, "127.0.0.1");
  await once(back, "listening");
  const resetUrl = `http://127.0.0.1:${(back.address() as AddressInfo).port}/`;
  const { suite, diagnostics } = parseSuite(values.keep ? yaml : withReset(yaml, resetUrl));
  if (!suite) throw new Error(`the suite cannot be read: ${JSON.stringify(diagnostics[0])}`);
  try {
    const result = await qualifySuite({
      runId: "bench",
      file: "shop.yaml",
      suite,
      secrets: [],
      reset: values.keep ? null : "reset",
      only: null,
      baseUrl: shop.url,
      browser: async () => browser,
      values: { env: () => undefined, secret: () => password },
      seed: Number(values.seed),
      maxFaults: Number(values.most),
      budgetMs: 3_600_000,
      kinds: faultKinds,
      injectTraceparent: false,
      signal: new AbortController().signal,
      emit: async (event) => {
        if (process.env["VERBOSE"] && event.kind === "log") console.error(`  ${event.message}`);
      },
      now: () => new Date(),
    });
    return result;
  } finally {
    back.close();
    await shop.close();
  }
};

const generated = async (browser: Browser): Promise<string> => {
  const shop = await createShop({});
  const auth = { username: "demo@shop.example", password, loginPath: null };
  try {
    return (await generateFor(browser, { name: "shop", url: shop.url, auth }, false)).yaml;
  } finally {
    await shop.close();
  }
};

const percent = (share: number | null): string => (share === null ? "–" : `${(share * 100).toFixed(0)} %`);

const browser = await createPlaywrightBrowser();
try {
  const path = values.suite ?? new URL("qualify/shop.yaml", import.meta.url);
  const yaml = values.generated ? await generated(browser) : readFileSync(path, "utf8");
  console.log(
    "| expectations left | score | detected | noticed | stumbled | survived | not reached | undecided | cases | s |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  for (const share of values.shares.split(",").map(Number)) {
    const result = await qualifyOn(browser, keepExpects(yaml, share));
    const { noticed, stumbled, survived, control } = result;
    const cells = [
      percent(share),
      percent(result.score),
      percent(result.detected),
      noticed,
      stumbled,
      survived,
      result.not_reached.length,
      result.undecided.length,
      control.cases.length,
      (result.duration_ms / 1000).toFixed(0),
    ];
    console.log(`| ${cells.join(" | ")} |`);
    for (const { case_id, why } of [...control.failed, ...control.unsteady])
      console.error(`left out: ${case_id}: ${why}`);
    for (const { what, why } of result.undecided) console.error(`undecided: ${what}: ${why}`);
    if (values.details) console.log(JSON.stringify(result, null, 1));
  }
} finally {
  await browser.close();
}
