import type { PageErrorEvidence } from "#model/evidence.ts";
import type { CauseContext } from "./context.ts";
import { failed, isCall } from "./requests.ts";
import type { Nearness } from "./scope.ts";
import { describeFrame, parseStack } from "./stack/parse-stack.ts";

/** Raised by browsers and extensions, or hidden from the page: no fault of the app's own. */
const noise =
  /^(?:Uncaught )?(?:Script error\.?|ResizeObserver loop|AbortError|The (?:user|operation was) aborted|.*extension:\/\/)/i;
/** Only repeats that a request failed. */
const repeatsRequest =
  /failed to fetch|load failed|networkerror|network ?error|status code \d{3}|\bHTTP(?: error)?:? ?\d{3}|\b(?:401|403|404|409|422|5\d\d)\b|unauthori[sz]ed|forbidden|unexpected token '?<|is not valid json|unexpected end of json|json\.parse/i;

type ScopedError = PageErrorEvidence & { near: Nearness };

const frameOf = ({ stack, original }: PageErrorEvidence) => {
  const text = original?.stack ?? stack;
  return text ? (parseStack(text)?.frame ?? null) : null;
};

const isForeign = (error: PageErrorEvidence, baseUrl: string): boolean => {
  const hosts = [...(error.stack ?? "").matchAll(/https?:\/\/([^\s/:)]+)/g)].map(([, host]) => host);
  const own = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : "";
  return hosts.length > 0 && !hosts.some((host) => host === own);
};

/** Uncaught errors of the app's own code, nearest first, without those that only repeat a failed request. */
export const pageErrorsOf = ({ failure, scope }: CauseContext): ScopedError[] => {
  const requestFailed = scope.requests.some(
    (r) => isCall(r) && (failed(r) || r.content_type?.startsWith("text/html")),
  );
  return scope.pageErrors
    .filter((error) => !noise.test(error.message) && !isForeign(error, failure.baseUrl))
    .filter(({ message }) => !(requestFailed && repeatsRequest.test(message)))
    .toSorted((a, b) => Number(a.near !== "step") - Number(b.near !== "step"));
};

/** `render (cart.js:12)`, or "" when the stack names no place. */
export const placeOf = (error: PageErrorEvidence): string => {
  const frame = frameOf(error);
  return frame ? describeFrame(frame) : "";
};

/** `TypeError: cart is undefined in render (cart.js:12)`. Browsers leave the type out of the message. */
export const describeError = (error: PageErrorEvidence): string => {
  const message = error.message.split("\n")[0]?.slice(0, 300) ?? "";
  const type = /^(?:Uncaught )?([A-Z]\w*(?:Error|Exception)): /.exec(error.stack ?? "")?.[1];
  const place = placeOf(error);
  return `${type && !message.startsWith(type) ? `${type}: ${message}` : message}${place ? ` in ${place}` : ""}`;
};

/** `pay.ts:10: document.title = cart.total.toFixed(2);`: the line of the source that an error was thrown in, where a map holds it. */
export const sourceLineOf = (error: PageErrorEvidence): string | null => {
  const frame = frameOf(error);
  const line = error.original?.lines.find(({ file, line: at }) => file === frame?.file && at === frame.line);
  return line ? `${line.file}:${line.line}: ${line.text}` : null;
};
