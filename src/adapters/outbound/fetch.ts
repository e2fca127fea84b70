import { Agent, buildConnector, fetch as undiciFetch } from "undici";
import { OutboundRefused } from "#ports/outbound.ts";
import { createOutboundPolicy, type OutboundPolicy, type OutboundRules } from "./policy.ts";

export type OutboundInit = {
  method?: string;
  headers?: Record<string, string> | Headers | [string, string][];
  body?: string | Uint8Array | URLSearchParams | null;
  signal?: AbortSignal | null;
  /** `follow` (default) follows at most five redirects, each checked; `manual` gives the 3xx answer; `error` refuses. */
  redirect?: "follow" | "manual" | "error";
};

/** A fetch that obeys the operator's rules. Rejects with OutboundRefused, with an AbortError, or with a TypeError. */
export type OutboundFetch = ((input: string | URL, init?: OutboundInit) => Promise<Response>) & {
  /** Ends every open connection. */
  close(): Promise<void>;
};

export type OutboundOptions = OutboundRules & {
  policy?: OutboundPolicy;
  /** Time for the connection, and for the answer's head after the request was sent; default 30,000 ms. */
  timeoutMs?: number;
  /** Largest answer body after decompression; default 16 MiB. Reading beyond it fails. */
  maxBodyBytes?: number;
};

const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const bodylessStatuses = new Set([101, 204, 205, 304]);
/** What must not travel to another origin than the one it was meant for. */
const credentialHeaders = [
  "authorization",
  "cookie",
  "proxy-authorization",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
  "private-token",
  "x-scope-orgid",
];

const refusalIn = (error: unknown): OutboundRefused | null => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof OutboundRefused) return at;
    if (at instanceof AggregateError) {
      const found = at.errors.find((inner): inner is OutboundRefused => inner instanceof OutboundRefused);
      if (found) return found;
    }
  }
  return null;
};

const basicOf = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${plainOf(username)}:${plainOf(password)}`).toString("base64")}`;

/** A percent sign that encodes nothing stands for itself. */
const plainOf = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

type UndiciResponse = Awaited<ReturnType<typeof undiciFetch>>;

const limitBody = (body: NonNullable<UndiciResponse["body"]>, limit: number): ReadableStream<Uint8Array> => {
  const reader = body.getReader();
  let seen = 0;
  return new ReadableStream({
    async pull(controller) {
      const read: { done: boolean; value?: unknown } = await reader.read();
      if (read.done) return controller.close();
      const { value } = read;
      if (!(value instanceof Uint8Array)) throw new TypeError("the answer's body is not made of bytes");
      seen += value.byteLength;
      if (seen > limit) {
        await reader.cancel();
        throw new TypeError(`the answer is larger than ${limit} bytes`);
      }
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
};

/**
 * A fetch for what users name: http and https only, addresses checked when the connection is made (so that a name
 * cannot change its mind in between) and at each redirect. Headers that carry credentials do not cross origins.
 */
export const createOutboundFetch = (options: OutboundOptions = {}): OutboundFetch => {
  const policy = options.policy ?? createOutboundPolicy(options);
  const timeoutMs = options.timeoutMs ?? 30_000;
  const limit = options.maxBodyBytes ?? 16 * 1024 * 1024;
  const dispatcher = new Agent({
    connect: buildConnector({ lookup: policy.lookup, timeout: Math.min(timeoutMs, 10_000) }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 10_000,
  });

  const outboundFetch = async (input: string | URL, init: OutboundInit = {}): Promise<Response> => {
    let url = new URL(policy.checkUrl(input));
    let method = (init.method ?? "GET").toUpperCase();
    let body = init.body ?? null;
    const headers = new Headers(init.headers);
    if ((url.username || url.password) && !headers.has("authorization"))
      headers.set("authorization", basicOf(url));
    for (let hops = 0; ; hops += 1) {
      // fetch refuses an address with credentials, in words that repeat them.
      url.username = url.password = "";
      const answer = await undiciFetch(url, {
        method,
        headers: [...headers],
        body,
        signal: init.signal ?? null,
        redirect: "manual",
        dispatcher,
      }).catch((error: unknown) => {
        throw refusalIn(error) ?? error;
      });
      const location = answer.headers.get("location");
      if (!redirectStatuses.has(answer.status) || !location || init.redirect === "manual")
        return bounded(answer, url, hops > 0, limit);

      await answer.body?.cancel();
      if (init.redirect === "error") throw new TypeError(`${url.origin} answered with a redirect`);
      if (hops === maxRedirects)
        throw new TypeError(`${url.origin} redirects more than ${maxRedirects} times`);
      if (!URL.canParse(location, url))
        throw new TypeError(`${url.origin} redirects to an address that is none`);
      const next = policy.checkUrl(new URL(location, url));
      if (next.origin !== url.origin) for (const name of credentialHeaders) headers.delete(name);
      const becomesGet =
        (answer.status === 303 && method !== "HEAD") ||
        ((answer.status === 301 || answer.status === 302) && method === "POST");
      if (becomesGet) {
        method = "GET";
        body = null;
        for (const name of ["content-type", "content-length", "content-encoding"]) headers.delete(name);
      }
      url = next;
    }
  };
  return Object.assign(outboundFetch, { close: () => dispatcher.destroy() });
};

const bounded = (answer: UndiciResponse, url: URL, redirected: boolean, limit: number): Response => {
  const body = bodylessStatuses.has(answer.status) || !answer.body ? null : limitBody(answer.body, limit);
  const response = new Response(body, {
    status: answer.status,
    statusText: answer.statusText,
    headers: [...answer.headers],
  });
  Object.defineProperties(response, { url: { value: url.href }, redirected: { value: redirected } });
  return response;
};
