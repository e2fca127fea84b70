import type { RequestEvidence } from "#model/evidence.ts";
import { type Fault, namesACause } from "./fault.ts";
import { parseStack } from "./stack/parse-stack.ts";

const typed =
  /(?<![\w./])((?:[A-Za-z_][\w$]*(?:\.|::|\\))*(?:[A-Z][\w$]*)?(?:Error|Exception))(?:\s*\([^)]*\))?(?: at \S+)?(?::\s+|\s*-\s+)(\S[^\n<]*)/;

const plainText = (html: string): string =>
  html
    .replaceAll(/<(?:script|style)\b[\s\S]*?(?:<\/(?:script|style)>|$)/gi, "")
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|h\d|li|tr|pre|title)>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll(/&#0?39;|&#x27;|&apos;/gi, "'")
    .replaceAll("&amp;", "&");

/** Every string in an error object, with the path of keys that leads to it. */
const stringsIn = (value: unknown, path = "", depth = 0): [string, string][] => {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null || depth > 4) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    stringsIn(inner, path ? `${path}.${key}` : key, depth + 1),
  );
};

const ofText = (text: string): Fault | null => {
  const trace = parseStack(text);
  if (trace && (trace.exception || trace.frame))
    return { strength: "exception", exception: trace.exception, message: trace.message, frame: trace.frame };
  const inText = typed.exec(text);
  if (!inText?.[1] || !inText[2]) return null;
  return {
    strength: "exception",
    exception: inText[1].split(/[.\\]/).at(-1) ?? null,
    message: inText[2].trim(),
    frame: null,
  };
};

/** A stack under whatever name: several frames, one below the other. */
const isStack = ([, text]: [string, string]): boolean =>
  /\n\s*(?:at |File "|from |#\d)/.test(text) && Boolean(parseStack(text)?.frame);

const ofJson = (value: unknown): Fault | null => {
  const strings = stringsIn(value);
  const stack = strings.find(([path]) =>
    /(?:stack|trace|traceback|stack_trace|stacktrace)$/i.test(path.replace(/\.\d+$/, "")),
  );
  const name = strings.find(
    ([path, text]) =>
      /(?:^|\.)(?:name|type|exception|class|exceptionType|error)$/i.test(path) &&
      /^[\w.\\$]*(?:Error|Exception)$/.test(text),
  );
  const message = strings.find(
    ([path, text]) =>
      /(?:^|\.)(?:message|msg|detail|details|error|reason|description|error_description|title|cause|exceptionMessage)(?:\.\d+)?$/i.test(
        path,
      ) &&
      namesACause(text) &&
      text !== name?.[1],
  );
  const lines = stack
    ? strings.filter(([path]) => path.replace(/\.\d+$/, "") === stack[0].replace(/\.\d+$/, ""))
    : [];
  const told = stack ? lines.map(([, text]) => text).join("\n") : strings.find(isStack)?.[1];
  const fromStack = told ? ofText(told) : null;
  if (fromStack) return { ...fromStack, message: fromStack.message || message?.[1] || "" };
  const exception = name?.[1].split(/[.\\]/).at(-1) ?? null;
  if (exception && exception !== "Error" && (message || exception !== "InternalServerError"))
    return { strength: "exception", exception, message: message?.[1] ?? "", frame: null };
  if (!message) return null;
  return ofText(message[1]) ?? { strength: "error", exception: null, message: message[1], frame: null };
};

const gatewayWords =
  /\b(?:bad gateway|gateway time-?out|service (?:temporarily )?unavailable|no healthy upstream|upstream connect error|nginx|cloudflare|varnish|envoy|traefik)\b/i;

/** What the body of a failed answer itself says went wrong: a stack trace, an exception or an error object. */
export const faultInBody = ({ body }: RequestEvidence): Fault | null => {
  const text = body?.trim();
  if (!text) return null;
  if (/^[[{]/.test(text)) {
    try {
      return ofJson(JSON.parse(text));
    } catch {
      // Cut off at the bound of evidence: still readable as text.
      return ofText(text.replaceAll("\\n", "\n").replaceAll('\\"', '"'));
    }
  }
  const plain = /<[a-z!]/i.test(text) ? plainText(text) : text;
  const fault = ofText(plain);
  if (fault) return fault;
  if (gatewayWords.test(plain) || plain.length > 400 || /<html/i.test(text)) return null;
  return namesACause(plain) ? { strength: "error", exception: null, message: plain, frame: null } : null;
};
