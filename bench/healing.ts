/**
 * Healing of targets: pages of real applications are frozen as HTML, changed in every way that a redesign changes them,
 * and each target is looked for by its fingerprint; Similo as published looks for the same targets on the same pages.
 * `npm run bench:healing -- kitchensink=http://127.0.0.1:4118 …`: applications that run already, by name and address;
 * `--snapshots FILE` keeps the frozen pages, or takes those of the named applications from there when the file exists;
 * `--cost` measures what a fingerprint costs instead; `--raw FILE` keeps each result, `--again FILE` (any number) judges results that were kept instead of taking new ones.
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
    raw: { type: "string" },
    again: { type: "string", multiple: true, default: [] },
    cost: { type: "boolean", default: false },
    "per-page": { type: "string", default: "16" },
  },
});
const mostPerPage = Number(values["per-page"]);
const mostPerApp = 130;

if (values.again.length > 0) {
  const kept = values.again.flatMap((file) => readFileSync(file, "utf8").trim().split("\n"));
  printTables(kept.map((line) => judgedAgain(JSON.parse(line) as Row)));
  process.exit();
}

const browser = await chromium.launch(flags());

const takeSnapshots = async (): Promise<Snapshot[]> => {
  if (values.snapshots !== undefined && existsSync(values.snapshots))
    return (JSON.parse(readFileSync(values.snapshots, "utf8")) as Snapshot[]).filter(
      ({ app }) => positionals.length === 0 || positionals.includes(app),
    );
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

const rows: Row[] = [];
let written = 0;
if (values.raw !== undefined) writeFileSync(values.raw, "");
const taken = new Map<string, string[]>();
for (const [at, snapshot] of snapshots.entries()) {
  const { app, path } = snapshot;
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
printTables(rows);
