import { open } from "node:fs/promises";
import type { BrowserContext, CDPSession, Download as PlaywrightDownload, Page } from "playwright-core";
import type { Download } from "#ports/browser.ts";
import { ignoring, late, messageOf, within } from "./deadline.ts";

const MOST_DOWNLOADS = 20;
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_TEXT = 1024 * 1024;
/** A download that takes longer is given up: it may be one without end. */
const LONGEST_MS = 60_000;

export type Downloads = {
  readonly list: readonly Download[];
  /** Keeps an eye on the size of what a page downloads. */
  watch(protocol: CDPSession): void;
};

type Writable = { -readonly [K in keyof Download]: Download[K] };

/** Read from its file: Playwright's own stream rejects where nobody can catch it when its session is closed meanwhile. */
const readFile = async (download: PlaywrightDownload): Promise<{ bytes: number; text: string }> => {
  const file = await open(await download.path());
  try {
    const { size: bytes } = await file.stat();
    if (bytes > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
    const kept = Buffer.alloc(Math.min(bytes, MOST_TEXT));
    const { bytesRead } = await file.read(kept, 0, kept.length, 0);
    return { bytes, text: kept.subarray(0, bytesRead).toString("utf8") };
  } finally {
    await file.close();
  }
};

/** Writes down the files that the pages of a context give; their place on disk is freed at once. */
export const keepDownloads = (context: BrowserContext): Downloads => {
  const list: Writable[] = [];
  const running = new Set<PlaywrightDownload>();
  const tooLarge = new WeakSet<PlaywrightDownload>();

  const keep = async (download: PlaywrightDownload): Promise<void> => {
    if (list.length >= MOST_DOWNLOADS) return download.cancel();
    const entry: Writable = {
      name: download.suggestedFilename(),
      url: download.url(),
      state: "running",
      failure: null,
      bytes: null,
      text: null,
    };
    list.push(entry);
    running.add(download);
    try {
      const read = await within(readFile(download), LONGEST_MS);
      if (read === late) {
        ignoring(download.cancel());
        Object.assign(entry, { state: "failed", failure: `it took longer than ${LONGEST_MS / 1000} s` });
      } else Object.assign(entry, { state: "done", ...read });
    } catch (error) {
      const told = await within(download.failure(), 500).catch(() => null);
      const reason = typeof told === "string" ? told : messageOf(error);
      const failure = tooLarge.has(download) ? `it is larger than ${MOST_BYTES / 1024 / 1024} MiB` : reason;
      Object.assign(entry, { state: "failed", failure });
    } finally {
      running.delete(download);
      ignoring(download.delete());
    }
  };

  const attach = (page: Page): void => {
    page.on("download", (download) => ignoring(keep(download)));
  };
  for (const page of context.pages()) attach(page);
  context.on("page", attach);
  return {
    list,
    watch(protocol) {
      // The protocol does not say which of them it is.
      protocol.on("Page.downloadProgress", ({ receivedBytes, totalBytes, state }) => {
        if (state !== "inProgress" || Math.max(receivedBytes, totalBytes) <= MOST_BYTES) return;
        for (const download of running) {
          tooLarge.add(download);
          ignoring(download.cancel());
        }
      });
      // Without it nothing is told of progress.
      ignoring(protocol.send("Page.enable"));
    },
  };
};
