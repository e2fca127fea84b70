import type { Failure, FailureKind } from "#model/failure.ts";
import type { Target } from "#model/target.ts";
import { describeTarget } from "#model/target.ts";
import { messageOf } from "./deadline.ts";
import type { Missing } from "./page-script/protocol.ts";

export const failure = (kind: FailureKind, message: string, more: Partial<Failure> = {}): Failure => ({
  ok: false,
  failure: kind,
  message,
  ...more,
});

/** A target that could not be resolved, in words. `whole` is the target that was asked for. */
export const missingFailure = (missing: Missing, whole: Target | null): Failure => {
  const part = missing.part === "" && whole !== null ? whole : missing.part;
  const name = describeTarget(part);
  const isScope =
    typeof whole === "object" && whole !== null && JSON.stringify(part) !== JSON.stringify(whole);
  const where = isScope ? `, in which to look for ${describeTarget(whole)},` : "";
  const { candidates } = missing;
  switch (missing.status) {
    case "not_found": {
      const near = candidates
        .map((candidate) => `${candidate.role} "${candidate.name || candidate.text}"`)
        .join(", ");
      const hint = near === "" ? "" : `; nearest: ${near}`;
      return failure("not_found", `${name}${where} is not on the page${hint}`, { candidates });
    }
    case "ambiguous":
      return failure("ambiguous", `${name}${where} fits ${missing.count} elements; say which one is meant`, {
        candidates,
      });
    case "hidden":
      return failure("not_actionable", `${name}${where} is on the page, but hidden`, { candidates });
    case "invalid":
      return failure("invalid", `${name} cannot be looked for: it is no valid selector`, { candidates });
  }
};

const networkErrors: Record<string, string> = {
  ERR_NAME_NOT_RESOLVED: "the host name is not known",
  ERR_CONNECTION_REFUSED: "nothing listens there",
  ERR_CONNECTION_RESET: "the connection was cut",
  ERR_CONNECTION_CLOSED: "the server closed the connection",
  ERR_EMPTY_RESPONSE: "the server closed the connection without an answer",
  ERR_CONNECTION_TIMED_OUT: "the host does not answer",
  ERR_ADDRESS_UNREACHABLE: "the host cannot be reached",
  ERR_INTERNET_DISCONNECTED: "there is no network",
  ERR_TOO_MANY_REDIRECTS: "it redirects without end",
  ERR_CERT_AUTHORITY_INVALID: "its certificate is not trusted",
  ERR_CERT_COMMON_NAME_INVALID: "its certificate is for another host",
  ERR_CERT_DATE_INVALID: "its certificate has expired",
  ERR_SSL_PROTOCOL_ERROR: "it does not speak TLS",
  ERR_INVALID_RESPONSE: "its answer is no HTTP",
  ERR_INVALID_HTTP_RESPONSE: "its answer is no HTTP",
  ERR_ABORTED: "the server sent no page, or the navigation was given up",
  ERR_SOCKS_CONNECTION_FAILED:
    "its name is not known, nothing listens there, or the service's outbound rules refuse it",
  ERR_UNSAFE_PORT: "browsers refuse this port",
};

/** An error of a navigation as a failure. */
export const navigationFailure = (error: unknown, url: string, timeoutMs: number): Failure => {
  const text = messageOf(error);
  const lost = lostFailure(text);
  if (lost) return lost;
  const code = /net::(ERR_\w+)/.exec(text)?.[1];
  if (code === "ERR_BLOCKED_BY_CLIENT" || code === "ERR_ACCESS_DENIED") {
    return failure("refused", `${url} may not be visited: the service's outbound rules refuse it`);
  }
  if (/Download is starting/.test(text)) return failure("invalid", `${url} is a download, not a page`);
  if (/invalid URL/i.test(text)) return failure("invalid", `${url} is no valid address`);
  if (/Timeout .*exceeded/s.test(text))
    return failure("timeout", `${url} was not loaded within ${timeoutMs} ms`);
  const known = code === undefined ? undefined : networkErrors[code];
  if (code)
    return failure("unreachable", `${url} could not be loaded: ${known ? `${known} ` : ""}(net::${code})`);
  return failure("unreachable", `${url} could not be loaded: ${firstLine(text)}`);
};

const firstLine = (text: string): string => (text.split("\n", 1)[0] ?? text).replace(/^\w+(\.\w+)*: /, "");

const lostFailure = (text: string): Failure | null => {
  if (/crashed/i.test(text)) return failure("crashed", "the tab crashed");
  if (/has been closed|Target closed|browser has disconnected/i.test(text))
    return failure("closed", "the session was closed");
  return null;
};

const invalidPatterns = [
  /Element is not an? [^\n]*/,
  /Input of type "[^"]*" cannot be filled/,
  /Malformed value/,
  /Cannot type text into input\[type=number\]/,
  /Not a checkbox or radio button/,
  /Unknown key: "[^"]*"/,
  /Non-multiple file input can only accept single file/,
  /Cannot uncheck radio button[^\n]*/,
];

const reasons: [RegExp, (match: RegExpMatchArray) => string][] = [
  [
    /(<[^\n]{1,300}) intercepts pointer events/g,
    ([, what]) => `it is covered by ${what?.replace(/^.*from (<.*>) subtree$/, "$1")}`,
  ],
  [/element is not visible/g, () => "it is hidden"],
  [/element is not stable/g, () => "it keeps moving"],
  [/element is not enabled/g, () => "it is disabled"],
  [/element is not editable/g, () => "it is read-only"],
  [/element is outside of the viewport/g, () => "it cannot be scrolled into view"],
];

/** An error of a Playwright action on an element that was there, as a failure. */
export const actionFailure = (error: unknown, target: Target, verb: string): Failure => {
  const text = messageOf(error);
  const name = describeTarget(target);
  const lost = lostFailure(text);
  if (lost) return lost;
  const invalid = invalidPatterns
    .map((pattern) => pattern.exec(text)?.[0])
    .find((found) => found !== undefined);
  if (invalid) return failure("invalid", `cannot ${verb} ${name}: ${invalid}`);
  if (/strict mode violation/.test(text)) return failure("ambiguous", `${name} fits several elements`);
  if (/did not find some options/.test(text)) return failure("not_found", `${name} has no such option`);
  if (/did not change its state/.test(text))
    return failure("not_actionable", `${name} does not change when it is clicked`);
  if (/action done|navigations to finish/.test(text) && !/intercepts pointer events/.test(text)) {
    return failure("timeout", `${verb} ${name} was done, but the page did not answer in time`);
  }
  let last: { at: number; why: string } | null = null;
  for (const [pattern, tell] of reasons) {
    for (const match of text.matchAll(pattern)) {
      if (last === null || match.index > last.at) last = { at: match.index, why: tell(match) };
    }
  }
  if (last) return failure("not_actionable", `cannot ${verb} ${name}: ${last.why}`);
  if (/waiting for locator|not attached|detached/i.test(text) && !/resolved to/.test(text)) {
    return failure("not_found", `${name} went away`);
  }
  if (/Timeout .*exceeded/s.test(text))
    return failure("timeout", `cannot ${verb} ${name}: the page did not answer in time`);
  return failure("invalid", `cannot ${verb} ${name}: ${firstLine(text)}`);
};
