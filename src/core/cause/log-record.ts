import { type LogLevel, levelOfNumber, levelOfWord } from "./log-level.ts";
import type { LogLine } from "#ports/logs.ts";
import { isContinuation } from "#model/log-line.ts";

/** A log line with its parts told apart. */
export type LogRecord = {
  at: string;
  /** As written. */
  text: string;
  level: LogLevel | null;
  message: string | null;
  error: { type: string | null; message: string | null; stack: string | null } | null;
  /** Trace ids that its fields name, lower case; the text may name further ones. */
  traceIds: string[];
};

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === "string" && value.trim() ? value : null);

/** The value at a dotted path, whether the logger nested it, kept the dots in the key, or did both. */
const valueAt = (fields: Fields, path: string): unknown => {
  if (fields[path] !== undefined && fields[path] !== null) return fields[path];
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const inner = fields[path.slice(0, dot)];
    const found = isFields(inner) ? valueAt(inner, path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

const first = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => valueAt(fields, name)).find((value) => value !== undefined);

const levelNames = [
  "log.level",
  "level_name",
  "level",
  "severity",
  "severity_text",
  "SeverityText",
  "severityText",
  "@l",
  "Level",
  "LogLevel",
  "loglevel",
  "levelname",
  "lvl",
  "l",
];
const messageNames = [
  "msg",
  "message",
  "@m",
  "@mt",
  "Message",
  "RenderedMessage",
  "short_message",
  "event",
  "body",
  "Body",
  "text",
  "MessageTemplate",
];
const stackNames = [
  "error.stack_trace",
  "stack_trace",
  "stacktrace",
  "stackTrace",
  "stack",
  "exc_info",
  "exception.stacktrace",
  "exception_stacktrace",
  "attributes.exception.stacktrace",
  "Attributes.exception.stacktrace",
  "full_message",
  "backtrace",
  "traceback",
  "trace",
];
const errorNames = [
  "err",
  "error",
  "exception",
  "Exception",
  "@x",
  "exc",
  "context.exception",
  "data.err",
  "meta.error",
  "reason",
  "e",
];
const typeNames = [
  "type",
  "name",
  "class",
  "exc_type",
  "exception_class",
  "ClassName",
  "kind",
  "constructor",
];
const traceNames = [
  "trace_id",
  "traceId",
  "traceID",
  "TraceId",
  "trace.id",
  "@tr",
  "otelTraceID",
  "dd.trace_id",
  "logging.googleapis.com/trace",
  "traceparent",
  "mdc.trace_id",
  "mdc.traceId",
];

/** Stacks that loggers write as lists: zerolog's frames, structlog's frames, plain lines. */
const stackText = (value: unknown): string | null => {
  if (typeof value === "string") return /\n|^\s*at /.test(value) ? value : null;
  if (!Array.isArray(value)) return null;
  const rows = value.map((row): string => {
    if (typeof row === "string")
      return /^\S+\.php:\d+$/.test(row) ? row.replace(/^(.*):(\d+)$/, "#0 $1($2): ") : row;
    if (!isFields(row)) return "";
    const file = row.filename ?? row.file ?? row.source ?? row.fileName;
    const line = row.lineno ?? row.line ?? row.lineNumber;
    const name = row.name ?? row.func ?? row.function ?? row.methodName;
    if (typeof file !== "string") return "";
    if (file.endsWith(".py")) return `  File "${file}", line ${String(line)}, in ${String(name)}`;
    if (file.endsWith(".go")) return `main.${String(name)}\n\t${file}:${String(line)}`;
    return `    at ${String(name)} (${file}:${String(line)}:1)`;
  });
  const text = rows.filter(Boolean).join("\n");
  return /^\s*File "/.test(text) ? `Traceback (most recent call last):\n${text}` : text || null;
};

const errorOf = (fields: Fields): LogRecord["error"] => {
  let value = first(fields, errorNames);
  if (Array.isArray(value)) value = value[0];
  const stackBeside =
    stackNames.map((name) => stackText(first(fields, [name]))).find((found) => found !== null) ?? null;
  if (isFields(value)) {
    const inner = isFields(value.cause) && !textOf(value.stack) ? value.cause : value;
    let stack =
      stackText(inner.stack) ??
      stackText(inner.stack_trace) ??
      stackText(inner.stacktrace) ??
      stackText(inner.frames) ??
      stackText(inner.StackTrace);
    const type = textOf(first(inner, typeNames));
    const message = textOf(first(inner, ["message", "msg", "exc_value", "Message", "detail"]));
    const place = textOf(inner.file);
    if (!stack && place && /\.php:\d+$/.test(place)) {
      const trace = Array.isArray(inner.trace) ? inner.trace.filter((row) => typeof row === "string") : [];
      const rows = trace.map((row, index) => `#${index} ${row.replace(/:(\d+)$/, "($1)")}`);
      stack = `${type ?? "Exception"}: ${message ?? ""} in ${place}\n${rows.join("\n") || "#0 {main}"}`;
    }
    stack ??= stackBeside;
    return type || message || stack ? { type, message, stack } : null;
  }
  const flatType = textOf(
    first(fields, [
      "error.type",
      "exception.type",
      "exception_type",
      "attributes.exception.type",
      "Attributes.exception.type",
    ]),
  );
  const flatMessage = textOf(
    first(fields, [
      "error.message",
      "exception.message",
      "exception_message",
      "attributes.exception.message",
      "Attributes.exception.message",
    ]),
  );
  const text = textOf(value);
  const stack = stackText(text) ?? stackBeside;
  if (!flatType && !flatMessage && !text && !stack) return null;
  return { type: flatType, message: flatMessage ?? (text?.includes("\n") ? null : text), stack };
};

const recordOfFields = (line: LogLine, fields: Fields): LogRecord => {
  const level = first(fields, levelNames);
  const body = first(fields, messageNames);
  const message = textOf(body) ?? (isFields(body) ? textOf(body.text ?? body.stringValue) : null);
  const ids = traceNames
    .map((name) => textOf(first(fields, [name])))
    .flatMap((value) => value?.toLowerCase().match(/[0-9a-f]{32}|[0-9a-f]{16}/)?.[0] ?? []);
  return {
    at: line.at,
    text: line.text,
    level:
      typeof level === "number"
        ? levelOfNumber(level, "short_message" in fields)
        : typeof level === "string"
          ? levelOfWord(level)
          : // Serilog's compact form leaves the level out when it is Information.
            "@t" in fields
            ? "info"
            : null,
    message,
    error: errorOf(fields),
    traceIds: [...new Set(ids)],
  };
};

const parseObject = (text: string): Fields | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
};

/** `level=error msg="no price" trace_id=…`, as slog, logrus and others write. */
const parsePairs = (text: string): Fields | null => {
  const fields: Fields = {};
  for (const [, name, quoted, bare] of text.matchAll(/(?:^|\s)([\w.@-]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g))
    if (name)
      fields[name] =
        quoted?.replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll('\\"', '"') ?? bare ?? "";
  const known = Object.keys(fields).filter((name) =>
    /^(?:level|lvl|severity|msg|message|err|error|time|ts)$/.test(name),
  );
  return known.length >= 2 ? fields : null;
};

const timestamp =
  /^\W*(?:\d{4}[-/]\d{2}[-/]\d{2}|\w{3} +\d{1,2}|\d{2}[-/]\w{3}[-/]\d{4}|\d{2}:\d{2}:\d{2})[T\d:.,+/ Z-]*(?:UTC)?\W*/;
const levelWord =
  /\b(FATAL|CRITICAL|CRIT|PANIC|EMERG|ALERT|SEVERE|ERROR|ERR|WARN|WARNING|INFO|NOTICE|DEBUG|TRACE|VERBOSE)\b|^\W*(?:\S+ )?\[?(fatal|critical|crit|panic|alert|error|err|fail|warn|warning|info|dbug|debug|trce)\]?:?(?=\s)|\[(?:\w+:)?(fatal|crit|error|warn|info|debug)\]/;

const recordOfText = (line: LogLine): LogRecord => {
  const head = line.text.split("\n")[0] ?? "";
  const rest = head.slice(0, 300).replace(timestamp, "");
  const found = levelWord.exec(rest.slice(0, 160));
  const word = found?.[1] ?? found?.[2] ?? found?.[3];
  const panics = /^(?:panic:|fatal error:|PHP Fatal error|Uncaught\b|Unhandled\b)/.test(rest);
  const level = word
    ? levelOfWord(word)
    : panics || /Traceback \(most recent call last\)/.test(line.text)
      ? "error"
      : null;
  const after = found && found.index < 60 ? rest.slice(found.index + found[0].length) : rest;
  const message = after
    .replace(/^[\s\]:|>-]+/, "")
    .replace(/^(?:\[[^\]]*\]\s*)+:?\s*/, "")
    .replace(/^(?:-- ?:|--- \[[^\]]*\] \S+ +:)\s*/, "")
    .trim();
  return { at: line.at, text: line.text, level, message: message || null, error: null, traceIds: [] };
};

/** Tells a line's level, message, error and trace ids apart: JSON of the common loggers, key=value pairs, or plain text. */
export const parseLogLine = (line: LogLine): LogRecord => {
  const text = line.text.trim();
  const from = text.indexOf("{");
  if (from >= 0 && from < 120 && text.endsWith("}")) {
    const fields = parseObject(text.slice(from));
    if (fields) {
      // Docker's own JSON and others carry the app's line as a string inside.
      const wrapped =
        textOf(fields.log) ??
        (typeof fields.message === "string" && /^\s*\{/.test(fields.message) ? fields.message : null);
      if (wrapped && wrapped !== text && (first(fields, ["msg"]) ?? null) === null) {
        const inner = parseLogLine({ at: line.at, text: wrapped });
        if (inner.level || inner.message) return { ...inner, text: line.text };
      }
      return recordOfFields(line, fields);
    }
  }
  const pairs = parsePairs(text);
  return pairs ? recordOfFields(line, pairs) : recordOfText(line);
};

/** Loggers that write a text line by line put level and tags in front of each. */
const tagged = /^(.{0,120}?\b(?:FATAL|ERROR|WARN|INFO|DEBUG)\b.{0,80}?\[[0-9a-f-]{16,36}\] ?)(.*)$/s;
/** What such a line adds to the entry before it; null when it begins one of its own. */
const addition = (before: string, line: string): string | null => {
  const [, head = "", rest = ""] = tagged.exec(line) ?? [];
  const [, same = ""] = tagged.exec(before.split("\n", 1)[0] ?? "") ?? [];
  const plain = (text: string): string => text.trimEnd().replaceAll(/\d/g, "0");
  return head !== "" && plain(head) === plain(same) && isContinuation(rest) ? rest : null;
};

/** Puts the frames of a trace that was stored line by line back behind the entry that they belong to. */
export const groupLogLines = (lines: readonly LogLine[]): LogLine[] => {
  const groups: LogLine[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const close =
      last &&
      !last.text.trimStart().startsWith("{") &&
      Math.abs(Date.parse(line.at) - Date.parse(last.at)) < 2_000;
    const added =
      !last || !close ? null : isContinuation(line.text) ? line.text : addition(last.text, line.text);
    if (last && added !== null) groups[groups.length - 1] = { at: last.at, text: `${last.text}\n${added}` };
    else groups.push(line);
  }
  return groups;
};
