import { createReadStream } from "node:fs";
import { glob, realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isContinuation } from "#model/log-line.ts";
import { LogBackendError, type LogLine, type LogQuery } from "#ports/logs.ts";
import type { LogBackendFactory } from "./backend.ts";

const maxFiles = 50;
/** The newest part of each file, and of all together. Compressed files count uncompressed. */
const maxFileBytes = 16 * 1024 * 1024;
const maxTotalBytes = 64 * 1024 * 1024;
const maxEntryChars = 64 * 1024;
const rotated = /\.(?:\d{1,4}|old|bak|\d{4}-?\d{2}-?\d{2}[\w.-]*)?(?:\.?gz)?$/;

type LogFile = { path: string; size: number; modified: Date };

/**
 * Log files, JSON lines or text, rotated and gzipped ones too. Reads only what lies, after every symbolic link is
 * resolved, below one of the directories that the operator allows.
 */
export const createFileLogs: LogBackendFactory = (settings, { logDirs }) => {
  const pattern = settings.LOG_FILE_GLOB;
  if (!pattern) return null;
  return {
    name: "log files",
    find: async (query) => {
      try {
        const found: LogLine[] = [];
        let budget = maxTotalBytes;
        let unreadable: unknown = null;
        for (const file of await listFiles(pattern, logDirs, query)) {
          if (budget <= 0 || found.length >= query.limit) break;
          query.signal?.throwIfAborted();
          try {
            budget -= await readFile(file, query, Math.min(budget, maxFileBytes), found);
          } catch (error) {
            unreadable ??= error;
          }
        }
        // One damaged file among several does not hide what the others tell.
        if (unreadable !== null && found.length === 0) throw unreadableError(unreadable);
        return found.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, query.limit);
      } catch (error) {
        throw error instanceof LogBackendError ? error : unreadableError(error);
      }
    },
  };
};

const unreadableError = (error: unknown): LogBackendError => {
  const why = error instanceof Error ? error.message : String(error);
  return new LogBackendError(`the log files could not be read: ${why}`, { cause: error });
};

const isInside = (directory: string, path: string): boolean => {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const longestPattern = 500;
const mostChoices = 64;

/** Whether a pattern is matched in little time: choices multiply, and wild cards are tried in every combination. */
const isSimple = (pattern: string): boolean => {
  if (pattern.length > longestPattern || /[()]/.test(pattern)) return false;
  const parts = pattern.split("/");
  if (parts.filter((part) => part.includes("**")).length > 2) return false;
  if (parts.some((part) => (part.match(/\*+/g) ?? []).length > 4)) return false;
  const braces = pattern.match(/\{[^{}]*\}/g) ?? [];
  const opened = (pattern.match(/\{/g) ?? []).length;
  if (opened > braces.length || /\.\./.test(braces.join(""))) return false;
  return braces.reduce((product, each) => product * each.split(",").length, 1) <= mostChoices;
};

const listFiles = async (
  pattern: string,
  logDirs: readonly string[],
  query: LogQuery,
): Promise<LogFile[]> => {
  if (logDirs.length === 0)
    throw new LogBackendError("no directory may be read: the operator names them in SERVICE_LOG_DIRS");
  if (pattern.split(/[/\\]/).includes("..")) throw new LogBackendError("LOG_FILE_GLOB must not contain ..");
  if (!isSimple(pattern))
    throw new LogBackendError(
      "LOG_FILE_GLOB is too complex: at most 4 wild cards between slashes, two **, 64 choices in braces, no parentheses",
    );
  const fixed =
    pattern
      .split("/")
      .slice(0, -1)
      .join("/")
      .split(/[*?[{!(]/)[0] ?? "";
  const files = new Map<string, LogFile>();
  let allowed = false;
  for (const named of logDirs) {
    const directory = resolve(named);
    if (isAbsolute(pattern) && !isInside(directory, resolve(fixed || "/"))) continue;
    allowed = true;
    const real = await realpath(directory).catch(() => null);
    if (!real) continue;
    const own = isAbsolute(pattern) ? relative(directory, pattern) : pattern;
    for await (const match of glob([own, `${own}.*`, `${own}-*`], { cwd: real })) {
      if (files.size >= 10 * maxFiles) break;
      const path = await realpath(resolve(real, match)).catch(() => null);
      if (!path || files.has(path) || !isInside(real, path)) continue;
      const info = await stat(path);
      // A file that was last written before the window cannot hold a line of it.
      if (info.isFile() && info.mtimeMs >= query.from.getTime() - 60_000)
        files.set(path, { path, size: info.size, modified: info.mtime });
    }
  }
  if (!allowed) throw new LogBackendError("LOG_FILE_GLOB is not below a directory that the operator allows");
  return [...files.values()]
    .filter(({ path }) => !/\.(?:zip|xz|zst|bz2|tar)$/.test(path) || rotated.test(path))
    .sort((a, b) => b.modified.getTime() - a.modified.getTime())
    .slice(0, maxFiles);
};

/** Adds the matching entries of a file to `found`; gives how many bytes were read. */
const readFile = async (
  file: LogFile,
  query: LogQuery,
  budget: number,
  found: LogLine[],
): Promise<number> => {
  let read = 0;
  const count = (bytes: number): void => {
    read += bytes;
  };
  const ids = query.traceIds.map((id) => id.toLowerCase());
  let entry: string[] = [];
  let length = 0;
  let at = file.modified.toISOString();
  const flush = (): void => {
    const text = entry.join("\n").trimEnd();
    entry = [];
    length = 0;
    if (!text) return;
    const written = timeIn(text);
    if (written) at = written.toISOString();
    const lower = text.toLowerCase();
    if (!ids.some((id) => lower.includes(id))) return;
    if (written && (written < query.from || written > query.to)) return;
    if (found.length < query.limit) found.push({ at, text });
  };
  const input = Readable.from(newestPart(file, budget, count));
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let first = !file.path.endsWith(".gz") && file.size > budget;
  for await (const line of lines) {
    // Reading began in the middle of this one.
    if (first) {
      first = false;
      continue;
    }
    if (!isContinuation(line)) flush();
    if (length > maxEntryChars) continue;
    entry.push(line.slice(0, maxEntryChars));
    length += line.length + 1;
  }
  flush();
  return read;
};

/** The last `budget` bytes of a file; of a compressed one the first, for it cannot be entered in the middle. */
async function* newestPart(
  file: LogFile,
  budget: number,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const packed = file.path.endsWith(".gz");
  const source = createReadStream(file.path, packed ? {} : { start: Math.max(0, file.size - budget) });
  const stream: AsyncIterable<unknown> = packed ? unpack(source) : source;
  let rest = budget;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    count(chunk.length);
    yield chunk.subarray(0, rest);
    rest -= chunk.length;
    if (rest <= 0) return;
  }
}

const unpack = (source: Readable): AsyncIterable<unknown> => {
  const unpacked = createGunzip();
  // Whoever reads it meets the error.
  pipeline(source, unpacked, () => undefined);
  return unpacked;
};

/** The time that an entry names near its beginning: RFC 3339, or epoch seconds or milliseconds in a JSON line. */
const timeIn = (text: string): Date | null => {
  const head = text.startsWith("{") ? text.slice(0, 4096) : text.slice(0, 200);
  const iso = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?/.exec(
    head,
  )?.[0];
  // A time without a zone may be local or UTC: no ground to leave a line of the trace out.
  if (iso && /(?:Z|[+-]\d{2}:?\d{2})$/.test(iso.slice(19))) {
    const time = new Date(
      iso
        .replace(",", ".")
        .replace(" ", "T")
        .replaceAll(" ", "")
        .replace(/(\.\d{3})\d+/, "$1"),
    );
    if (!Number.isNaN(time.getTime())) return time;
  }
  const epoch = /"(?:time|ts|timestamp|@timestamp)":(\d{10}(?:\.\d+)?|\d{13})(?=[,}])/.exec(head)?.[1];
  if (!epoch) return null;
  return new Date(Number(epoch) * (/^\d{13}$/.test(epoch) ? 1 : 1000));
};
