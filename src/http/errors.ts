import { AppError } from "#model/errors.ts";
import type { ErrorCode } from "#model/errors.ts";

/** The one map from what went wrong to its HTTP status. */
export const statusOf: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_yaml: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  generation_error: 502,
  not_ready: 503,
};

const hasStatus = (error: unknown): error is { statusCode: number; message: string } =>
  typeof error === "object" &&
  error !== null &&
  "statusCode" in error &&
  typeof error.statusCode === "number" &&
  "message" in error &&
  typeof error.message === "string";

const frameworkCodes: Partial<Record<number, ErrorCode>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  413: "payload_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  503: "not_ready",
};

/** What a caller is told about anything that was thrown: our own errors as they are, the framework's by their status. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (hasStatus(error)) {
    const code = frameworkCodes[error.statusCode];
    if (code) return new AppError(code, error.message, { cause: error });
    if (error.statusCode >= 400 && error.statusCode < 500) {
      return new AppError("invalid_request", error.message, { cause: error });
    }
  }
  return new AppError("internal", "Something went wrong on our side.", { cause: error });
};
