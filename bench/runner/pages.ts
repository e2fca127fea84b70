/**
 * The least that a fresh renderer for each case costs: over the bare DevTools protocol a context, a page and the case's
 * first address, until it is loaded; no step after that. `node pages.ts JOB.json`. Answers on standard output, without verdicts.
 */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import type { BenchSuite } from "./cases.ts";
import type { Job, Outcome } from "./job.ts";

type Message = {
  id?: number;
  method?: string;
  sessionId?: string;
  result?: Record<string, string>;
  error?: { message: string };
};

const job = JSON.parse(await readFile(process.argv[2] ?? "", "utf8")) as Job;
const child = spawn(
  job.browser,
  [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-back-forward-cache",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-pipe",
  ],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
);
const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];

let last = 0;
const asked = new Map<
  number,
  { resolve(result: Record<string, string>): void; reject(error: Error): void }
>();
const loading = new Map<string, () => void>();
const take = (message: Message): void => {
  if (message.method === "Page.loadEventFired") loading.get(message.sessionId ?? "")?.();
  const waiting = asked.get(message.id ?? 0);
  if (message.error) waiting?.reject(new Error(message.error.message));
  else waiting?.resolve(message.result ?? {});
};
let rest = "";
output.on("data", (part: Buffer) => {
  const whole = (rest + part.toString()).split("\0");
  rest = whole.pop() ?? "";
  for (const text of whole) take(JSON.parse(text) as Message);
});
const send = (method: string, params: object, sessionId?: string): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    last += 1;
    asked.set(last, { resolve, reject });
    input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
  });

const open = async (address: string): Promise<void> => {
  const { browserContextId } = await send("Target.createBrowserContext", {});
  const { targetId } = await send("Target.createTarget", { url: "about:blank", browserContextId });
  const { sessionId = "" } = await send("Target.attachToTarget", { targetId, flatten: true });
  const loaded = new Promise<void>((resolve) => loading.set(sessionId, resolve));
  const size = { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false };
  await send("Emulation.setDeviceMetricsOverride", size, sessionId);
  await send("Page.enable", {}, sessionId);
  await send("Page.navigate", { url: address }, sessionId);
  await loaded;
  await send("Target.disposeBrowserContext", { browserContextId });
};

const outcome: Outcome = { verdicts: {}, errors: {}, runMs: 0, pictures: 0 };
const began = performance.now();
for (const { text } of job.suites) {
  const suite = JSON.parse(text) as BenchSuite;
  const waiting = [...suite.cases];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const first = item.steps.find((step) => "goto" in step);
      if (first) await open(suite.base_url + first.goto);
    }
  };
  await Promise.all(Array.from({ length: job.lanes }, lane));
}
outcome.runMs = performance.now() - began;
const ended = new Promise((resolve) => child.on("exit", resolve));
// Chromium now and then ends with a fault here instead of an answer.
void send("Browser.close", {});
await ended;
process.stdout.write(JSON.stringify(outcome));
