import type { Browser } from "#ports/browser.ts";
import { ignoring } from "./deadline.ts";
import type { LaunchedBrowser, LaunchOptions } from "./launch.ts";

/** Chromium grows with every context that it had; a fresh one costs little. */
const SESSIONS_PER_BROWSER = 300;

export type BrowserProvider = {
  /** The browser of this process: started when first asked for, replaced after a crash and when it grew old. */
  get(): Promise<Browser>;
  /** How many browsers are open, and sessions in them. */
  counts(): { browsers: number; sessions: number };
  close(): Promise<void>;
};

/** Keeps one browser at hand. A replaced one is closed when its last session has ended. */
export const createBrowserProvider = (
  options: LaunchOptions & { sessionsPerBrowser?: number } = {},
): BrowserProvider => {
  const limit = options.sessionsPerBrowser ?? SESSIONS_PER_BROWSER;
  const retiring = new Set<LaunchedBrowser>();
  let current: Promise<LaunchedBrowser> | null = null;
  let ready: LaunchedBrowser | null = null;
  let opened = 0;
  let closed = false;

  const retire = (browser: LaunchedBrowser): void => {
    retiring.add(browser);
    const closeWhenIdle = (): void => {
      if (browser.activeSessions() > 0 && browser.isHealthy()) return;
      if (retiring.delete(browser)) ignoring(browser.close());
    };
    browser.onSessionClosed(closeWhenIdle);
    closeWhenIdle();
  };

  const launch = (): Promise<LaunchedBrowser> => {
    opened = 0;
    // Loaded only now: a service that has nothing to run does not carry the driver in its memory.
    const starting = import("./launch.ts").then((driver) => driver.createPlaywrightBrowser(options));
    current = starting;
    starting.then(
      (browser) => {
        ready = browser;
      },
      () => {
        if (current === starting) current = null;
      },
    );
    return starting;
  };

  const usable = async (): Promise<LaunchedBrowser> => {
    const known = current;
    if (!known) return launch();
    const browser = await known;
    if (browser.isHealthy() && opened < limit) return browser;
    if (current === known) {
      current = null;
      retire(browser);
    }
    return current ? usable() : launch();
  };

  return {
    async get() {
      if (closed) throw new Error("the browsers are closed");
      const browser = await usable();
      return {
        name: browser.name,
        async openSession(sessionOptions) {
          const able = browser.isHealthy() ? browser : await usable();
          opened += 1;
          return able.openSession(sessionOptions);
        },
        // The process keeps its browser for the next run.
        close: () => Promise.resolve(),
      };
    },
    counts() {
      const open = new Set(retiring);
      if (ready?.isConnected()) open.add(ready);
      let sessions = 0;
      for (const browser of open) sessions += browser.activeSessions();
      return { browsers: open.size, sessions };
    },
    async close() {
      closed = true;
      const running = [...retiring];
      if (current)
        running.push(
          ...(await Promise.allSettled([current])).flatMap((it) =>
            it.status === "fulfilled" ? [it.value] : [],
          ),
        );
      await Promise.all(running.map((browser) => browser.close()));
    },
  };
};
