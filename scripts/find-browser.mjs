/** Where a Chromium for the runner comes from: named by the operator, Playwright's own, or the system's. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Programs looked for on PATH, best first: the headless shell starts fastest and needs the least memory. */
const SYSTEM_BROWSERS = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];

const MAC_BROWSERS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

const WINDOWS_BROWSERS = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];

/**
 * The browser to use, or undefined when there is none that starts.
 * `source` is "named" (SERVICE_BROWSER_PATH), "playwright" (its own download) or "system".
 * Throws when SERVICE_BROWSER_PATH is set and names no executable file.
 *
 * @param {{ env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform, root?: string }} [options]
 * @returns {{ path: string, source: "named" | "playwright" | "system" } | undefined}
 */
export function findBrowser({ env = process.env, platform = process.platform, root = ROOT } = {}) {
  const named = env.SERVICE_BROWSER_PATH;
  if (named) {
    if (!isExecutableFile(named))
      throw new Error(`SERVICE_BROWSER_PATH is ${named}, which is no executable file`);
    return { path: named, source: "named" };
  }
  const playwrights = findPlaywrightBrowser({ env, platform, root });
  if (playwrights !== undefined && starts(playwrights, platform))
    return { path: playwrights, source: "playwright" };
  for (const path of systemCandidates(env, platform)) {
    if (isExecutableFile(path) && starts(path, platform)) return { path, source: "system" };
  }
  return undefined;
}

/** The headless shell that the installed Playwright downloaded for itself, or undefined. */
function findPlaywrightBrowser({ env, platform, root }) {
  const core = playwrightFolder(root);
  if (core === undefined) return undefined;
  const { browsers } = JSON.parse(readFileSync(join(core, "browsers.json"), "utf8"));
  const revision = browsers.find((browser) => browser.name === "chromium-headless-shell")?.revision;
  const folder = join(registryFolder(env, platform, core), `chromium_headless_shell-${revision}`);
  if (!existsSync(join(folder, "INSTALLATION_COMPLETE"))) return undefined;
  const names = [
    "chrome-headless-shell",
    "headless_shell",
    "chrome-headless-shell.exe",
    "headless_shell.exe",
  ];
  return readdirSync(folder)
    .flatMap((sub) => names.map((name) => join(folder, sub, name)))
    .find(isExecutableFile);
}

function playwrightFolder(root) {
  try {
    return dirname(createRequire(join(root, "package.json")).resolve("playwright-core/package.json"));
  } catch {
    return undefined;
  }
}

function registryFolder(env, platform, core) {
  const set = env.PLAYWRIGHT_BROWSERS_PATH;
  if (set === "0") return join(core, ".local-browsers");
  if (set) return set;
  const home = env.HOME || homedir();
  if (platform === "darwin") return join(home, "Library", "Caches", "ms-playwright");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "ms-playwright");
  return join(env.XDG_CACHE_HOME || join(home, ".cache"), "ms-playwright");
}

function systemCandidates(env, platform) {
  if (platform === "darwin") return MAC_BROWSERS;
  if (platform === "win32") {
    const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(Boolean);
    return WINDOWS_BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  }
  const folders = (env.PATH || "").split(delimiter).filter(Boolean);
  return SYSTEM_BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Asked for its version, a browser without its libraries (or a stub that only advertises a snap) fails. */
function starts(path, platform) {
  // Chrome for Windows and macOS opens a window instead of printing a version.
  if (platform !== "linux") return true;
  const { status } = spawnSync(path, ["--no-sandbox", "--version"], { stdio: "ignore", timeout: 20_000 });
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findBrowser();
  process.stdout.write(found === undefined ? "no browser found\n" : `${found.path} (${found.source})\n`);
  process.exitCode = found === undefined ? 1 : 0;
}
