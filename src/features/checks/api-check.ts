import { isDeepStrictEqual } from "node:util";
import { SlowJsonPath, valuesAt } from "#core/checks/json-path.ts";
import { AppError } from "#model/errors.ts";
import { isNestedTooDeep } from "#model/json.ts";
import { OutboundRefused } from "#ports/outbound.ts";
import type { OutboundFetch } from "#ports/outbound.ts";

export type ApiCheckRequest = {
  url: string;
  method?: string;
  status?: number;
  json_path?: string;
  equals?: unknown;
  headers?: Record<string, string>;
  body?: unknown;
};
export type CheckStatus = "passed" | "failed" | "broken";
export type ApiCheckResult = {
  kind: "api";
  status: CheckStatus;
  observed: { status: number | null; value: unknown; detail: string };
};

const timeoutMs = 30_000;

/**
 * Sends one request and asserts its status and a JSON path (RFC 9535). With neither, any answer below 400 passes.
 * `broken` when no answer came or a JSON path is asked of an answer that is no JSON.
 * Throws AppError("invalid_request") for a path that is not valid and an address that the operator's rules forbid.
 */
export const createApiCheck =
  (fetch: OutboundFetch) =>
  async (request: ApiCheckRequest, signal: AbortSignal): Promise<ApiCheckResult> => {
    if (request.json_path !== undefined) await requireValidPath(request.json_path);
    if (request.equals !== undefined && request.json_path === undefined) {
      throw invalid("equals", "needs json_path: it says which value is compared");
    }
    const method = request.method ?? "GET";
    if (request.body !== undefined && (method === "GET" || method === "HEAD")) {
      throw invalid("body", `is not sent with ${method}; give another method`);
    }
    let response: Response;
    let text: string;
    try {
      response = await fetch(request.url, {
        method,
        headers: withJsonType(request),
        body: request.body === undefined ? undefined : bodyText(request.body),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        ...(isRedirect(request.status) && { redirect: "manual" as const }),
      });
      text = await response.text();
    } catch (error) {
      if (error instanceof OutboundRefused) throw invalid("url", error.message);
      return result(
        "broken",
        null,
        null,
        `No answer: ${error instanceof Error ? reason(error) : String(error)}`,
      );
    }
    return judge(request, response.status, text);
  };

const judge = async (request: ApiCheckRequest, status: number, text: string): Promise<ApiCheckResult> => {
  const wanted = request.status === undefined ? status < 400 : status === request.status;
  // Who asks for a JSON path alone may mean the body of an error.
  const statusHolds = wanted || (request.status === undefined && request.json_path !== undefined);
  if (!statusHolds) {
    return result("failed", status, null, `Expected status ${request.status ?? "below 400"}, saw ${status}.`);
  }
  if (request.json_path === undefined) return result("passed", status, null, "");
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return result("broken", status, null, "The answer is no JSON document.");
  }
  if (isNestedTooDeep(document)) return result("broken", status, null, "The answer is nested too deeply.");
  let values: unknown[];
  try {
    values = await valuesAt(document, request.json_path);
  } catch (error) {
    if (error instanceof SlowJsonPath)
      return result("broken", status, null, `${request.json_path} ${error.message}.`);
    throw error;
  }
  const value = values.length > 1 ? values : (values[0] ?? null);
  if (values.length === 0) return result("failed", status, null, `Nothing at ${request.json_path}.`);
  if (request.equals === undefined || isDeepStrictEqual(value, request.equals))
    return result("passed", status, value, "");
  return result(
    "failed",
    status,
    value,
    `Expected ${JSON.stringify(request.equals)} at ${request.json_path}.`,
  );
};

const result = (
  status: CheckStatus,
  code: number | null,
  value: unknown,
  detail: string,
): ApiCheckResult => ({
  kind: "api",
  status,
  observed: { status: code, value, detail },
});

const requireValidPath = async (path: string): Promise<void> => {
  try {
    await valuesAt({}, path);
  } catch (error) {
    // That says nothing about the path as such; following it tells.
    if (error instanceof SlowJsonPath) return;
    throw invalid("json_path", error instanceof Error ? error.message : "is not valid");
  }
};

const invalid = (path: string, message: string): AppError =>
  new AppError("invalid_request", "The check is not valid.", { errors: [{ path, message }] });

/** Who asserts a redirect means the answer itself, not what it leads to. */
const isRedirect = (status: number | undefined): boolean =>
  status !== undefined && status >= 300 && status < 400;

const bodyText = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

const withJsonType = ({ headers = {}, body }: ApiCheckRequest): Record<string, string> =>
  body === undefined ||
  typeof body === "string" ||
  Object.keys(headers).some((name) => /^content-type$/i.test(name))
    ? headers
    : { ...headers, "content-type": "application/json" };

const reason = (error: Error): string =>
  error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
