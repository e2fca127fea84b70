import type { Page } from "#ports/browser.ts";

/** Waits so many milliseconds, or until the page is gone. */
export const pause = async (page: Page, timeoutMs: number): Promise<void> => {
  // No title is a lone zero character.
  await page.expect({ kind: "title", match: { is: "\u0000" } }, { timeoutMs });
};
