/**
 * Many small runs through one process with a real browser: what of memory, file descriptors, processes and temporary files
 * stays behind, and its slope over the runs. `npm run bench:long-life -- --runs 1000 [--minutes 60] [--every 50]`.
 */
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    minutes: { type: "string", default: "60" },
    every: { type: "string", default: "50" },
  },
});
const wanted = Number(flags.runs);
const every = Number(flags.every);
const until = performance.now() + Number(flags.minutes) * 60_000;

const folder = await mkdtemp(join(tmpdir(), "tracewright-bench-"));
const temporary = join(folder, "tmp");
await mkdir(temporary);
// Before anything reads it: whatever is left behind there is this run's.
process.env.TMPDIR = temporary;
const { readConfig } = await import("#src/config.ts");
const { startService } = await import("#src/service.ts");

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const app = createServer((_request, response) =>
  response
    .setHeader("content-type", "text/html")
    .end(
      `<!doctype html><title>Shop</title><h1>Shop</h1><button onclick="document.body.append('Thank you')">Buy</button>`,
    ),
);
app.listen(0, "127.0.0.1");
await once(app, "listening");
const address = app.address();
const port = typeof address === "object" && address ? address.port : 0;

const credentials = { email: "admin@example.com", password: "correct horse" };
const config = readConfig({
  SERVICE_PORT: "0",
  SERVICE_DATA_DIR: join(folder, "data"),
  SERVICE_LOG_LEVEL: "silent",
  SERVICE_ADMIN_EMAIL: credentials.email,
  SERVICE_ADMIN_PASSWORD: credentials.password,
  SERVICE_BROWSER_PATH: process.env.SERVICE_BROWSER_PATH,
});
const service = await startService(config);

let token = "";
const send = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};
token = String((await send("POST", "/auth/login", credentials))["token"]);

const suite = await send("POST", "/suites", {
  yaml: [
    "suite: Buying",
    `base_url: http://127.0.0.1:${port}`,
    "cases:",
    "  - id: buy",
    "    title: A guest buys",
    "    steps: [{goto: /}, {click: Buy}, {expect: {visible: Thank you}}]",
  ].join("\n"),
});

type Process = { pid: number; name: string; parent: number; state: string; pages: number };

const processes = async (): Promise<Process[]> => {
  const found: Process[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The name in brackets may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (stat !== "")
      found.push({
        pid: Number(name),
        name: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")),
        state: fields[0] ?? "",
        parent: Number(fields[1]),
        pages: Number(fields[21]),
      });
  }
  return found;
};

const descendants = async (): Promise<Process[]> => {
  const all = await processes();
  const family = new Set([process.pid]);
  for (let grown = true; grown;) {
    grown = false;
    for (const { pid, parent } of all) {
      if (family.has(pid) || !family.has(parent)) continue;
      family.add(pid);
      grown = true;
    }
  }
  return all.filter(({ pid }) => family.has(pid) && pid !== process.pid);
};

const columns = [
  "rss",
  "heap",
  "external",
  "browser",
  "descriptors",
  "resources",
  "children",
  "zombies",
  "files",
] as const;
type Sample = Record<(typeof columns)[number], number> & { runs: number };
const samples: Sample[] = [];
const began = performance.now();
const browsers = new Set<number>();
const mib = (bytes: number): number => bytes / 1024 / 1024;

const sample = async (runs: number): Promise<void> => {
  // Twice, with a turn between: what finalizers let go is collected the second time.
  collectGarbage();
  await sleep(50);
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const children = await descendants();
  for (const { pid, parent, name } of children)
    if (parent === process.pid && name !== "esbuild") browsers.add(pid);
  const now: Sample = {
    runs,
    rss: mib(rss),
    heap: mib(heapUsed),
    external: mib(external),
    browser: mib(children.reduce((sum, { pages }) => sum + pages, 0) * 4096),
    descriptors: (await readdir("/proc/self/fd")).length,
    resources: process.getActiveResourcesInfo().length,
    children: children.length,
    zombies: children.filter(({ state }) => state === "Z").length,
    files: (await readdir(temporary)).length,
  };
  samples.push(now);
  console.log(
    [
      `${runs} runs, ${((performance.now() - began) / 1000).toFixed(0)} s`,
      ...columns.map((name) => `${name} ${now[name].toFixed(name === "heap" ? 1 : 0)}`),
    ].join(", "),
  );
};

/** Least squares, per 1,000 runs, over the later three quarters: the first runs fill caches. */
const slopeOf = (name: (typeof columns)[number]): number => {
  const later = samples.slice(Math.floor(samples.length / 4));
  const x = later.reduce((sum, { runs }) => sum + runs, 0) / later.length;
  const y = later.reduce((sum, each) => sum + each[name], 0) / later.length;
  const over = later.reduce((sum, each) => sum + (each.runs - x) * (each[name] - y), 0);
  const under = later.reduce((sum, each) => sum + (each.runs - x) ** 2, 0);
  return under === 0 ? 0 : (over / under) * 1000;
};

let done = 0;
const verdicts: Record<string, number> = {};
while (done < wanted && performance.now() < until) {
  const jobs = Array.from({ length: Math.min(every, wanted - done) }, () => ({ suite: suite["file"] }));
  const { run_ids: ids } = await send("POST", "/runs", { jobs });
  while ((await send("GET", "/runs/queue"))["busy"] === true) await sleep(200);
  for (const id of ids as string[]) {
    const { status, summary } = await send("GET", `/runs/${id}`);
    const passed = (summary as { passed?: number } | null)?.passed === 1;
    const verdict = status === "done" && passed ? "passed" : String(status);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  }
  done += jobs.length;
  await sample(done);
}
const seconds = (performance.now() - began) / 1000;

await service.close();
app.closeAllConnections();
app.close();
await sleep(500);
const left = await descendants();
const verdictText = Object.entries(verdicts)
  .map(([name, count]) => `${count} ${name}`)
  .join(", ");
console.log(
  `\n| ${done} runs in ${(seconds / 60).toFixed(0)} min (${verdictText}; ${browsers.size} browsers, one after the other) | first sample | highest | last | slope per 1,000 runs |`,
);
console.log("|---|---|---|---|---|");
const titles: Record<(typeof columns)[number], string> = {
  rss: "resident memory of the service, MiB",
  heap: "heap after a collection, MiB",
  external: "memory outside of the heap, MiB",
  browser: "browser, all processes, MiB",
  descriptors: "file descriptors",
  resources: "timers, sockets and the like",
  children: "processes",
  zombies: "zombies",
  files: "temporary files",
};
for (const name of columns) {
  const values = samples.map((each) => each[name]);
  const level = [values[0] ?? 0, Math.max(...values), values.at(-1) ?? 0];
  const slope = slopeOf(name);
  console.log(
    `| ${titles[name]} | ${level.map((value) => value.toFixed(0)).join(" | ")} | ${slope >= 0 ? "+" : ""}${slope.toFixed(1)} |`,
  );
}
console.log(
  `\nAfter the end: ${left.length} child processes, ${(await readdir(temporary)).length} temporary files.`,
);
await rm(folder, { recursive: true, force: true });
// The bundler's helper ends with this process.
const ours = left.filter(({ name }) => name !== "esbuild");
process.exitCode = ours.length === 0 && Object.keys(verdicts).every((name) => name === "passed") ? 0 : 1;
