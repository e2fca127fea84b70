import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { Browser as PlaywrightBrowser, BrowserContext } from "playwright-core";
import type { Failure } from "#model/failure.ts";
import type { HttpAnswer, HttpRequest, Session, SessionOptions } from "#ports/browser.ts";
import { ignoring, late, within } from "./deadline.ts";
import { recordEvidence } from "./evidence.ts";
import { createFrames } from "./frames.ts";
import { sendRequest } from "./http-request.ts";
import { interceptRequests } from "./intercept.ts";
import { createLife } from "./life.ts";
import { bearNuisances } from "./nuisances.ts";
import { createPage } from "./page.ts";
import { createMask } from "./secrets.ts";
import { contextStorage, restoreSession, saveStorage } from "./storage.ts";

const CLOSE_MS = 5000;
const TRACE_MS = 20_000;

export type SessionSurroundings = {
  allowUrl: ((url: string) => Promise<boolean>) | undefined;
  /** The context could not be closed: the browser is not to be trusted any longer. */
  onStuck(): void;
  onClosed(): void;
};

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** Opens a context with one page. Throws what Playwright throws when the browser is gone. */
export const openSession = async (
  browser: PlaywrightBrowser,
  options: SessionOptions,
  { allowUrl, onStuck, onClosed }: SessionSurroundings,
): Promise<Session> => {
  const { baseUrl, secrets = [], injectTraceparent = false, signal } = options;
  const storage = contextStorage(options.storageState);
  const context: BrowserContext = await browser.newContext({
    baseURL: baseUrl,
    viewport: options.viewport ?? { width: 1280, height: 720 },
    acceptDownloads: false,
    locale: "en-US",
    ...(storage ? { storageState: storage } : {}),
  });
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const origin = originOf(baseUrl);
  const mask = createMask(secrets);
  const stop = new AbortController();

  const terminate = (): void => ignoring(protocol.send("Runtime.terminateExecution"));
  const life = createLife(terminate);
  await restoreSession(page, options.storageState);
  const traceOrigin = injectTraceparent ? origin : null;
  const recorder = recordEvidence(context, page, { origin, mask, sentTraces: traceOrigin !== null });
  const nuisances = bearNuisances(context, page, protocol, recorder);
  await interceptRequests(protocol, { traceOrigin, allowUrl });
  if (options.trace) await context.tracing.start({ screenshots: true, snapshots: true });

  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= shut());
  const shut = async (): Promise<void> => {
    life.end("closed", "the session was closed");
    stop.abort();
    signal?.removeEventListener("abort", onAbort);
    terminate();
    const closed = await within(
      context
        .close()
        .then(() => true)
        .catch(() => true),
      CLOSE_MS,
    );
    if (closed === late) onStuck();
    onClosed();
  };
  const onAbort = (): void => ignoring(close());

  page.on("crash", () => life.end("crashed", "the tab crashed"));
  page.on("close", () =>
    life.end("crashed", browser.isConnected() ? "the tab closed itself" : "the browser was lost"),
  );
  browser.on("disconnected", () => life.end("crashed", "the browser was lost"));
  if (signal?.aborted) await close();
  else signal?.addEventListener("abort", onAbort, { once: true });

  const frames = createFrames(context, page, protocol);
  return {
    page: createPage({
      page,
      session: protocol,
      frames,
      life,
      recorder,
      mask,
      secrets,
      baseUrl,
      allowUrl,
      nuisances,
      onStuck: terminate,
    }),
    evidence: recorder.evidence,
    beginStep: recorder.beginStep,
    storageState: () => saveStorage(context, page),

    async saveTrace() {
      if (!options.trace) return null;
      const path = join(tmpdir(), `tracewright-trace-${randomUUID()}.zip`);
      try {
        const stopped = await within(context.tracing.stop({ path }), TRACE_MS);
        return stopped === late ? null : await readFile(path);
      } catch {
        return null;
      } finally {
        ignoring(rm(path, { force: true }));
      }
    },

    async request(request: HttpRequest): Promise<HttpAnswer | Failure> {
      const ended = life.ended();
      if (ended) return ended;
      return mask.deep(await sendRequest({ context, baseUrl, allowUrl, signal: stop.signal }, request));
    },

    close,
  };
};
