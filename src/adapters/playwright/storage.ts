import type { BrowserContext, Page } from "playwright-core";
import type { StorageState } from "#ports/browser.ts";
import { late, within } from "./deadline.ts";

type Kept = Awaited<ReturnType<BrowserContext["storageState"]>>;
type SessionEntries = { origin: string; entries: [string, string][] };
type Stored = { state: Kept; session: SessionEntries | null };

const SESSION_MS = 2000;

const isStored = (value: unknown): value is Stored =>
  typeof value === "object" && value !== null && "state" in value;

/** Cookies, localStorage and IndexedDB of the context and sessionStorage of the page's origin. */
export const saveStorage = async (context: BrowserContext, page: Page): Promise<StorageState> => {
  const state = await context.storageState({ indexedDB: true });
  const reading = page.evaluate(() => ({ origin: location.origin, entries: Object.entries(sessionStorage) }));
  const session = await within(reading, SESSION_MS).catch(() => null);
  const kept = session === null || session === late || session.entries.length === 0 ? null : session;
  return { storage: { state, session: kept } satisfies Stored };
};

/** What Playwright takes when it opens a context. */
export const contextStorage = (saved: StorageState | undefined): Kept | undefined =>
  saved && isStored(saved.storage) ? saved.storage.state : undefined;

/** Puts sessionStorage back, on an empty page of its origin that never reaches the server. */
export const restoreSession = async (page: Page, saved: StorageState | undefined): Promise<void> => {
  if (!saved || !isStored(saved.storage) || saved.storage.session === null) return;
  const { origin, entries } = saved.storage.session;
  const address = `${origin}/`;
  await page.route(address, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  try {
    await page.goto(address);
    await page.evaluate((all) => {
      for (const [key, value] of all) sessionStorage.setItem(key, value);
    }, entries);
  } finally {
    await page.unroute(address);
  }
};
