/** Carries suites out with our runner, in a process of its own: `node ours.ts JOB.json`. Answers on standard output. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { enableCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { causeNotAsked } from "#model/root-cause.ts";
import type { Job, Outcome } from "./job.ts";

enableCompileCache();
const { createBrowserProvider } = await import("#adapters/playwright/provider.ts");
const { executeSuite } = await import("#core/run/execute.ts");
const { parseSuite } = await import("#core/suite/parse.ts");

const job = JSON.parse(await readFile(process.argv[2] ?? "", "utf8")) as Job;

if (!job.evidence) {
  // Playwright tells of requests, errors and console lines only those who listen.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: job.browser, args: ["--no-sandbox"] });
  const context = await browser.newContext();
  const prototype = Object.getPrototypeOf(context) as { on(name: string, listener: unknown): unknown };
  await browser.close();
  const { on } = prototype;
  const muted = new Set(["request", "response", "requestfinished", "requestfailed", "console", "weberror"]);
  prototype.on = function listen(this: unknown, name, listener) {
    return muted.has(name) ? this : on.call(this, name, listener);
  };
}

const browsers = createBrowserProvider({ executablePath: job.browser });
const outcome: Outcome = { verdicts: {}, errors: {}, runMs: 0, pictures: 0 };
const began = performance.now();
for (const { name, text } of job.suites) {
  const { suite, diagnostics } = parseSuite(text);
  if (!suite) throw new Error(JSON.stringify(diagnostics));
  let room = job.lanes - 1;
  const { cases } = await executeSuite({
    suite,
    only: null,
    browser: browsers.get,
    values: {
      env: (key) => process.env[key],
      secret: (key) => process.env[`SECRET_${key}`],
    },
    seed: 1,
    folder: `${name}/`,
    emit: () => Promise.resolve(),
    saveFile: async (file, content) => {
      const path = join(job.folder, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    },
    explain: () => Promise.resolve(causeNotAsked),
    signal: new AbortController().signal,
    spareRoom: () => {
      if (room <= 0) return Promise.resolve(null);
      room -= 1;
      return Promise.resolve(() => void (room += 1));
    },
    injectTraceparent: false,
    pictures: job.pictures ? "every_step" : "failure",
    now: () => new Date(),
  });
  for (const { id, status, why, shots } of cases) {
    outcome.verdicts[`${name}/${id}`] = status === "broken" ? "failed" : status;
    if (why !== "") outcome.errors[`${name}/${id}`] = why;
    outcome.pictures += shots.length;
  }
}
outcome.runMs = performance.now() - began;
await browsers.close();
process.stdout.write(JSON.stringify(outcome));
