import { type CauseContext, reasonOf } from "./context.ts";
import { recordsOf } from "./inquiry.ts";
import { describeError, pageErrorsOf, sourceLineOf } from "./page-errors.ts";
import { redact } from "./redact.ts";
import { failed, requestLine } from "./requests.ts";
import type { Finding } from "./rules/define-rule.ts";

const maxChars = 2000;
const maxLogLines = 20;
const maxRequests = 8;
const maxOthers = 5;

/** A text as one line of evidence: redacted and cut to its largest length. */
export const oneLine = (text: string): string => {
  const line = redact(
    text
      .trim()
      .slice(0, 4 * maxChars)
      .replaceAll(/\s*\r?\n\s*/g, " ⏎ "),
  );
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
};

const unique = (lines: string[]): string[] => [...new Set(lines)];

/** The lines of the request's trace; where there is none, whatever tells of a fault. */
const logLines = ({ inquiry }: CauseContext, finding: Finding | null): string[] => {
  const telling = new Set(inquiry.faults.map(({ record }) => record));
  const own = finding?.request ? recordsOf(inquiry, finding.request) : [];
  const about = own.length > 0 ? own : inquiry.records.filter((record) => telling.has(record));
  // The faults first, in case there is not room for all; then as they were written.
  const chosen = about
    .toSorted((a, b) => Number(telling.has(b)) - Number(telling.has(a)))
    .slice(0, maxLogLines);
  return about.filter((record) => chosen.includes(record)).map(({ text }) => oneLine(text));
};

/** Errors of the console; not the browser's notes that a request failed, which the request itself says better. */
export const toldErrors = ({ scope }: CauseContext): { text: string }[] =>
  scope.consoleErrors.filter(({ text }) => !text.startsWith("Failed to load resource"));

/** What a person can check a cause against: log lines, then requests, page errors and console errors, and what has changed, a line each. */
export const evidenceLines = (context: CauseContext, finding: Finding | null): string[] => {
  const { scope } = context;
  const own = [finding?.request, finding?.cites].filter((r) => r !== undefined && r !== null);
  const requests = [...own, ...scope.requests.filter((r) => failed(r) || r.redirected_to !== null)].slice(
    0,
    maxRequests,
  );
  const body = finding?.request ? bodyLine(context, finding) : [];
  return [
    ...unique(logLines(context, finding)),
    ...unique(requests.map((request) => oneLine(requestLine(request)))),
    ...body,
    ...unique(
      pageErrorsOf(context)
        .map((error) => [`page error: ${describeError(error)}`, sourceLineOf(error)])
        .slice(0, maxOthers)
        .flatMap(([error = "", source]) => (source ? [error, `source: ${source}`] : [error]))
        .map((line) => oneLine(line ?? "")),
    ),
    ...unique(toldErrors(context).map(({ text }) => oneLine(`console error: ${text}`))).slice(0, maxOthers),
    ...changes(context),
  ];
};

/** How the case differs from the last run in which it passed. */
const changes = ({ difference }: CauseContext): string[] =>
  (difference?.lines ?? []).map((line) => oneLine(`since run ${difference?.runId ?? ""}: ${line}`));

const bodyLine = (context: CauseContext, { request }: Finding): string[] =>
  request?.body && failed(request) && reasonOf(context, request)
    ? [oneLine(`answer: ${request.body.slice(0, 1000)}`)]
    : [];
