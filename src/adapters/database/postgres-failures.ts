import { AppError } from "#model/errors.ts";

/** SQLSTATE codes and classes of https://www.postgresql.org/docs/15/errcodes-appendix.html. */
const conflicts = new Set(["40001", "40P01"]);
const unreachable = new Set(
  `57P01 57P02 57P03 57P05 25006
  ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENOTFOUND EAI_AGAIN`.split(/\s+/),
);
/** Connection trouble; out of disk, memory or connections; trouble of the machine. */
const unreachableClasses = new Set(["08", "53", "58"]);
const notText = new Set(["22021", "22P05"]);
const connectionLost =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered)|Query read timeout)/;

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** A prepared statement that no longer fits its tables; another connection prepares it anew. */
export const isOutdated = (error: unknown): boolean =>
  codeOf(error) === "0A000" && error instanceof Error && error.message.startsWith("cached plan");

/** Another transaction was in the way; the same work can be done again from its start. */
export const isConflict = (error: unknown): boolean => conflicts.has(codeOf(error)) || isOutdated(error);

/** Whether nothing can be read or written at present, for whatever reason. */
export const isUnreachable = (error: unknown): boolean =>
  unreachable.has(codeOf(error)) ||
  (codeOf(error).length === 5 && unreachableClasses.has(codeOf(error).slice(0, 2))) ||
  (error instanceof Error && connectionLost.test(error.message)) ||
  (error instanceof AggregateError && error.errors.some(isUnreachable));

/** Whether an error that a caller got means that the database could not be reached. */
export const isAway = (error: unknown): boolean =>
  error instanceof AppError && error.code === "not_ready" && isUnreachable(error.cause);

/**
 * A database that is away, starting, read-only or full becomes AppError("not_ready"), text that it cannot hold
 * AppError("invalid_request"). Every other error stays as it is.
 */
export const asAppError = (error: unknown): unknown => {
  if (isUnreachable(error)) {
    return new AppError("not_ready", "The database cannot be reached or written; try again.", {
      retryAfterS: 5,
      cause: error,
    });
  }
  if (notText.has(codeOf(error))) {
    return new AppError("invalid_request", "Text must not contain the character U+0000.", { cause: error });
  }
  return error;
};
