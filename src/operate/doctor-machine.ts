import { execFile } from "node:child_process";
import { access, constants, readdir, stat, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { portTroubles } from "#http/listen-on.ts";
import type { Check, Finding } from "./finding.ts";
import { hasCode } from "./files.ts";

const run = promisify(execFile);
const mebibyte = 1024 * 1024;
const oldestNode = 24;
const fewMebibytes = 1024;
const noMebibytes = 100;
const fewFiles = 100;
const answerMs = 5000;

export const checkNode: Check = async () => {
  const name = "node";
  const { node } = process.versions;
  return Number.parseInt(node, 10) >= oldestNode
    ? { name, state: "ok", message: node }
    : {
        name,
        state: "fail",
        message: `${node} is older than ${oldestNode}`,
        next: "Start with `npm start`, which brings its own Node, or install Node 24.",
      };
};

export const checkDataDirectory: Check = async ({ dataDir }) => {
  const name = "data directory";
  const path = resolve(dataDir);
  try {
    const { mode } = await stat(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((mode & 0o077) === 0 || process.platform === "win32") return { name, state: "ok", message: path };
    return {
      name,
      state: "warn",
      message: `${path} can be read by others (mode ${(mode & 0o777).toString(8)})`,
      next: `chmod 700 ${path}`,
    };
  } catch (error) {
    if (hasCode(error, "ENOENT")) return missing(path);
    return {
      name,
      state: "fail",
      message: `${path} cannot be read and written by user ${process.getuid?.() ?? ""}`,
      next: "Give it to the user that the service runs as (chown), or set SERVICE_DATA_DIR.",
    };
  }
};

/** Whether it can be made; nothing is made. */
const missing = async (path: string): Promise<Finding> => {
  const above = await nearest(path);
  try {
    await access(above, constants.W_OK | constants.X_OK);
    return { name: "data directory", state: "ok", message: `${path} is made at the first start` };
  } catch {
    return {
      name: "data directory",
      state: "fail",
      message: `${path} is not there and cannot be made in ${above}`,
      next: "Make it for the user that the service runs as, or set SERVICE_DATA_DIR.",
    };
  }
};

const nearest = async (path: string): Promise<string> => {
  try {
    await stat(path);
    return path;
  } catch {
    return dirname(path) === path ? path : nearest(dirname(path));
  }
};

export const checkDisk: Check = async ({ dataDir }) => {
  const name = "disk";
  const { bavail, bsize, files, ffree } = await statfs(await nearest(resolve(dataDir)));
  const free = Math.floor((bavail * bsize) / mebibyte);
  const message = `${free} MiB free for the data directory`;
  if (free < noMebibytes || (files > 0 && ffree < fewFiles)) {
    const next = "Make room: SERVICE_RETENTION_… settings say how long runs are kept (docs/operations.md).";
    return { name, state: "fail", message, next };
  }
  return free < fewMebibytes
    ? { name, state: "warn", message, next: "Make room soon; the service refuses writes on a full disk." }
    : { name, state: "ok", message };
};

export const checkBrowser: Check = async ({ role, browserPath, browserWsEndpoint, browserSandbox }) => {
  const name = "browser";
  try {
    const browser = await createPlaywrightBrowser({
      executablePath: browserPath,
      wsEndpoint: browserWsEndpoint,
      sandbox: browserSandbox,
    });
    await browser.close();
    return { name, state: "ok", message: `${browser.name} starts` };
  } catch (error) {
    const [message = "", ...rest] = (error instanceof Error ? error.message : String(error)).split(
      /(?<=\.) (?=Set |Tried )/,
    );
    return {
      name,
      state: role === "api" ? "warn" : "fail",
      message: message.trim(),
      next: rest.join(" ") || "Set SERVICE_BROWSER_PATH, or look after the remote browser.",
    };
  }
};

const fontFolders = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  "/System/Library/Fonts",
  "C:\\Windows\\Fonts",
];

export const checkFonts: Check = async ({ browserWsEndpoint }) => {
  const name = "fonts";
  if (browserWsEndpoint !== undefined) return { name, state: "ok", message: "those of the remote browser" };
  const count = await countFonts();
  return count > 0
    ? { name, state: "ok", message: `${count} found` }
    : {
        name,
        state: "warn",
        message: "none found: pictures show boxes in place of letters",
        next: "Install some, such as `apt-get install fonts-liberation fonts-noto-core`.",
      };
};

const countFonts = async (): Promise<number> => {
  try {
    const { stdout } = await run("fc-list", [], { timeout: answerMs });
    return stdout.split("\n").filter((line) => line !== "").length;
  } catch {
    let count = 0;
    for (const folder of fontFolders) {
      const files = await readdir(folder, { recursive: true }).catch(() => []);
      count += files.filter((file) => /\.(ttf|otf|ttc|pfb|woff2?)$/i.test(file)).length;
    }
    return count;
  }
};

export const checkPort: Check = async ({ role, host, port }) => {
  const name = "port";
  if (role === "worker") return { name, state: "ok", message: "a worker needs none" };
  if (port === 0) return { name, state: "ok", message: "any that is free" };
  const trouble = await tryPort(host, port);
  if (trouble === null) return { name, state: "ok", message: `${host}:${port} is free` };
  if (trouble === "EADDRINUSE" && (await answersAsService(host, port))) {
    return { name, state: "ok", message: `a Tracewright service answers at ${host}:${port}` };
  }
  return {
    name,
    state: "fail",
    message: `${host}:${port} ${portTroubles[trouble] ?? `cannot be used (${trouble})`}`,
    next: "Set SERVICE_PORT or SERVICE_HOST to another one.",
  };
};

const tryPort = (host: string, port: number): Promise<string | null> =>
  new Promise((done) => {
    const server = createServer();
    server.once("error", (error) =>
      done(
        hasCode(error, "EADDRINUSE") ? "EADDRINUSE" : String("code" in error ? error.code : error.message),
      ),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(null)));
  });

const answersAsService = async (host: string, port: number): Promise<boolean> => {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${name}:${port}/api/v1/health`, {
      signal: AbortSignal.timeout(answerMs),
    });
    return answer.ok && (await answer.text()).includes('"ok"');
  } catch {
    return false;
  }
};

export const checkTelemetry: Check = async ({ tracing }) => {
  const name = "telemetry";
  if (!tracing)
    return { name, state: "ok", message: "no spans are sent (OTEL_EXPORTER_OTLP_ENDPOINT is not set)" };
  try {
    const body = '{"resourceSpans":[]}';
    const headers = { "content-type": "application/json" };
    const answer = await fetch(tracing.url, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(answerMs),
    });
    const message = `the collector answers ${answer.status}`;
    if (answer.ok || answer.status === 401) return { name, state: "ok", message };
    return {
      name,
      state: "warn",
      message,
      next: "OTEL_EXPORTER_OTLP_ENDPOINT must be one for OTLP over HTTP (port 4318).",
    };
  } catch {
    const next = "Start the collector or correct OTEL_EXPORTER_OTLP_ENDPOINT; the service works without.";
    return { name, state: "warn", message: "the collector cannot be reached", next };
  }
};
