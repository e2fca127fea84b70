import { createHash } from "node:crypto";
import type { CaseReport } from "#model/report.ts";
import type { CauseCategory } from "#model/root-cause.ts";

/** An error with everything removed that differs from one occurrence to the next: ids, numbers, quoted values. */
export const normaliseError = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/(?<!\w)(["'`])(?:(?!\1)[^\n])*\1(?!\w)/g, "‹›")
    .replaceAll(/[“„«][^”»\n]*[”»]/g, "‹›")
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "#")
    .replaceAll(/\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{6,}\b/g, "#")
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.]+/g, "#")
    .replaceAll(/\d+(?:[.,:]\d+)*/g, "#")
    .replaceAll(/[\s#]*#[\s#]*/g, " # ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 500);

/** Causes that the app brings about by itself, whatever a case expects: named by their error and route. */
const toldByTheApp = new Set<CauseCategory>([
  "environment",
  "backend_exception",
  "backend_error",
  "frontend_exception",
  "api_contract",
  "broken_link",
]);

const routePattern = /\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\S+)/;

/** `post /api/orders/#`: method and path of the request that a cause names, without query and ids; empty when it names none. */
const routeOf = (text: string): string => {
  const [, method, address] = routePattern.exec(text) ?? [];
  return method && address ? `${method} ${normaliseError(address.split(/[?#]/, 1)[0] ?? "")}` : "";
};

/** What a cause tells of the run that passed before: another case may have none. */
const compared = /, where it answered [\d and]+ in run \S+, which passed$/;

/** What the case looked at when it did not pass: the case, and the step as it is written. */
const targetOf = ({ id, steps }: CaseReport): string => {
  const failed = steps.findLast(({ status }) => status === "failed" || status === "broken");
  return `${id} ${(failed?.text ?? "").replaceAll(/\d+/g, "#")}`;
};

/**
 * 32 hexadecimal digits that stay the same while an app fails for the same reason, whichever case or suite meets it
 * and whatever ids, line numbers and values the occurrence had: a hash of app, category, normalised error, route and
 * target. The target (case and step) counts only where the cause is that something else was expected, as otherwise
 * two expectations of the same shape would be one cause. Without a cause the short reason of the case stands for it.
 */
export const fingerprint = (baseUrl: string, item: CaseReport): string => {
  const { root_cause: cause, why } = item;
  const category = cause?.category ?? "unknown";
  const text = cause?.suspected_cause || cause?.summary || why;
  const route = routeOf(text) || routeOf(cause?.summary ?? "");
  const target = toldByTheApp.has(category) || (category === "auth" && route !== "") ? "" : targetOf(item);
  // The same dead link stands on many pages.
  const same = category === "broken_link" ? text.replace(/ \(on \S+\)/, "") : text.replace(compared, "");
  const error = normaliseError(same);
  const app = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return createHash("sha256")
    .update(JSON.stringify([app, category, error, route, target]))
    .digest("hex")
    .slice(0, 32);
};
