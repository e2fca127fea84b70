import { retryAfterMs } from "#model/retry-after.ts";
import { neverConnected } from "#adapters/outbound/connection.ts";
import type { OutboundFetch, OutboundInit } from "#adapters/outbound/fetch.ts";
import { OutboundRefused } from "#ports/outbound.ts";
import { TrackerError } from "#ports/tracker.ts";

export type Ask = (url: string, init: OutboundInit & { method: string }) => Promise<Response>;

export type TrackerDependencies = {
  /** Obeys the operator's outbound rules. */
  fetch: (...request: Parameters<OutboundFetch>) => Promise<Response>;
  /** Longest time for one question; 20 s if unset. */
  timeoutMs?: number;
};

const longestReason = 300;
const longestWaitMs = 6 * 3_600_000;

/**
 * Asks a tracker over HTTP. Gives its answer when that is a success; throws TrackerError for all else, with the
 * reason that the tracker gave and without the token, whatever it repeats of it.
 */
export const createAsk =
  (name: string, token: string, { fetch, timeoutMs = 20_000 }: TrackerDependencies): Ask =>
  async (url, init) => {
    const isRead = init.method === "GET" || init.method === "HEAD";
    let answer: Response;
    let text: string;
    try {
      // A redirected POST may become a GET, whose answer would be taken for that of the POST.
      const redirect = isRead ? "follow" : "manual";
      answer = await fetch(url, { ...init, redirect, signal: AbortSignal.timeout(timeoutMs) });
      text = await answer.text();
    } catch (error) {
      throw toTrackerError(error, name, isRead);
    }
    if (answer.ok) {
      const { status, headers } = answer;
      return new Response(status === 204 || text === "" ? null : text, { status, headers });
    }
    throw refusal(name, answer, reasonIn(text).replaceAll(token, "***"));
  };

const toTrackerError = (error: unknown, name: string, isRead: boolean): TrackerError => {
  if (error instanceof OutboundRefused) {
    const message = `${name}'s address is refused by this service's outbound rules.`;
    return new TrackerError(message, { reason: "refused" });
  }
  const isTimeout = error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name);
  return new TrackerError(`${name} ${isTimeout ? "did not answer in time" : "could not be reached"}.`, {
    reason: "down",
    maybeDone: !isRead && !neverConnected(error),
    cause: error,
  });
};

const refusal = (name: string, { status, headers }: Response, reason: string): TrackerError => {
  if (status >= 300 && status < 400) {
    const message = `${name} answered ${status}: the project has moved; correct its setting.`;
    return new TrackerError(message, { reason: "refused", status });
  }
  const message = `${name} answered ${status}${reason ? `: ${reason}` : ""}`;
  const retryAfterMs = waitOf(headers);
  const spent = status === 403 && (retryAfterMs !== null || /rate limit|abuse/i.test(reason));
  if (status === 429 || spent) return new TrackerError(message, { reason: "busy", status, retryAfterMs });
  // A gateway that gives up says nothing of what became of the request; 503 is given before anything is done.
  if (status >= 500 || status === 408)
    return new TrackerError(message, { reason: "down", status, retryAfterMs, maybeDone: status !== 503 });
  return new TrackerError(message, { reason: "refused", status });
};

/** What the answer says of when to come back, between a second and six hours; null when it says nothing. */
const waitOf = (headers: Headers): number | null => {
  const first = (...names: string[]): string | null =>
    names.map((name) => headers.get(name)).find((value) => value !== null) ?? null;
  const after = first("retry-after");
  const spent = first("x-ratelimit-remaining", "ratelimit-remaining") === "0";
  const reset = spent ? first("x-ratelimit-reset", "ratelimit-reset") : null;
  const wait =
    after !== null
      ? (retryAfterMs(after) ?? Number.NaN)
      : reset !== null
        ? Number(reset) * 1000 - Date.now()
        : Number.NaN;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 1000), longestWaitMs) : null;
};

/** The words that the trackers put in their errors: `message`, `error`, `errorMessages`, `errors`. */
const reasonIn = (text: string): string => {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // A page of a proxy: its markup tells nobody anything.
    if (text.trimStart().startsWith("<")) return "";
  }
  return words(body).join("; ").replaceAll(/\s+/g, " ").trim().slice(0, longestReason);
};

const telling = new Set([
  "message",
  "error",
  "error_description",
  "errormessages",
  "errors",
  "field",
  "code",
]);

const words = (value: unknown, depth = 0): string[] => {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((item) => words(item, depth + 1));
  if (typeof value !== "object" || value === null || depth > 4) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const tells = telling.has(key.toLowerCase());
    if (tells) return words(inner, depth + 1);
    // Below the top level a key names the field that is wrong.
    return depth === 0 ? [] : words(inner, depth + 1).map((said) => `${key}: ${said}`);
  });
};

/** A marker as Markdown that nobody sees. */
export const hidden = (marker: string): string => `<!-- ${marker} -->`;

/** Whether a text carries the marker where only its maker puts it: at the very end. */
export const carries = (text: string | null | undefined, marker: string): boolean =>
  (text ?? "").trimEnd().endsWith(hidden(marker));
