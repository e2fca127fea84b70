import { AppError } from "#model/errors.ts";

const codes = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

/** SQLite's primary result code of an error thrown by `node:sqlite`; null for any other error. */
const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : null;

export const isBusy = (error: unknown): boolean => sqliteCode(error) === codes.busy;

export const isCorrupt = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code === codes.corrupt || code === codes.notADatabase;
};

/** A disk that is full or failing becomes AppError("not_ready"): the caller may try again. Every other error stays as it is. */
export const asAppError = (error: unknown): unknown => {
  const code = sqliteCode(error);
  const retryAfterS = 30;
  if (code === codes.full) {
    return new AppError("not_ready", "The disk of the data directory is full; nothing was written.", {
      retryAfterS,
      cause: error,
    });
  }
  if (code === codes.ioError || code === codes.readOnly || code === codes.cannotOpen) {
    return new AppError("not_ready", "The data directory cannot be read or written; nothing was written.", {
      retryAfterS,
      cause: error,
    });
  }
  return error;
};
