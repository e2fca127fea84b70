import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser } from "#ports/browser.ts";
import type { Coverage } from "#model/coverage.ts";
import { crawl } from "./crawl.ts";
import { generateFor, runSuite, seconds } from "./drive.ts";
import type { App } from "./drive.ts";

/** One line of the file of results: one app. */
type Line = {
  app: string;
  mode: string;
  coverage: Coverage | null;
  generate_ms: number;
  /** Crawlee, opening as many pages as the exploration did, one after the other. */
  crawl_ms: number;
  crawl_pages: number;
  cases: number;
  lines: number;
  /** Cases that failed before the suite was handed out: each to be judged by hand. */
  findings: string[];
  dropped: string[];
  /** Cases that did not pass in a later run: `2: id: why`. */
  alarms: string[];
  run_ms: number[];
  at: string;
};

/** Writes a suite for an app that is taken to be healthy, runs it, and crawls the same app with Crawlee in between. */
export const tryHealthy = async (
  browser: Browser,
  app: App,
  options: { file: string; runs: number; exhaustive: boolean },
): Promise<void> => {
  const { file, runs, exhaustive } = options;
  const { yaml, document, coverage, findings, dropped, ms } = await generateFor(browser, app, exhaustive);
  writeFileSync(join(dirname(file), `${app.name}.yaml`), yaml);
  const opened = coverage?.addresses.opened ?? 1;
  const { auth } = app;
  const login = auth && { ...auth, url: new URL(auth.loginPath ?? "", app.url).href };
  const crawled = await crawl(app.url, { most: opened, login });
  const found = new Set(findings.map(({ case_id: id }) => id));
  const alarms: string[] = [];
  const times: number[] = [];
  // What the runs of an earlier day have made is still there, under the names that their seeds gave.
  const seeds = (Date.now() % 100_000_000) * 10;
  for (let run = 1; run <= runs; run += 1) {
    const { cases, ms: took } = await runSuite(browser, app, yaml, seeds + run);
    times.push(Math.round(took));
    for (const { id, status, why } of cases) {
      if (status === "passed" || status === "skipped" || found.has(id)) continue;
      alarms.push(`${run}: ${id}: ${why.slice(0, 300)}`);
    }
  }
  const line: Line = {
    app: app.name,
    mode: exhaustive ? "exhaustive" : "quick",
    coverage,
    generate_ms: Math.round(ms),
    crawl_ms: Math.round(crawled.ms),
    crawl_pages: crawled.seen.length,
    cases: document.cases.length,
    lines: yaml.split("\n").length,
    findings: findings.map(({ case_id: id, why }) => `${id}: ${why.slice(0, 300)}`),
    dropped: dropped.map(({ case_id: id, reason }) => `${id}: ${reason.slice(0, 300)}`),
    alarms,
    run_ms: times,
    at: new Date().toISOString(),
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
  printHealthy(file);
};

/** Says what the file of results holds. */
export const printHealthy = (file: string): void => {
  if (!existsSync(file)) return;
  for (const text of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const line = JSON.parse(text) as Line;
    const { coverage: seen } = line;
    const perPage = (ms: number, pages: number): number => ms / Math.max(1, pages);
    const opened = seen?.addresses.opened ?? 1;
    const ratio = perPage(seen?.explored_ms ?? 0, opened) / perPage(line.crawl_ms, line.crawl_pages);
    console.log(
      `\n${line.app} (${line.mode}): ${line.cases} cases, ${line.lines} lines; explored in ${seconds(seen?.explored_ms ?? 0)} s, ` +
        `tried in ${seconds(seen?.tried_ms ?? 0)} s; ${opened} pages opened, Crawlee ${line.crawl_pages} in ${seconds(line.crawl_ms)} s, ` +
        `ratio a page ${ratio.toFixed(1)}`,
    );
    if (seen) {
      const of = ({ covered, seen: all }: { covered: number; seen: number }): string =>
        `${covered} of ${all}`;
      console.log(
        `  covered: pages ${of(seen.pages)}, forms ${of(seen.forms)}, API routes ${of(seen.api_routes)}; controls used ${seen.controls.used} of ${seen.controls.seen}`,
      );
    }
    for (const told of line.findings) console.log(`  finding ${told}`);
    for (const told of line.dropped) console.log(`  dropped ${told}`);
    console.log(`  false alarms in ${line.run_ms.length} later runs: ${line.alarms.length}`);
    for (const told of line.alarms) console.log(`  alarm in run ${told}`);
  }
};
