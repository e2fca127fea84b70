import { numberOf, type StackFrame, type StackParser, traceOf } from "./stack.ts";

const frameLine =
  /^\s*(?:from )?((?:[A-Za-z]:)?[^\s:()]+\.(?:rb|erb|haml|slim|rake|ru)):(\d+)(?::in [`'](.+?)')?(?=$|:\s)/;
const rails =
  /(?:^|\s)((?:[A-Z]\w*::)*[A-Z]\w*(?:Error|Exception|Invalid|NotFound|Missing|Timeout|[A-Z]\w+)) \((.+?)\):?\s*$/m;
const suffixed = /^.*?\.rb:\d+:in [`'].+?': (.+?) \(((?:[A-Z]\w*::)*[A-Z]\w*)\)/m;
const prefixed = /((?:[A-Z]\w*::)*[A-Z]\w*(?:Error|Exception|Invalid|NotFound)): (.+)$/m;
const isPackage = (file: string): boolean =>
  /\/gems\/|\/lib\/ruby\/|^<internal:|\/vendor\/(?:bundle|ruby)\/|\/bin\/|^bin\/|\/rubies\//.test(file);

const cleanName = (name: string | undefined): string | null => {
  const plain = name?.replace(/^(?:(?:block|rescue|ensure)(?: \(\d+ levels\))? in )+/, "");
  return !plain || plain === "<main>" || plain.startsWith("<top") ? null : plain;
};

const headOf = (text: string): { exception: string | null; message: string } => {
  const after = suffixed.exec(text);
  if (after?.[2]) return { exception: after[2], message: after[1] ?? "" };
  const head = rails.exec(text) ?? prefixed.exec(text);
  return { exception: head?.[1] ?? null, message: head?.[2] ?? "" };
};

/** Ruby: uncaught exceptions, Rails' log entries and backtraces given as lists. */
export const rubyStack: StackParser = {
  language: "Ruby",
  parse: (text) => {
    const frames = text
      .split("\n")
      .map((line): StackFrame | null => {
        const match = frameLine.exec(line);
        if (!match?.[1]) return null;
        const file = match[1];
        return {
          function: cleanName(match[3]),
          file,
          line: numberOf(match[2]),
          application: !isPackage(file),
        };
      })
      .filter((frame) => frame !== null);
    return frames.length === 0 ? null : traceOf("Ruby", [{ ...headOf(text), frames }]);
  },
};
