/** Every way in which a call can fail, as the bare word of the problem's `type`. http/errors.ts maps each to a status. */
export const errorCodes = [
  "invalid_request",
  "invalid_yaml",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "conflict",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "generation_error",
  "not_ready",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One mistake in what a caller sent: `path` is a dotted path into the input, line and column are 1-based. */
export type Diagnostic = { path: string; message: string; line?: number; column?: number };

export type AppErrorOptions = {
  errors?: Diagnostic[];
  /** Whole seconds after which the caller may try again (429, 503). */
  retryAfterS?: number;
  /** Methods that the path does answer to (405). */
  allow?: string[];
  cause?: unknown;
};

/** What a caller did wrong, or what could not be done for them. A failed test step is a value in the report, never this. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: Diagnostic[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly allow: string[] | undefined;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.errors = options.errors;
    this.retryAfterS = options.retryAfterS;
    this.allow = options.allow;
  }
}
