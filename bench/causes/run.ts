import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogBackend } from "#adapters/logs/create-log-backend.ts";
import type { BrowserProvider } from "#adapters/playwright/provider.ts";
import { createSourceMaps } from "#adapters/source-maps/source-maps.ts";
import { createExplainer } from "#core/cause/explain.ts";
import { takeProfile } from "#core/cause/profile.ts";
import type { Fingerprints, Healing } from "#core/run/healing.ts";
import type { LogEntry } from "#examples/shop/log.ts";
import { createShop } from "#examples/shop/shop.ts";
import type { CaseReport } from "#model/report.ts";
import type { CaseProfile } from "#model/case-profile.ts";
import type { LogBackend } from "#ports/logs.ts";
import type { LastPass } from "#ports/profile-store.ts";
import { startElasticsearch } from "#test/support/elasticsearch.ts";
import { startLoki } from "#test/support/loki.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";
import type { Handler } from "#test/support/run-suite.ts";
import type { Sample } from "./sample.ts";

const sourceMaps = createSourceMaps((url, init) => fetch(url, init));
const fetchAny = (url: URL, init: RequestInit): Promise<Response> => fetch(url, init);

/** A log line as frameworks write it to a console: the stack below it. */
const plainLine = ({ time, level, trace_id: trace, msg, err }: LogEntry): string =>
  `${time} ${level.toUpperCase()} [trace_id=${trace}] ${msg}\n${err ? `${err.stack}\n` : ""}`;

type Log = {
  backend: LogBackend | null;
  shop: { log?: (entry: LogEntry) => void; lokiUrl?: string; logFile?: string };
  write?: (text: string) => void;
  close(): Promise<void>;
};

const startLog = async (kind: Sample["logs"] = "none"): Promise<Log> => {
  if (kind === "none") return { backend: null, shop: {}, close: async () => undefined };
  if (kind === "loki") {
    const loki = await startLoki({ ingestionDelayMs: 300 });
    const settings = { LOG_BACKEND: "loki", LOKI_URL: loki.url };
    return {
      backend: createLogBackend(settings, { fetch: fetchAny, logDirs: [] }),
      shop: { lokiUrl: loki.url },
      close: () => loki.close(),
    };
  }
  if (kind === "elasticsearch") {
    const server = await startElasticsearch();
    const settings = { LOG_BACKEND: "elasticsearch", ELASTICSEARCH_URL: server.url };
    return {
      backend: createLogBackend(settings, { fetch: fetchAny, logDirs: [] }),
      shop: { log: ({ time, ...entry }) => server.index({ "@timestamp": time, ...entry }) },
      close: () => server.close(),
    };
  }
  const folder = mkdtempSync(join(tmpdir(), "causes-"));
  const file = join(folder, "shop.log");
  const settings = { LOG_BACKEND: "file", LOG_FILE_GLOB: "*.log" };
  let written = Promise.resolve();
  return {
    backend: createLogBackend(settings, { fetch: fetchAny, logDirs: [folder] }),
    write: (text) => appendFileSync(file, `${text}\n`),
    shop:
      kind === "text"
        ? { log: (entry) => void (written = written.then(() => appendFile(file, plainLine(entry)))) }
        : { logFile: file },
    async close() {
      await written;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Ends the processes that draw the pages of our own browser. */
const loseTabs = (): void => {
  const parents = new Map<number, { parent: number; command: string }>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1]);
      parents.set(Number(name), { parent, command: readFileSync(`/proc/${name}/cmdline`, "utf8") });
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (pid > 1 && isOurs(parents.get(pid)?.parent ?? 0));
  for (const [pid, { command }] of parents)
    if (command.includes("--type=renderer") && isOurs(pid)) process.kill(pid, "SIGKILL");
};

/** The app of a sample, whose calls are logged as the sample says. */
const withLog = (
  { app = {}, writes, loses }: Sample,
  write: Log["write"],
): Record<string, string | Handler> =>
  Object.fromEntries(
    Object.entries(app).map(([path, route]): [string, string | Handler] => {
      if (typeof route === "string") return [path, route];
      const handler: Handler = (request, response, url) => {
        const trace = /^00-([0-9a-f]{32})-/.exec(String(request.headers["traceparent"]))?.[1];
        if (trace && writes) write?.(writes(trace, new Date()));
        if (loses === "tab") setTimeout(loseTabs, 200);
        route(request, response, url);
      };
      return [path, handler];
    }),
  );

const startTarget = async (sample: Sample, log: Log): Promise<{ url: string; close(): Promise<void> }> => {
  const { app, address, bugs = [], redesign = false, scheme } = sample;
  if (address !== undefined) return { url: address, close: async () => undefined };
  if (!app) return createShop({ bugs, redesign, ...log.shop });
  const started = await startApp(withLog(sample, log.write));
  return scheme ? { ...started, url: started.url.replace(/^http/, scheme) } : started;
};

const suiteOf = ({ id, auth = false, steps }: Sample): string => {
  const credentials = auth === true ? { username: "demo@shop.example", password: "demo1234" } : auth || null;
  const head = credentials ? `auth: ${JSON.stringify({ ...credentials, login_path: "/login" })}\n` : "";
  return `${head}cases: ${JSON.stringify([{ id: "case", title: id, timeout: "5s", steps }])}`;
};

/** Keeps what the case of a sample sees where nothing is wrong. */
const pass = async (
  browsers: BrowserProvider,
  sample: Sample,
  profiles: Map<string, CaseProfile>,
  healing: Healing,
): Promise<void> => {
  const healthy = await createShop();
  try {
    const { cases } = await runSuite(browsers, healthy.url, suiteOf(sample), {
      injectTraceparent: true,
      passed: async (id, session) => void profiles.set(id, await takeProfile(session)),
      healing,
    });
    if (cases["case"]?.status !== "passed") throw new Error(`${sample.id} does not pass on a healthy shop`);
  } finally {
    await healthy.close();
  }
};

/** Runs the one case of a sample as the service would, asking the log with the patience that the service has. */
export const runSample = async (browsers: BrowserProvider, sample: Sample): Promise<CaseReport> => {
  const log = await startLog(sample.logs);
  const profiles = new Map<string, CaseProfile>();
  const last = async (id: string): Promise<LastPass | null> => {
    const profile = profiles.get(id);
    return profile ? { runId: "before", takenAt: new Date().toISOString(), profile } : null;
  };
  let prints: Fingerprints = {};
  const healing: Healing = {
    mode: "warn",
    remembered: async () => prints,
    remember: async (_, taken) => void (prints = taken),
  };
  if (sample.compared) await pass(browsers, sample, profiles, healing);
  const target = await startTarget(sample, log);
  const clock = {
    now: () => new Date(),
    sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, signal ? { signal } : {}),
  };
  const explain = createExplainer({ logs: log.backend, sourceMaps, lastPass: last, clock });
  try {
    const { cases: reports } = await runSuite(browsers, target.url, suiteOf(sample), {
      explain,
      injectTraceparent: true,
      ...(sample.compared ? { healing } : {}),
    });
    const report = reports["case"];
    if (!report) throw new Error(`${sample.id} gave no report`);
    return report;
  } finally {
    await target.close();
    await log.close();
  }
};
