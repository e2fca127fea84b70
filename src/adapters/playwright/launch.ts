import { accessSync, constants } from "node:fs";
import type { Browser as PlaywrightBrowser } from "playwright-core";
import { chromium } from "playwright-core";
import { AppError } from "#model/errors.ts";
import type { Browser } from "#ports/browser.ts";
import { registerEngine } from "./bundle.ts";
import { ignoring, late, messageOf, within } from "./deadline.ts";
import type { StepFetch } from "./http-request.ts";
import { openSession } from "./session.ts";
import { hasRoomInMemory } from "./shared-memory.ts";

const LAUNCH_MS = 30_000;
const OPEN_MS = 20_000;
const CLOSE_MS = 10_000;

const args = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-pings",
  "--no-first-run",
  "--disable-crash-reporter",
  // No way for a page past the proxy, nor to learn the addresses of this machine.
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/** Where Linux distributions put the browser, the lightest first. */
const systemPaths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
];

export type LaunchOptions = {
  /** Browser binary; unset: Playwright's own, else one of the system's. */
  executablePath?: string | undefined;
  /** A remote browser: a DevTools or a Playwright server address. */
  wsEndpoint?: string | undefined;
  /** Chromium's own sandbox; unset: on for everyone but root, for whom it does not work. */
  sandbox?: boolean | undefined;
  /** Whether a page may be loaded from there, by the service's outbound rules. */
  allowUrl?: ((url: string) => Promise<boolean>) | undefined;
  /** The proxy that connections of a browser started here take, and the hosts that are reached without it. */
  proxy?: (() => Promise<{ server: string; bypass: string }>) | undefined;
  /** What requests of steps are sent with, one redirect at a time; unset: without the service's outbound rules. */
  fetch?: StepFetch | undefined;
  log?: ((message: string) => void) | undefined;
};

export type LaunchedBrowser = Browser & {
  isConnected(): boolean;
  /** False once a session could not be closed: no further ones should be opened. */
  isHealthy(): boolean;
  activeSessions(): number;
  onSessionClosed(listener: () => void): void;
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const launchAt = (
  executablePath: string | undefined,
  sandbox: boolean | undefined,
  proxyArgs: string[],
): Promise<PlaywrightBrowser> =>
  chromium.launch({
    headless: true,
    args: [...args, ...proxyArgs],
    // Playwright's own argument: it has to do with any container.
    ignoreDefaultArgs: hasRoomInMemory("/dev/shm") ? ["--disable-dev-shm-usage"] : [],
    chromiumSandbox: sandbox ?? process.getuid?.() !== 0,
    timeout: LAUNCH_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...(executablePath === undefined ? {} : { executablePath }),
  });

const connectTo = (endpoint: string): Promise<PlaywrightBrowser> =>
  /^https?:|\/devtools\//.test(endpoint)
    ? chromium.connectOverCDP(endpoint, { timeout: LAUNCH_MS })
    : chromium.connect(endpoint, { timeout: LAUNCH_MS });

const reasonOf = (error: unknown): string => {
  const text = messageOf(error);
  const told =
    /error while loading shared libraries: [^\n]+|No usable sandbox[^\n]*|Executable doesn't exist at [^\n]+/.exec(
      text,
    );
  return told?.[0] ?? text.split("\n", 1)[0] ?? text;
};

const help =
  "Set SERVICE_BROWSER_PATH to a Chromium, or run `npx playwright-core install --with-deps chromium-headless-shell`, or install your system's package (Debian: `apt-get install chromium-headless-shell`).";

const start = async ({
  executablePath,
  wsEndpoint,
  sandbox,
  proxy,
  log,
}: LaunchOptions): Promise<PlaywrightBrowser> => {
  if (wsEndpoint !== undefined) {
    try {
      return await connectTo(wsEndpoint);
    } catch (error) {
      throw new AppError(
        "not_ready",
        `No browser answers at SERVICE_BROWSER_WS_ENDPOINT (${reasonOf(error)}).`,
        { cause: error },
      );
    }
  }
  const candidates =
    executablePath === undefined ? [undefined, ...systemPaths.filter(isExecutable)] : [executablePath];
  const through = await proxy?.();
  const proxyArgs = through
    ? [`--proxy-server=${through.server}`, `--proxy-bypass-list=${through.bypass}`]
    : [];
  const reasons: string[] = [];
  for (const candidate of candidates) {
    try {
      const browser = await launchAt(candidate, sandbox, proxyArgs);
      if (candidate !== undefined && executablePath === undefined)
        log?.(`using the system's browser ${candidate}`);
      return browser;
    } catch (error) {
      reasons.push(`${candidate ?? "Playwright's own"}: ${reasonOf(error)}`);
    }
  }
  throw new AppError("not_ready", `No browser could be started. ${help} Tried ${reasons.join("; ")}.`);
};

/** Starts one browser. Throws AppError("not_ready") with what to do when none can be started. */
export const createPlaywrightBrowser = async (options: LaunchOptions = {}): Promise<LaunchedBrowser> => {
  await registerEngine();
  const browser = await start(options);
  const listeners: (() => void)[] = [];
  let healthy = true;
  let active = 0;

  return {
    name: `chromium ${browser.version()}`,
    isConnected: () => browser.isConnected(),
    isHealthy: () => healthy && browser.isConnected(),
    activeSessions: () => active,
    onSessionClosed: (listener) => listeners.push(listener),

    async openSession(sessionOptions) {
      active += 1;
      let counted = true;
      const ended = (): void => {
        if (!counted) return;
        counted = false;
        active -= 1;
        for (const listener of listeners) listener();
      };
      const opening = openSession(browser, sessionOptions, {
        allowUrl: options.allowUrl,
        fetch: options.fetch,
        onStuck: () => {
          healthy = false;
          options.log?.("a session could not be closed; the browser will be replaced");
        },
        onClosed: ended,
      });
      try {
        const session = await within(opening, OPEN_MS);
        if (session !== late) return session;
        healthy = false;
        ignoring(opening.then((tooLate) => tooLate.close()));
        throw new Error(`no answer within ${OPEN_MS} ms`);
      } catch (error) {
        // Said of a browser that was lost, at times before it counts as disconnected.
        if (messageOf(error).includes("browser has been closed")) healthy = false;
        ended();
        throw new AppError("not_ready", `The browser opened no session: ${reasonOf(error)}`, {
          cause: error,
        });
      }
    },

    async close() {
      await within(browser.close(), CLOSE_MS).catch(() => undefined);
    },
  };
};
