import type { BrowserContext } from "playwright-core";
import { fetch as plainFetch, getSetCookies } from "undici";
import type { Failure } from "#model/failure.ts";
import type { RequestEvidence } from "#model/evidence.ts";
import type { HttpAnswer, HttpRequest } from "#ports/browser.ts";
import { OutboundRefused } from "#ports/outbound.ts";
import { messageOf } from "./deadline.ts";
import { failure } from "./failures.ts";
import { newTraceparent, traceIdOf, traceIdOfAnswer } from "./trace-ids.ts";

const MOST_BYTES = 1024 * 1024;
const MOST_REDIRECTS = 10;

/** One request without following redirects; rejects with OutboundRefused for what a rule forbids. */
export type StepFetch = (
  url: string,
  init: {
    method: string;
    redirect: "manual";
    headers: Record<string, string>;
    body: string | null;
    signal: AbortSignal;
  },
) => Promise<StepAnswer>;

/** What is read of an answer, whichever fetch it comes from. */
type StepAnswer = {
  status: number;
  headers: Headers | Parameters<typeof getSetCookies>[0];
  body: ({ cancel(): Promise<void> } & AsyncIterable<unknown>) | null;
};

const readBounded = async (body: StepAnswer["body"]): Promise<string> => {
  if (!body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = chunk as Uint8Array;
    chunks.push(bytes);
    size += bytes.byteLength;
    if (size >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString("utf8");
};

const sameSites = { strict: "Strict", lax: "Lax", none: "None" } as const;

/** Puts what the server sets into the browser's jar; a cookie that the browser refuses is left out. */
const keepCookies = async (
  context: BrowserContext,
  url: URL,
  headers: StepAnswer["headers"],
): Promise<void> => {
  for (const cookie of getSetCookies(headers)) {
    const expires = cookie.expires instanceof Date ? cookie.expires.getTime() / 1000 : undefined;
    const aged = cookie.maxAge === undefined ? expires : Date.now() / 1000 + cookie.maxAge;
    const sameSite = sameSites[(cookie.sameSite ?? "").toLowerCase() as keyof typeof sameSites];
    const folder = url.pathname.slice(0, url.pathname.lastIndexOf("/")) || "/";
    const entry = {
      name: cookie.name,
      value: cookie.value,
      domain: cookie.domain === undefined ? url.hostname : `.${cookie.domain.replace(/^\./, "")}`,
      path: cookie.path ?? folder,
      expires: aged === undefined ? -1 : Math.max(0, aged),
      httpOnly: cookie.httpOnly ?? false,
      secure: cookie.secure ?? false,
      ...(sameSite ? { sameSite } : {}),
    };
    await context.addCookies([entry]).catch(() => undefined);
  }
};

const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : messageOf(error);

export type Requester = {
  context: BrowserContext;
  baseUrl: string;
  allowUrl: ((url: string) => Promise<boolean>) | undefined;
  fetch?: StepFetch | undefined;
  signal: AbortSignal;
  /** Puts a request that was answered, or failed, among the session's evidence; its body is as it came, and whole. */
  note(entry: Omit<RequestEvidence, "step">): void;
};

/** Headers by lower-case name; those that may carry a credential stay with the origin that they were written for. */
const headersFor = (given: Record<string, string> = {}, sameOrigin: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => sameOrigin || name === "accept" || name === "content-type"),
  );

/**
 * Sends a request with the cookies of the session and keeps those that the server sets, on every redirect. To the app's
 * own origin it carries a traceparent, unless the step has written a trace id.
 */
export const sendRequest = async (
  { context, baseUrl, allowUrl, fetch = plainFetch, signal, note }: Requester,
  request: HttpRequest,
): Promise<HttpAnswer | Failure> => {
  if (!URL.canParse(request.url, baseUrl)) return failure("invalid", `${request.url} is no valid address`);
  let url = new URL(request.url, baseUrl);
  const written = new URL(request.url, baseUrl).origin;
  const own = new URL(baseUrl).origin;
  let { method, body } = request;
  let entry: Omit<RequestEvidence, "step"> | null = null;
  const began = performance.now();
  const timeUp = AbortSignal.timeout(request.timeoutMs);
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      if (!/^https?:$/.test(url.protocol))
        return failure("refused", `${url.href}: only http and https addresses are`);
      if (allowUrl && !(await allowUrl(url.href))) {
        return failure("refused", `${url.href} may not be asked: the service's outbound rules refuse it`);
      }
      const cookies = await context.cookies(url.href);
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      const headers: Record<string, string> = {
        ...(cookie === "" ? {} : { cookie }),
        ...headersFor(request.headers, url.origin === written),
      };
      if (url.origin === own && traceIdOf(headers) === null) headers["traceparent"] ??= newTraceparent();
      const sent = performance.now();
      entry = {
        method,
        url: url.href,
        resource_type: "fetch",
        same_origin: url.origin === own,
        status: null,
        failure: null,
        aborted: false,
        started_at: new Date().toISOString(),
        duration_ms: null,
        trace_id: traceIdOf(headers),
        redirected_to: null,
        content_type: null,
        body: null,
        by_step: true,
      };
      const response = await fetch(url.href, {
        method,
        redirect: "manual",
        headers,
        body: body ?? null,
        signal: AbortSignal.any([signal, timeUp]),
      });
      await keepCookies(context, url, response.headers);
      entry.status = response.status;
      entry.duration_ms = Math.round(performance.now() - sent);
      entry.content_type = response.headers.get("content-type");
      entry.trace_id ??= traceIdOfAnswer(Object.fromEntries(response.headers));
      const location = response.headers.get("location");
      if (
        response.status >= 300 &&
        response.status < 400 &&
        location !== null &&
        URL.canParse(location, url.href)
      ) {
        await response.body?.cancel();
        url = new URL(location, url.href);
        entry.redirected_to = url.href;
        note(entry);
        entry = null;
        if (response.status === 303 || (response.status < 303 && method === "POST"))
          [method, body] = ["GET", undefined];
        continue;
      }
      const text = await readBounded(response.body);
      if (response.status >= 400) entry.body = text;
      note(entry);
      entry = null;
      return {
        ok: true,
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: text,
        durationMs: Math.round(performance.now() - began),
      };
    }
    return failure("unreachable", `${request.url} redirects without end`);
  } catch (error) {
    if (entry)
      note({ ...entry, failure: timeUp.aborted ? "timed out" : causeOf(error), aborted: signal.aborted });
    if (timeUp.aborted)
      return failure("timeout", `${request.url} did not answer within ${request.timeoutMs} ms`);
    if (signal.aborted) return failure("closed", "the session was closed");
    if (error instanceof OutboundRefused) return failure("refused", error.message);
    return failure("unreachable", `${request.url} could not be asked: ${causeOf(error)}`);
  }
};
