import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { USUAL_VIEWPORT } from "#model/viewport.ts";
import { randomUUID } from "node:crypto";
import type {
  Browser as PlaywrightBrowser,
  BrowserContext,
  CDPSession,
  Page as PlaywrightPage,
} from "playwright-core";
import type { Failure } from "#model/failure.ts";
import type { HttpAnswer, HttpRequest, Session, SessionOptions } from "#ports/browser.ts";
import { ignoring, late, within } from "./deadline.ts";
import { keepDownloads } from "./downloads.ts";
import { sendThrough } from "./edge/by-step.ts";
import { openEdge, readFacts } from "./edge/open-edge.ts";
import { keepBodies, recordEvidence } from "./evidence.ts";
import { failure } from "./failures.ts";
import { createFrames } from "./frames.ts";
import { sendRequest } from "./http-request.ts";
import type { StepFetch } from "./http-request.ts";
import { interceptRequests } from "./intercept.ts";
import { createLife } from "./life.ts";
import { followNavigations } from "./navigations.ts";
import type { Life } from "./life.ts";
import { bearNuisances } from "./nuisances.ts";
import { createPage } from "./page.ts";
import { createMask } from "./secrets.ts";
import { contextStorage, restoreSession, saveStorage } from "./storage.ts";
import { createTabs } from "./tabs.ts";
import type { Tab } from "./tabs.ts";
import type { World } from "./world.ts";
import { maskArchive } from "./trace/mask-archive.ts";
import { timersScript } from "./watch-timers.ts";
import { writeTrace } from "./trace/write-trace.ts";

const CLOSE_MS = 5000;
const TRACE_MS = 20_000;
/** Characters that are kept of the body of a failed answer to a step. */
const BODY_EVIDENCE = 4096;

export type SessionSurroundings = {
  allowUrl: ((url: string) => Promise<boolean>) | undefined;
  fetch?: StepFetch | undefined;
  /** The context could not be closed: the browser is not to be trusted any longer. */
  onStuck(): void;
  onClosed(): void;
};

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** Opens a context with one page. Throws what Playwright throws when the browser is gone. */
export const openSession = async (
  browser: PlaywrightBrowser,
  options: SessionOptions,
  { allowUrl, fetch, onStuck, onClosed }: SessionSurroundings,
): Promise<Session> => {
  const { baseUrl, secrets = [], injectTraceparent = false, signal } = options;
  const storage = contextStorage(options.storageState);
  const viewport = options.viewport ?? USUAL_VIEWPORT;
  const context: BrowserContext = await browser.newContext({
    baseURL: baseUrl,
    viewport,
    acceptDownloads: true,
    locale: "en-US",
    ...(storage ? { storageState: storage } : {}),
  });
  if (options.watchTimers) await context.addInitScript({ content: timersScript() });
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
  const downloads = keepDownloads(context);
  downloads.watch(protocol);
  keepBodies(protocol);
  await interceptRequests(protocol, { traceOrigin, allowUrl });
  const { edge } = options;
  const watchEdge = edge && (await openEdge(context, edge, stop.signal));
  await watchEdge?.(page);
  // Nothing covers secrets in the frames that the tracer records.
  if (options.trace) await context.tracing.start({ screenshots: !mask.hasSecrets, snapshots: true });

  // Taken off again: the browser outlives its sessions and would keep each of them in memory.
  const onLost = (): void => life.end("crashed", "the browser was lost");
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= shut());
  const shut = async (): Promise<void> => {
    life.end("closed", "the session was closed");
    stop.abort();
    browser.off("disconnected", onLost);
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
  browser.on("disconnected", onLost);
  if (signal?.aborted) await close();
  else signal?.addEventListener("abort", onAbort, { once: true });

  const common = { recorder, mask, secrets, baseUrl, allowUrl, nuisances };
  const worlds = new WeakMap<PlaywrightPage, World>();
  const usable = async (
    tab: PlaywrightPage,
    session: CDPSession,
    itsLife: Life,
    onStuck: () => void,
  ): Promise<Tab> => {
    const { frameTree } = await session.send("Page.getFrameTree");
    const frames = createFrames(context, tab, session, frameTree.frame.id);
    const navigations = followNavigations(tab);
    nuisances.onStay((page) => {
      if (page === tab) navigations.calledOff();
    });
    worlds.set(tab, frames.main);
    navigations.onDocument(() => frames.main.renew());
    const hand = options.trace ? null : { page: tab, session, world: frames.main, navigations };
    return {
      page: tab,
      session,
      port: createPage({ ...common, page: tab, session, frames, hand, life: itsLife, onStuck }),
    };
  };

  /** Makes a tab that the page opened as good as the first. */
  const openTab = async (tab: PlaywrightPage): Promise<Tab | Failure> => {
    const url = tab.url();
    if (allowUrl && /^https?:/.test(url) && !(await allowUrl(url))) {
      return failure(
        "refused",
        `${mask.text(url)} may not be visited: the service's outbound rules refuse it`,
      );
    }
    const session = await context.newCDPSession(tab);
    const stopScript = (): void => ignoring(session.send("Runtime.terminateExecution"));
    const itsLife = createLife(stopScript);
    tab.on("crash", () => itsLife.end("crashed", "the tab crashed"));
    tab.on("close", () =>
      browser.isConnected()
        ? itsLife.end("not_found", "the tab was closed")
        : itsLife.end("crashed", "the browser was lost"),
    );
    stop.signal.addEventListener("abort", () => itsLife.end("closed", "the session was closed"));
    downloads.watch(session);
    keepBodies(session);
    await interceptRequests(session, { traceOrigin, allowUrl });
    await watchEdge?.(tab);
    return usable(tab, session, itsLife, stopScript);
  };

  const tabs = createTabs(context, await usable(page, protocol, life, terminate), openTab);
  return {
    get page() {
      return tabs.current().port;
    },
    evidence: recorder.evidence,
    downloads: downloads.list,
    beginStep: recorder.beginStep,
    hears: recorder.hears,
    ...(edge && {
      facts: async () => {
        const world = worlds.get(tabs.current().page);
        return world && !life.ended() ? readFacts(world) : null;
      },
    }),
    answerNextDialog: nuisances.answerNext,
    switchTab: async (which, { timeoutMs }) =>
      mask.deep(await life.run(timeoutMs, (deadline) => tabs.switchTo(which, deadline))),
    storageState: () => saveStorage(context, page),

    async saveTrace(story) {
      if (!options.trace) {
        const { session: shown, page: tab } = tabs.current();
        const version = `chromium ${browser.version()}`;
        return writeTrace({
          session: life.ended() ? null : shown,
          story,
          evidence: recorder.evidence,
          viewport: tab.viewportSize() ?? viewport,
          browserName: version,
          mask,
        });
      }
      const path = join(tmpdir(), `tracewright-trace-${randomUUID()}.zip`);
      try {
        const stopped = await within(context.tracing.stop({ path }), TRACE_MS);
        return stopped === late ? null : maskArchive(await readFile(path), mask);
      } catch {
        return null;
      } finally {
        ignoring(rm(path, { force: true }));
      }
    },

    async request(request: HttpRequest): Promise<HttpAnswer | Failure> {
      const ended = life.ended();
      if (ended) return ended;
      // Covered before it is cut: a cut through a secret would leave its beginning.
      const note: typeof recorder.addRequest = (entry) => {
        const { body, ...rest } = mask.deep(entry);
        recorder.addRequest({ ...rest, body: body?.slice(0, BODY_EVIDENCE) ?? null });
      };
      const requester = { context, baseUrl, allowUrl, fetch, signal: stop.signal, note };
      const answer = await sendThrough(edge, requester, request, () => sendRequest(requester, request));
      return mask.deep(answer);
    },

    close,
  };
};
