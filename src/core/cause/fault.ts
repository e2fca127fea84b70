import type { LogRecord } from "./log-record.ts";
import { describeFrame, parseStack } from "./stack/parse-stack.ts";
import type { StackFrame } from "./stack/stack.ts";

/** What a log line or the body of an answer says went wrong. */
export type Fault = {
  /** exception: a type or a stack is named. error: only a message. warning: a message below the level of an error. */
  strength: "exception" | "error" | "warning";
  exception: string | null;
  message: string;
  /** The application's frame nearest to the throw. */
  frame: StackFrame | null;
};

/** Traces are read by their lines; of other text only the beginning is searched. */
const maxSearched = 4000;
const typed =
  /(?<![\w.])((?:[A-Za-z_][\w$]*(?:\.|::|\\))*(?:[A-Z][\w$]*)?(?:Error|Exception|Fault))(?: \[\w+\]| \(\w+\))?: +(\S.*)/;

/** Words that say that something failed and not what. */
const emptyWords = new Set(
  (
    "http request requests server error errors exception failure failed errored failing fail completed occurred finished handled " +
    "unhandled uncaught unexpected internal unknown general application app api has have been was is an a the with status code " +
    "while processing during handling handler went wrong something oops please try again later sorry contact support administrator " +
    "bad gateway service unavailable temporarily in at on for path url ms to of and by response responded answered route method " +
    "get post put patch delete head options"
  ).split(" "),
);
const saysNothing = (message: string): boolean =>
  message
    .slice(0, 1000)
    .toLowerCase()
    .split(/[^\p{L}/]+/u)
    .every((word) => word === "" || word.startsWith("/") || emptyWords.has(word));
const accessLine =
  /"?\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/\S*(?: HTTP\/[\d.]+"?)?(?: [-–>→|]*)?\s*(?:status[=: ]*)?\d{3}\b|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/\S*$/;

export const namesACause = (message: string): boolean => {
  const text = message.trim();
  return (
    text.length > 3 && /[A-Za-z]{3}/.test(text) && !saysNothing(text) && !accessLine.test(text.slice(0, 1000))
  );
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** `TypeError: no price in priceOf (orders.js:41)`, as far as it is known. */
export const describeFault = ({ exception, message, frame }: Fault): string => {
  const text = oneLine(message)
    .slice(0, 300)
    .replace(/[.\s]+$/, "");
  const what =
    exception && !text.startsWith(exception)
      ? [exception, text].filter(Boolean).join(": ")
      : text || exception || "an error";
  return frame ? `${what} in ${describeFrame(frame)}` : what;
};

/** The fault that a log line tells of and names; null for a line that is no fault, or that names nothing. */
export const faultIn = (record: LogRecord): Fault | null => {
  const { level, error } = record;
  if (level === "info" || level === "debug" || level === "trace") return null;
  const source = error?.stack ?? (record.message?.includes("\n") ? record.message : record.text);
  const trace = source ? parseStack(source) : null;
  const type = trace?.exception ?? shortType(error?.type ?? null);
  const message = trace?.message || error?.message || "";
  // A line of the request log repeats the status as an error with a stack of its own.
  const repeats = /^(?:failed with status code|request failed with status code|HTTP) \d{3}$/i.test(message);
  if (!repeats && (trace || (error && (type || namesACause(message))))) {
    const told = message || (record.message && namesACause(record.message) ? record.message : "");
    if (level === "warn")
      return namesACause(told)
        ? { strength: "warning", exception: type, message: told, frame: trace?.frame ?? null }
        : null;
    if (type || trace?.frame || namesACause(told))
      return {
        strength: type || trace?.frame ? "exception" : "error",
        exception: type,
        message: told,
        frame: trace?.frame ?? null,
      };
  }
  const text = (record.message ?? record.text).slice(0, maxSearched);
  const inText = typed.exec(text);
  if (inText?.[1] && inText[2]) {
    const fault = { exception: shortType(inText[1]), message: inText[2], frame: null };
    return { strength: level === "warn" ? "warning" : "exception", ...fault };
  }
  if (level === null || !namesACause(text)) return null;
  const said = oneLine(text.split("\n")[0] ?? "");
  return { strength: level === "warn" ? "warning" : "error", exception: null, message: said, frame: null };
};

const shortType = (type: string | null): string | null => type?.split(/[.\\]|::/).at(-1) ?? null;

const strengths = { exception: 2, error: 1, warning: 0 };
/** How much a fault explains: an exception with a place in the application's code explains most. */
export const weightOf = (fault: Fault): number =>
  strengths[fault.strength] * 4 +
  (fault.frame ? 2 : 0) +
  (fault.exception && fault.exception !== "Error" ? 1 : 0);
