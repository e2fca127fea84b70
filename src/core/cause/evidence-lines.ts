import { type CauseContext, reasonOf } from "./context.ts";
import { describeError, pageErrorsOf } from "./page-errors.ts";
import { redact } from "./redact.ts";
import { failed, requestLine } from "./requests.ts";
import type { Finding } from "./rules/define-rule.ts";

const maxChars = 2000;
const maxLogLines = 20;
const maxRequests = 8;
const maxOthers = 5;

const oneLine = (text: string): string => {
  const line = redact(text.trim().replaceAll(/\s*\r?\n\s*/g, " ⏎ "));
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
};

const unique = (lines: string[]): string[] => [...new Set(lines)];

const logLines = ({ inquiry }: CauseContext, finding: Finding | null): string[] => {
  if (!finding?.request && inquiry.faults.length === 0) return [];
  // The faults first, in case there is not room for all; then as they were written.
  const telling = new Set(inquiry.faults.map(({ record }) => record));
  const chosen = [...telling, ...inquiry.records.filter((record) => !telling.has(record))].slice(
    0,
    maxLogLines,
  );
  return inquiry.records.filter((record) => chosen.includes(record)).map(({ text }) => oneLine(text));
};

/** What a person can check a cause against: log lines, then requests, page errors and console errors, a line each. */
export const evidenceLines = (context: CauseContext, finding: Finding | null): string[] => {
  const { scope } = context;
  const own = finding?.request ? [finding.request] : [];
  const requests = [...own, ...scope.requests.filter((r) => failed(r) || r.redirected_to !== null)].slice(
    0,
    maxRequests,
  );
  const body = finding?.request ? bodyLine(context, finding) : [];
  return [
    ...unique(logLines(context, finding)),
    ...unique(requests.map((request) => oneLine(requestLine(request)))),
    ...body,
    ...unique(pageErrorsOf(context).map((error) => oneLine(`page error: ${describeError(error)}`))).slice(
      0,
      maxOthers,
    ),
    ...unique(scope.consoleErrors.map(({ text }) => oneLine(`console error: ${text}`))).slice(0, maxOthers),
  ];
};

const bodyLine = (context: CauseContext, { request }: Finding): string[] =>
  request?.body && failed(request) && reasonOf(context, request)
    ? [oneLine(`answer: ${request.body.slice(0, 1000)}`)]
    : [];
