import { z } from "zod";
import { errorCodes } from "#model/errors.ts";
import type { Diagnostic, ErrorCode } from "#model/errors.ts";

const diagnosticSchema = z
  .object({
    path: z.string().describe("Dotted path into the input; empty for the whole"),
    message: z.string(),
    line: z.int().min(1).optional().describe("1-based"),
    column: z.int().min(1).optional().describe("1-based"),
  })
  .meta({ id: "Diagnostic", description: "One mistake in what was sent" });

/** RFC 9457 problem details. */
export const problemSchema = z
  .object({
    type: z.enum(errorCodes),
    title: z.string().describe("The kind of problem in words"),
    status: z.int().describe("HTTP status"),
    detail: z.string().describe("What went wrong this time"),
    errors: z.array(diagnosticSchema).optional(),
    request_id: z.string().optional().describe("As in the header x-request-id and in the log"),
  })
  .meta({ id: "Problem", description: "RFC 9457 problem details" });
export type Problem = z.infer<typeof problemSchema>;

export const problemContentType = "application/problem+json";

const titles: Record<ErrorCode, string> = {
  invalid_request: "The request is not valid",
  invalid_yaml: "The suite is not valid",
  unauthorized: "Sign in first",
  forbidden: "Not allowed",
  not_found: "Not found",
  method_not_allowed: "Method not allowed",
  conflict: "Conflict",
  payload_too_large: "The body is too large",
  unsupported_media_type: "Unsupported content type",
  rate_limited: "Too many attempts",
  generation_error: "No suite could be generated",
  not_ready: "Not ready",
  internal: "Internal error",
};

/** The title of a problem type. */
export const problemTitle = (code: ErrorCode): string => titles[code];

export const toProblem = (
  code: ErrorCode,
  status: number,
  detail: string,
  more: { errors?: Diagnostic[] | undefined; requestId?: string | undefined } = {},
): Problem => ({
  type: code,
  title: titles[code],
  status,
  detail,
  ...(more.errors ? { errors: more.errors } : {}),
  ...(more.requestId ? { request_id: more.requestId } : {}),
});
