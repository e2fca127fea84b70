/**
 * Healing of targets: pages of real applications are frozen as HTML, changed in every way that a redesign changes them,
 * and each target is looked for by its fingerprint; Similo as published looks for the same targets on the same pages.
 * `npm run bench:healing -- kitchensink=http://127.0.0.1:4118 …`: applications that run already, by name and address;
 * `--snapshots FILE` keeps the frozen pages. `--pages FILE` (any number) takes pages that were kept, those of the named applications or of all;
 * `--raw FILE` keeps each result and goes on where the file ends: no page is measured twice. With `--minutes N` no page is begun after that time,
 * so that the whole can be measured in slices. `--again FILE` (any number) only judges results that were kept;
 * `--cost` measures what a fingerprint costs instead.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import { flags } from "./healing/browser.ts";
import { judgedAgain, printTables } from "./healing/tables.ts";
import type { Row } from "./healing/tables.ts";
import type { BenchTarget, Trial } from "./healing/page/trial.ts";
import { apps, snapshotsOf } from "./healing/snapshot.ts";
import type { Snapshot } from "./healing/snapshot.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    snapshots: { type: "string" },
    pages: { type: "string", multiple: true, default: [] },
    minutes: { type: "string", default: "60" },
    raw: { type: "string" },
    again: { type: "string", multiple: true, default: [] },
    cost: { type: "boolean", default: false },
    "per-page": { type: "string", default: "16" },
  },
});
const mostPerPage = Number(values["per-page"]);
const mostPerApp = 130;
const ends = performance.now() + Number(values.minutes) * 60_000;

const rowsOf = (file: string): Row[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => judgedAgain(JSON.parse(line) as Row));

if (values.again.length > 0) {
  printTables(values.again.flatMap(rowsOf));
  process.exit();
}

const browser = await chromium.launch(flags());

const takeSnapshots = async (): Promise<Snapshot[]> => {
  if (values.pages.length > 0)
    return values.pages
      .flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as Snapshot[])
      .filter(({ app }) => positionals.length === 0 || positionals.includes(app));
  const all: Snapshot[] = [];
  for (const argument of positionals) {
    const [name = "", address = ""] = argument.split(/=(.*)/s);
    const app = apps[name];
    if (!app) throw new Error(`${name} is none of ${Object.keys(apps).join(", ")}`);
    const taken = await snapshotsOf(browser, app, address);
    console.error(`${name}: ${taken.length} pages`);
    all.push(...taken);
  }
  if (values.snapshots !== undefined) writeFileSync(values.snapshots, JSON.stringify(all));
  return all;
};

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("healing/page/trial.ts", import.meta.url))],
  bundle: true,
  write: false,
  format: "iife",
  globalName: "healing",
  target: "chrome120",
  logLevel: "silent",
});
const script = `${outputFiles[0]?.text ?? ""};globalThis.healing = healing`;

const inPage = async <T>(page: Page, expression: string): Promise<T> =>
  (await page.evaluate(expression)) as T;
const open = async (page: Page, { html }: Snapshot): Promise<void> => {
  await page.setContent(html, { waitUntil: "commit" });
  await page.evaluate(script);
};

const snapshots = await takeSnapshots();
const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, offline: true });
const page = await context.newPage();
type Cost = { look: number; print: number };
/** What fingerprints cost beside the look that an action takes anyway, a mean of six targets a page. */
const printCosts = async (): Promise<void> => {
  console.log("| page | elements | look, ms | fingerprint besides, ms |\n|---|---|---|---|");
  for (const snapshot of snapshots) {
    await open(page, snapshot);
    const items = await inPage<BenchTarget[]>(page, `healing.targets("cost", 6, [])`);
    const costs: { look: number; print: number }[] = [];
    for (const item of items) {
      const taken = await inPage<Cost | null>(page, `healing.cost(${JSON.stringify(item)})`);
      if (taken) costs.push(taken);
    }
    if (costs.length === 0) continue;
    const elements = await inPage<number>(page, `document.querySelectorAll("*").length`);
    const mean = (kind: keyof Cost): string =>
      (costs.reduce((sum, each) => sum + each[kind], 0) / costs.length).toFixed(1);
    console.log(`| ${snapshot.app}${snapshot.path} | ${elements} | ${mean("look")} | ${mean("print")} |`);
  }
};
if (values.cost) {
  await printCosts();
  await browser.close();
  process.exit();
}

const rows: Row[] = values.raw !== undefined && existsSync(values.raw) ? rowsOf(values.raw) : [];
let written = rows.length;
const done = new Set(rows.map(({ app, path }) => app + path));
const taken = new Map<string, string[]>();
for (const { app, item } of rows)
  taken.set(app, [...new Set([...(taken.get(app) ?? []), JSON.stringify(item.target)])]);
let left = 0;
for (const [at, snapshot] of snapshots.entries()) {
  const { app, path } = snapshot;
  if (done.has(app + path)) continue;
  done.add(app + path);
  if (performance.now() > ends) {
    left += 1;
    continue;
  }
  const known = taken.get(app) ?? [];
  await open(page, snapshot);
  const most = Math.min(mostPerPage, mostPerApp - known.length);
  const items = await inPage<BenchTarget[]>(
    page,
    `healing.targets(${JSON.stringify(app + path)}, ${most}, ${JSON.stringify(known)})`,
  );
  taken.set(app, [...known, ...items.map(({ target }) => JSON.stringify(target))]);
  for (const item of items) {
    const name = `${app}${path} ${JSON.stringify(item.target)}`;
    const results = await inPage<Trial[]>(
      page,
      `healing.trials(${JSON.stringify(item)}, ${JSON.stringify(name)})`,
    );
    for (const result of results) rows.push({ app, path, item, ...result });
  }
  const others = snapshots.filter((other) => other.app === app && other !== snapshot);
  const other = others[at % Math.max(1, others.length)];
  if (other) {
    await open(page, other);
    for (const item of items) {
      const result = await inPage<Trial | null>(page, `healing.trialElsewhere(${JSON.stringify(item)})`);
      if (result) rows.push({ app, path, item, ...result });
    }
  }
  if (values.raw !== undefined)
    appendFileSync(
      values.raw,
      rows
        .slice(written)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(""),
    );
  written = rows.length;
  console.error(`${at + 1}/${snapshots.length} ${app}${path}: ${items.length} targets`);
}
await browser.close();
if (left > 0) console.error(`${left} pages are left: the same command goes on with them`);
printTables(rows);
