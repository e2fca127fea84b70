import { APICallError, JSONParseError, StreamProviderError, TypeValidationError } from "ai";
import type { ModelFailure, ModelFailureKind } from "#ports/model.ts";
import { OutboundRefused } from "#ports/outbound.ts";
import { retryAfterMs } from "#model/retry-after.ts";
import type { ModelChoice } from "./choose-model.ts";

export type Failed = Pick<ModelFailure, "kind" | "message" | "retryAfterMs">;

/** What we ourselves found wrong with an answer. */
export class CallEnded extends Error {
  override readonly name = "CallEnded";
  readonly kind: ModelFailureKind;

  constructor(kind: ModelFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const kindOfStatus = (status: number | undefined, body: string): ModelFailureKind => {
  if (status === 429) return /insufficient_quota|credit balance/i.test(body) ? "bad_key" : "rate_limited";
  if (status === 529 || /overloaded_error|"code":\s*"?(server_is_)?overloaded/.test(body))
    return "rate_limited";
  if (status === 401 || status === 402 || status === 403) return "bad_key";
  // Google answers 400 to a wrong key.
  if (status === 400 && /API_KEY_INVALID|API key not valid|credit balance is too low/i.test(body))
    return "bad_key";
  if (status === undefined || status === 408 || status === 409 || status >= 500) return "unavailable";
  return "rejected";
};

/** `retry-after-ms`, `retry-after` in seconds or as a date, or the retry delay in the body of a Google error. */
const retryAfter = (headers: Record<string, string> | undefined, body: string): number | null => {
  const ms = Number.parseFloat(headers?.["retry-after-ms"] ?? "");
  if (ms >= 0) return ms;
  const said = retryAfterMs(headers?.["retry-after"]);
  if (said !== null) return said;
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? null : Number(delay) * 1000;
};

/** The provider's own sentence, one line, without the key should it quote it. */
const sentence = (text: string, { key }: ModelChoice): string => {
  const quoted = key === "" ? text : text.replaceAll(key, "********");
  return quoted
    .replaceAll(/\b(sk-|AIza)[\w*-]{6,}/g, "********")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 300);
};

/** The error inside another one's causes for which `is` holds. */
const within = <T>(error: unknown, is: (at: unknown) => at is T): T | null => {
  for (let at = error, depth = 0; depth < 6 && at !== undefined && at !== null; depth += 1) {
    if (is(at)) return at;
    at = at instanceof Error ? at.cause : undefined;
  }
  return null;
};

/** What an error of a provider call means. */
export const failureOf = (error: unknown, choice: ModelChoice): Failed => {
  const ended = within(error, (at) => at instanceof CallEnded);
  if (ended) return { kind: ended.kind, message: ended.message, retryAfterMs: null };
  const refused = within(error, (at) => at instanceof OutboundRefused);
  if (refused) return { kind: "forbidden", message: refused.message, retryAfterMs: null };
  const called = within(error, (at) => APICallError.isInstance(at));
  if (called) {
    const { statusCode: status, responseBody: body = "", responseHeaders } = called;
    const unreadable = within(
      called,
      (at) => JSONParseError.isInstance(at) || TypeValidationError.isInstance(at),
    );
    if (unreadable && status !== undefined && status < 400)
      return {
        kind: "malformed",
        message: `${choice.provider} gave an answer that cannot be read`,
        retryAfterMs: null,
      };
    if (status !== undefined && status < 400) return brokenOff(innermost(called), choice);
    const kind = kindOfStatus(status, body);
    const said = sentence(called.message, choice);
    const message =
      status === undefined
        ? `${choice.provider} could not be reached: ${said}`
        : `${choice.provider} answered ${status}: ${said}`;
    return { kind, message, retryAfterMs: retryAfter(responseHeaders, body) };
  }
  const streamed = within(error, (at) => StreamProviderError.isInstance(at));
  if (streamed) {
    const kind = kindOfStatus(streamed.statusCode, JSON.stringify(streamed.data ?? ""));
    const message = `${choice.provider} broke the answer off: ${sentence(streamed.message, choice)}`;
    return { kind, message, retryAfterMs: null };
  }
  return brokenOff(error instanceof Error ? innermost(error) : String(error), choice);
};

const brokenOff = (said: string, choice: ModelChoice): Failed =>
  /^the answer is larger than \d+ bytes$/.test(said)
    ? { kind: "truncated", message: "the model's answer has no end", retryAfterMs: null }
    : {
        kind: "unavailable",
        message: `${choice.provider} broke the answer off: ${sentence(said, choice)}`,
        retryAfterMs: null,
      };

const innermost = (error: Error): string => {
  let at = error;
  for (let depth = 0; depth < 5 && at.cause instanceof Error; depth += 1) at = at.cause;
  return at.message || at.name;
};
