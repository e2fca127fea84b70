import { type Link, numberOf, type StackFrame, type StackParser, traceOf } from "./stack.ts";

const frameLine =
  /^\s*at (?:(async )?(.+?) \()?((?:[a-z][\w+.-]*:\/\/\/?|node:|[A-Za-z]:\\|\/|\.{0,2}\/?)?[^\s()]*?):(\d+)(?::(\d+))?\)?$/;
const firefoxLine = /^([^@\s]*)@((?:https?|file):\/\/\S+?):(\d+):(\d+)$/;
const header =
  /^(?:.*?\b(?:Uncaught|Unhandled)\b(?: \(in promise\))?:? )?\s*(?:\[cause\]: |caused by: )?((?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*)(?: \[(?:\w+)\])?(?:: (.*))?$/;
const embeddedHeader =
  /((?:[A-Za-z_$][\w$]*\.)*(?:[A-Z][\w$]*)?(?:Error|Exception|Rejection))(?: \[\w+\])?: (.*)$/;
const isPackage = (file: string): boolean =>
  /(?:^|[/\\])node_modules[/\\]|^node:|^internal\/|\/\.(?:pnpm|yarn)\/|^(?:chrome|moz|safari(?:-web)?)-extension:|\.vite\/deps\//.test(
    file,
  );

const cleanName = (name: string | undefined): string | null => {
  const plain = name
    ?.replace(/ \[as [^\]]+\]$/, "")
    .replace(/^(?:Object|Module|Function|exports)\./, "")
    .replace(/^new /, "");
  return !plain || plain === "<anonymous>" || plain === "anonymous" ? null : plain;
};

const frameOf = (line: string): StackFrame | null => {
  const match = frameLine.exec(line);
  if (match?.[3]) {
    const file = match[3].replace(/^file:\/\//, "").replace(/\?.*$/, "");
    return { function: cleanName(match[2]), file, line: numberOf(match[4]), application: !isPackage(file) };
  }
  const firefox = firefoxLine.exec(line.trim());
  if (!firefox?.[2]) return null;
  return {
    function: cleanName(firefox[1]),
    file: firefox[2],
    line: numberOf(firefox[3]),
    application: !isPackage(firefox[2]),
  };
};

const headerOf = (line: string): Pick<Link, "exception" | "message"> => {
  const match = header.exec(line.trim()) ?? embeddedHeader.exec(line);
  return match?.[1]
    ? { exception: match[1], message: match[2] ?? "" }
    : { exception: null, message: line.trim() };
};

/** JavaScript and TypeScript, on a server and in a browser (Chromium's and Firefox's forms). */
export const nodeStack: StackParser = {
  language: "JavaScript",
  parse: (text) => {
    // Frames whose file ends like another language's belong to that language.
    const lines = text
      .split("\n")
      .filter((line) => !/\.(?:java|kt|scala|groovy|cs|vb|php):(?:line )?\d+\)?$/.test(line));
    const chain: Link[] = [];
    let before: string[] = [];
    let open: Link | null = null;
    for (const line of lines) {
      const frame = frameOf(line.replace(/ \{$/, ""));
      if (frame) {
        if (!open) {
          const start = before.findLastIndex((each) =>
            /^\s*(?:\[cause\]: |caused by: )|\b\w*(?:Error|Exception)\b/.test(each),
          );
          const own = before.slice(Math.max(0, start));
          const head = headerOf(own[0] ?? "");
          open = { ...head, message: [head.message, ...own.slice(1, 4)].join(" ").trim(), frames: [] };
          chain.push(open);
        }
        open.frames.push(frame);
      } else if (!/^\s*at /.test(line)) {
        if (open) before = [];
        open = null;
        before.push(line);
      }
    }
    return traceOf("JavaScript", chain);
  },
};
