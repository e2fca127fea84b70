import type {
  BrowserContext,
  CDPSession,
  ConsoleMessage,
  Page,
  Request,
  Response,
  WebError,
} from "playwright-core";
import type { CaseEvidence, RequestEvidence } from "#model/evidence.ts";
import { retryAfterMs } from "#model/retry-after.ts";
import { ignoring, late, within } from "./deadline.ts";
import type { Mask } from "./secrets.ts";
import { traceIdOf, traceIdOfAnswer } from "./trace-ids.ts";

const MOST_REQUESTS = 500;
const MOST_OTHERS = 100;
const BODY_BYTES = 4096;
const BODY_MS = 5000;
const TEXT = 2000;
/** Addresses are kept so far; a page can make ones of megabytes, again and again. */
const ADDRESS = 4096;
/** So much of a text is looked through for secrets; far more than is kept. */
const MOST_COVERED = 1_000_000;
/** A request that runs for longer is taken for a long poll: the page does not wait for it to show its content. */
const LONG_POLL_MS = 5000;
/** A page that looks at no more than the status of a failed answer leaves its body unread; the request then never ends. */
const UNREAD_MS = 300;

const endless = new Set(["eventsource", "websocket", "ping", "media"]);
const textual = /^text\/|json|xml|javascript|problem|x-www-form-urlencoded/i;

/** What the browser itself keeps of answers' bodies: enough for what is written down of failed ones. */
const KEPT_BODIES = { maxTotalBufferSize: 1_000_000, maxResourceBufferSize: 65_536 };

/**
 * Lets the bodies of answers be read that the page has left, cancelled or given up; without it they go with their
 * document. Browsers that cannot do so keep the others' bodies all the same.
 */
export const keepBodies = (session: CDPSession): void =>
  ignoring(session.send("Network.configureDurableMessages", KEPT_BODIES));

export type Recorder = {
  readonly evidence: CaseEvidence;
  beginStep(index: number): void;
  /** Notes a request that the session itself has sent. */
  addRequest(entry: Omit<RequestEvidence, "step">): void;
  addDialog(type: string, message: string, answered: "accepted" | "dismissed"): void;
  /** How many requests are under way that the page may wait for. */
  inFlight(): number;
  /** True where answers may come that nobody asked for: by sockets, streams and workers. */
  hears(): boolean;
  /** Time of performance.now() at which a request last began or ended. */
  lastActivity(): number;
  /** Waits until the bodies of failed answers are in. */
  flush(timeoutMs: number): Promise<void>;
};

/** Writes down, masked and bounded, what happens in a context. */
export const recordEvidence = (
  context: BrowserContext,
  main: Page,
  { origin, mask, sentTraces }: { origin: string | null; mask: Mask; sentTraces: boolean },
): Recorder => {
  const evidence: CaseEvidence = {
    requests: [],
    page_errors: [],
    console: [],
    dialogs: [],
    navigations: [],
    left_out: 0,
  };
  const entries = new WeakMap<Request, RequestEvidence>();
  const running = new Map<Request, number>();
  const refused = new WeakMap<Request, number>();
  const pending = new Set<Promise<unknown>>();
  const statuses = new Map<string, number>();
  let step = -1;
  let activity = performance.now();
  let hears = false;

  const now = (): string => new Date().toISOString();
  /** Covered before it is cut: a cut through a secret would leave its beginning. */
  const clip = (text: string, most = TEXT): string => {
    const covered = mask.text(text.slice(0, MOST_COVERED));
    return covered.length > most ? `${covered.slice(0, most)}…` : covered;
  };
  const address = (url: string): string => clip(url, ADDRESS);
  /** Where there is no room the oldest of earlier steps goes, so that a long session still tells what went wrong just now. */
  const push = <T extends { step: number }>(list: T[], entry: T): void => {
    if (list.length >= MOST_OTHERS) {
      evidence.left_out += 1;
      const old = list.findIndex((each) => each.step < step);
      if (old === -1) return;
      list.splice(old, 1);
    }
    list.push(entry);
  };
  const track = (work: Promise<unknown>): void => {
    const settled = work.catch(() => undefined).finally(() => pending.delete(settled));
    pending.add(settled);
  };

  /** Makes room by dropping the oldest answer that tells of no fault. */
  const addRequest = (entry: RequestEvidence): void => {
    if (evidence.requests.length >= MOST_REQUESTS) {
      evidence.left_out += 1;
      const dull = evidence.requests.findIndex(
        ({ status, failure }) => failure === null && status !== null && status < 400,
      );
      const old = dull === -1 ? evidence.requests.findIndex((each) => each.step < step) : dull;
      if (old === -1) return;
      evidence.requests.splice(old, 1);
    }
    evidence.requests.push(entry);
  };

  const onRequest = (request: Request): void => {
    const url = request.url();
    if (/^(data|blob|chrome|about):/.test(url)) return;
    activity = performance.now();
    if (request.resourceType() === "eventsource") hears = true;
    if (!endless.has(request.resourceType())) running.set(request, activity);
    const previous = request.redirectedFrom();
    const before = previous && entries.get(previous);
    if (before) before.redirected_to = address(url);
    const entry: RequestEvidence = {
      step,
      method: request.method(),
      url: address(url),
      resource_type: request.resourceType(),
      same_origin: URL.canParse(url) && new URL(url).origin === origin,
      status: null,
      failure: null,
      aborted: false,
      started_at: now(),
      duration_ms: null,
      trace_id: traceIdOf(request.headers()),
      redirected_to: null,
      content_type: null,
      body: null,
    };
    entries.set(request, entry);
    addRequest(entry);
  };

  const onResponse = (response: Response): void => {
    const request = response.request();
    const status = response.status();
    if (request.isNavigationRequest()) statuses.set(request.url(), status);
    if (status >= 400) refused.set(request, performance.now());
    const entry = entries.get(request);
    if (!entry) return;
    const headers = response.headers();
    entry.status = status;
    entry.content_type = headers["content-type"] === undefined ? null : clip(headers["content-type"]);
    entry.trace_id ??= traceIdOfAnswer(headers);
    const waitMs = status === 429 ? retryAfterMs(headers["retry-after"]) : null;
    if (waitMs !== null) entry.retry_after_s = Math.ceil(waitMs / 1000);
    if (sentTraces && entry.same_origin && entry.trace_id === null) {
      track(request.allHeaders().then((all) => (entry.trace_id ??= traceIdOf(all))));
    }
    if (status >= 400 && textual.test(entry.content_type ?? "")) track(readBody(response, entry));
  };

  const readBody = async (response: Response, entry: RequestEvidence): Promise<void> => {
    const length = Number(response.headers()["content-length"] ?? 0);
    if (length > 1_000_000) return;
    const body = await within(response.body(), BODY_MS);
    if (body !== late) entry.body = mask.text(body.toString("utf8", 0, MOST_COVERED)).slice(0, BODY_BYTES);
  };

  const onEnd = (request: Request): void => {
    const began = running.get(request);
    running.delete(request);
    activity = performance.now();
    const entry = entries.get(request);
    if (!entry) return;
    const { responseEnd } = request.timing();
    entry.duration_ms = Math.round(responseEnd >= 0 ? responseEnd : activity - (began ?? activity));
    const problem = request.failure();
    if (!problem) return;
    entry.failure = problem.errorText;
    entry.aborted = /ERR_ABORTED/.test(problem.errorText);
  };

  const onConsole = (message: ConsoleMessage): void => {
    const type = message.type();
    if (type !== "error" && type !== "warning") return;
    const { url, lineNumber } = message.location();
    const location = url === "" ? null : `${address(url)}:${lineNumber + 1}`;
    push(evidence.console, { step, at: now(), level: type, text: clip(message.text()), location });
  };

  const onPageError = (webError: WebError): void => {
    const error = webError.error();
    const stack = clip(withPlace(error, webError.location())) || null;
    const url = address(webError.page()?.url() ?? "");
    push(evidence.page_errors, {
      step,
      at: now(),
      message: clip(error.message || String(error)),
      stack,
      url,
    });
  };

  context.on("request", onRequest);
  context.on("response", onResponse);
  context.on("requestfinished", onEnd);
  context.on("requestfailed", onEnd);
  context.on("console", onConsole);
  context.on("weberror", onPageError);
  const onHearing = (): void => {
    hears = true;
  };
  const listen = (page: Page): void => void page.on("websocket", onHearing).on("worker", onHearing);
  listen(main);
  context.on("page", listen);
  main.on("framenavigated", (frame) => {
    if (frame !== main.mainFrame()) return;
    const url = frame.url();
    if (url === "about:blank" && evidence.navigations.length === 0) return;
    push(evidence.navigations, { step, at: now(), url: address(url), status: statuses.get(url) ?? null });
    statuses.clear();
    // Requests of the document that is gone end without a word now and then.
    for (const request of running.keys()) if (isDetached(request)) running.delete(request);
  });

  return {
    evidence,
    beginStep(index) {
      step = index;
    },
    addRequest: (entry) => addRequest(mask.deep({ step, ...entry })),
    addDialog(type, message, answered) {
      push(evidence.dialogs, { step, at: now(), type, message: clip(message), answered });
    },
    inFlight() {
      const time = performance.now();
      let count = 0;
      for (const [request, began] of running) {
        const answered = refused.get(request) ?? time;
        if (began > time - LONG_POLL_MS && answered > time - UNREAD_MS) count += 1;
      }
      return count;
    },
    hears: () => hears,
    lastActivity: () => activity,
    async flush(timeoutMs) {
      await within(Promise.all(pending), timeoutMs);
    },
  };
};

/** The stack of an error; where it has none, as one that a script could not be read for, the place that the browser tells. */
const withPlace = (
  { stack = "", name, message }: Error,
  { url, line, column }: ReturnType<WebError["location"]>,
): string => {
  if (/:\d+/.test(stack) || !/^https?:/.test(url)) return stack;
  return `${stack || `${name}: ${message}`}\n    at ${url}:${line + 1}:${column + 1}`;
};

const isDetached = (request: Request): boolean => {
  try {
    return request.frame().isDetached();
  } catch {
    return false;
  }
};
