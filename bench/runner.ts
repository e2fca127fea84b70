/**
 * The runner beside Playwright Test on the specs that the same suites are exported as, and beside a bare playwright-core
 * script: `npm run bench:runner -- [--rounds N] [--quick] [--only wall,late,big,lateness,memory] [--lanes N]`.
 * Same browser binary, same number at a time, in turn within each round; medians. Prints Markdown. Ends with an error
 * when a verdict differs.
 */
import { execFileSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createShop } from "#examples/shop/shop.ts";
import { faultySuite, kitchenSuite, shopSuite } from "./runner/cases.ts";
import type { BenchSuite } from "./runner/cases.ts";
import type { Job } from "./runner/job.ts";
import { ourLateness, playwrightLateness } from "./runner/lateness.ts";
import { measure } from "./runner/measure.ts";
import type { Runner, Sample } from "./runner/measure.ts";
import { bigSuite, heldSuite, lateSuite } from "./runner/own-cases.ts";
import { createKitchen, createOwnPages } from "./runner/sites.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string" },
    lanes: { type: "string", default: "2" },
    quick: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const rounds = Number(given.rounds ?? (given.quick ? 2 : 7));
/** A quick look takes every third case. */
const some = (suite: BenchSuite): BenchSuite =>
  given.quick ? { ...suite, cases: suite.cases.filter((_, place) => place % 3 === 0) } : suite;
const lanes = Number(given.lanes);
const wanted = new Set(given.only?.split(",") ?? ["wall", "late", "big", "lateness", "memory"]);
const browser = process.env["SERVICE_BROWSER_PATH"] ?? "/usr/bin/chromium-headless-shell";

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

type Work = { label: string; runner: Runner; pictures: boolean; evidence: boolean };
const work = (label: string, runner: Runner, pictures = false, evidence = true): Work => ({
  label,
  runner,
  pictures,
  evidence,
});

const own = "Tracewright";
const yardstick = "Playwright Test, exported spec";
const script = "playwright-core script";
const floor = "only a context, a page and its first address";

const shop = await createShop({});
const kitchen = await createKitchen();
const pages = await createOwnPages();
const at = (name: string, suite: BenchSuite, url: string): Job["suites"][number] => ({
  name,
  text: JSON.stringify({ ...suite, base_url: url }),
});

let differences = 0;
const compare = (labelled: [string, Sample][]): void => {
  const [[, first] = ["", null], ...others] = labelled;
  for (const [label, { verdicts, errors }] of others) {
    const ids = new Set([...Object.keys(first?.verdicts ?? {}), ...Object.keys(verdicts)]);
    for (const id of ids) {
      if (first?.verdicts[id] === verdicts[id]) continue;
      differences += 1;
      const said = (word: string | undefined, why = ""): string => `${word} ${why.slice(0, 300)}`;
      console.error(
        `${id}: ${labelled[0]?.[0]} says ${said(first?.verdicts[id], first?.errors[id])}, ${label} says ${said(verdicts[id], errors[id])}`,
      );
    }
  }
};

const inTurn = async (
  works: Work[],
  suites: Job["suites"],
  times: number,
): Promise<Map<string, Sample[]>> => {
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round < times; round += 1) {
    // Begins with another one each round, so that none always follows the same.
    const order = works.map((_, index) => works[(index + round) % works.length] as Work);
    const done: [string, Sample][] = [];
    for (const { label, runner, pictures, evidence } of order) {
      const sample = await measure(runner, { suites, browser, lanes, pictures, evidence });
      samples.set(label, [...(samples.get(label) ?? []), sample]);
      done.push([label, sample]);
      console.error(
        `round ${round + 1}: ${label}: ${Math.round(sample.wallMs)} ms, ${Math.round(sample.cpuMs)} ms CPU, ${sample.pictures} pictures`,
      );
    }
    const judging = works.filter(({ runner }) => runner !== "pages");
    compare(judging.flatMap(({ label }) => done.filter(([name]) => name === label)));
  }
  return samples;
};

const table = (
  title: string,
  samples: Map<string, Sample[]>,
  cases: number,
  groups: [of: string, against: string][],
): void => {
  const mid = (label: string, of: (sample: Sample) => number): number =>
    median((samples.get(label) ?? []).map(of));
  console.log(`\n${title}\n`);
  console.log(
    "| | wall | of that, the run | CPU a case | wall / yardstick | run / yardstick | CPU / yardstick |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const [label, against] of groups) {
    const ratio = (of: (sample: Sample) => number): string => (mid(label, of) / mid(against, of)).toFixed(2);
    const cells = [
      label,
      `${(mid(label, (s) => s.wallMs) / 1000).toFixed(2)} s`,
      `${(mid(label, (s) => s.runMs) / 1000).toFixed(2)} s`,
      `${(mid(label, (s) => s.cpuMs) / cases).toFixed(0)} ms`,
      ratio((s) => s.wallMs),
      ratio((s) => s.runMs),
      ratio((s) => s.cpuMs),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
};

const began = new Date();
console.log(
  `${began.toISOString().slice(0, 10)}, ${process.platform} ${process.arch}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version.slice(1)}, ${execFileSync(browser, ["--version"]).toString().trim()}; ${rounds} rounds, ${lanes} cases at a time, medians; load average ${loadavg()[0]?.toFixed(1)} at the start.`,
);

// Cases that must not pass, outside the clock.
const faulty = [at("faulty", faultySuite(), shop.url)];
const quiet = { suites: faulty, browser, lanes, pictures: false, evidence: true };
const [ourFaulty, theirFaulty] = [await measure("ours", quiet), await measure("playwright-test", quiet)];
compare([
  [own, ourFaulty],
  [yardstick, theirFaulty],
]);
const failing = Object.values(ourFaulty.verdicts).filter((verdict) => verdict === "failed").length;
console.log(
  `\nVerdicts: ${Object.keys(ourFaulty.verdicts).length} cases of which ${failing} must fail were compared first.`,
);

if (wanted.has("wall")) {
  const suites = [at("shop", some(shopSuite()), shop.url), at("kitchen", some(kitchenSuite()), kitchen.url)];
  const bare = work(`${own}, nothing written down`, "ours", false, false);
  const works = [
    work(own, "ours"),
    work(yardstick, "playwright-test"),
    work(script, "bare"),
    work(floor, "pages"),
    bare,
    work(`${own}, picture a step`, "ours", true),
    work(`${yardstick}, picture a step`, "playwright-test", true),
    work(`${script}, picture a step`, "bare", true),
  ];
  const samples = await inTurn(works, suites, rounds);
  const cases = Object.keys(samples.get(own)?.[0]?.verdicts ?? {}).length;
  table(`${cases} cases over the example shop and the kitchen sink`, samples, cases, [
    [own, yardstick],
    [script, yardstick],
    [floor, yardstick],
    [yardstick, yardstick],
    [`${own}, picture a step`, `${yardstick}, picture a step`],
    [`${script}, picture a step`, `${yardstick}, picture a step`],
    [`${yardstick}, picture a step`, `${yardstick}, picture a step`],
  ]);
  const of = (label: string): number => median((samples.get(label) ?? []).map(({ runMs }) => runMs));
  const evidence = (of(own) / of(bare.label) - 1) * 100;
  console.log(
    `\nEvidence (requests, errors, console, navigations) costs ${evidence.toFixed(1)} % of the run's time.`,
  );
}

for (const [key, title, suite] of [
  ["late", "cases on pages whose answers come after 100 to 700 ms, three a case", some(lateSuite())],
  ["big", "cases on a page of 5,000 nodes", some(bigSuite())],
] as const) {
  if (!wanted.has(key)) continue;
  const works = [
    work(own, "ours"),
    work(yardstick, "playwright-test"),
    work(script, "bare"),
    work(floor, "pages"),
  ];
  const times = given.quick ? 1 : Math.min(rounds, Math.max(3, Math.floor(rounds / 2)));
  const samples = await inTurn(works, [at(key, suite, pages.url)], times);
  table(`${suite.cases.length} ${title}`, samples, suite.cases.length, [
    [own, yardstick],
    [script, yardstick],
    [floor, yardstick],
    [yardstick, yardstick],
  ]);
}

if (wanted.has("lateness")) {
  const count = given.quick ? 20 : 60;
  const ours = await ourLateness(browser, pages.url, count);
  const theirs = await playwrightLateness(browser, pages.url, count);
  console.log(
    `\n| lateness of an expect (${count} changes after 50 to 1,250 ms) | mean | worst |\n|---|---|---|`,
  );
  for (const [label, { mean, worst }] of [
    [own, ours],
    ["Playwright Test, `toBeVisible`", theirs],
  ] as const)
    console.log(`| ${label} | ${mean.toFixed(1)} ms | ${worst.toFixed(0)} ms |`);
}

if (wanted.has("memory")) {
  console.log(
    "\n| memory (PSS of all processes, at its most) | 1 case | 4 at once | 16 at once | a further case, without its renderer |\n|---|---|---|---|---|",
  );
  for (const [label, runner] of [
    [own, "ours"],
    [yardstick, "playwright-test"],
  ] as const) {
    const seen: Sample[] = [];
    for (const many of [1, 4, 16]) {
      const held = heldSuite();
      const suites = [at("held", { ...held, cases: held.cases.slice(0, many) }, pages.url)];
      seen.push(
        await measure(runner, { suites, browser, lanes: many, pictures: false, evidence: true }, true),
      );
    }
    const besides = seen.map(({ pssMib, rendererMib }) => pssMib - rendererMib);
    const further = ((besides.at(-1) ?? 0) - (besides[0] ?? 0)) / 15;
    const cells = seen.map(({ pssMib }) => `${pssMib.toFixed(0)} MiB`);
    console.log(`| ${label} | ${cells.join(" | ")} | ${further.toFixed(1)} MiB |`);
  }
}

console.log(`\nVerdicts that differ: ${differences}. Load average ${loadavg()[0]?.toFixed(1)} at the end.`);
await Promise.all([shop.close(), kitchen.close(), pages.close()]);
if (differences > 0) process.exitCode = 1;
