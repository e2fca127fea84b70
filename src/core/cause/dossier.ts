import type { CauseContext } from "./context.ts";
import { evidenceLines, oneLine } from "./evidence-lines.ts";
import { describeError } from "./page-errors.ts";
import { failed, requestLine } from "./requests.ts";
import type { Finding } from "./rules/define-rule.ts";
import type { ScopedRequest } from "./scope.ts";

/** One line of what is known of a failure; `request` is the one that it is about. */
export type DossierLine = {
  kind: "step" | "log" | "request" | "error" | "page";
  text: string;
  request?: ScopedRequest;
};

const mostOfAKind = 30;
const pageCharacters = 8000;

/** Everything that a cause may be told from, a line each, secrets taken out: what the rules cite first. */
export const dossierOf = (context: CauseContext, finding: Finding): DossierLine[] => {
  const { failure, scope, inquiry } = context;
  const lines: DossierLine[] = [];
  const seen = new Set<string>();
  const add = (kind: DossierLine["kind"], text: string, request?: ScopedRequest): void => {
    const line = oneLine(text);
    if (line === "" || seen.has(line)) return;
    seen.add(line);
    lines.push({ kind, text: line, ...(request ? { request } : {}) });
  };
  const requestOf = (line: string): ScopedRequest | undefined =>
    scope.requests.find((request) => oneLine(requestLine(request)) === line);

  if (failure.step) add("step", `failing step ${failure.step.index + 1}: ${failure.step.text}`);
  add("step", `what happened: ${failure.message}`);
  if (failure.expected !== null) add("step", `expected: ${failure.expected}`);
  if (failure.observed !== null) add("step", `seen: ${failure.observed}`);
  for (const { role, name, text } of failure.candidates.slice(0, 5))
    add("step", `near match on the page: ${role} "${name === "" ? text : name}"`);
  for (const line of evidenceLines(context, finding)) {
    const request = requestOf(line);
    add(
      request
        ? "request"
        : /^(page|console) error: |^source: /.test(line)
          ? "error"
          : line.startsWith("since run ")
            ? "page"
            : "log",
      line,
      request,
    );
  }
  for (const { text } of inquiry.records.slice(0, mostOfAKind)) add("log", text);
  for (const request of scope.requests.slice(0, mostOfAKind)) {
    add("request", requestLine(request), request);
    if (failed(request) && request.body)
      add("request", `answer of it: ${request.body.slice(0, 1000)}`, request);
  }
  for (const error of scope.pageErrors.slice(0, 5)) add("error", `page error: ${describeError(error)}`);
  for (const { text } of scope.consoleErrors.slice(0, 10)) add("error", `console error: ${text}`);
  for (const { type, message } of failure.evidence.dialogs.slice(0, 5))
    add("page", `dialog ${type}: ${message}`);
  for (const { url, status } of scope.navigations.slice(0, 10))
    add("page", `navigated to ${url} (${status ?? "no status"})`);
  if (failure.page) {
    add("page", `the page is ${failure.page.url} "${failure.page.title}"`);
    for (const line of (failure.page.aria ?? "").slice(0, pageCharacters).split("\n"))
      add("page", `page: ${line.trim()}`);
  }
  return lines;
};
