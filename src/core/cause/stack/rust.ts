import { numberOf, type StackFrame, type StackParser, traceOf } from "./stack.ts";

const place = String.raw`([^\s:']+\.rs):(\d+):\d+`;
/** Since 1.73 the message stands below the place, before in quotes in front of it; loggers write both on one line. */
const panicked = new RegExp(
  String.raw`panicked at (?:'((?:[^'\\]|\\.)*)', ${place}|${place}:?\s*(?:\n)?([^\n]*))`,
);
const called = /^\s*\d+:\s+(?:0x[0-9a-f]+ - )?<?([\w:<>{}\s]+?)(?:::h[0-9a-f]{16})?$/;
const calledAt = /^\s*at (\S+\.rs):(\d+)(?::\d+)?$/;
const isPackage = (file: string): boolean => /\/rustc\/|\/\.cargo\/(?:registry|git)\/|^library\//.test(file);

const framesIn = (text: string): StackFrame[] => {
  const lines = text.split("\n");
  return lines.flatMap((line, index): StackFrame[] => {
    const [, file, row] = calledAt.exec(line) ?? [];
    if (!file) return [];
    const name = called.exec(lines[index - 1] ?? "")?.[1]?.replaceAll("::{{closure}}", "") ?? null;
    const plain = file.replace(/^\.\//, "");
    return [
      {
        function: name?.split("::").slice(-2).join("::") ?? null,
        file: plain,
        line: numberOf(row),
        application: !isPackage(file),
      },
    ];
  });
};

/** Rust: panics, with their backtrace where it was asked for. */
export const rustStack: StackParser = {
  language: "Rust",
  parse: (text) => {
    const [, before, oldFile, oldLine, file = oldFile, line = oldLine, after] = panicked.exec(text) ?? [];
    if (!file) return null;
    const frames = framesIn(text);
    const known = frames.some(({ application }) => application);
    const own: StackFrame = { function: null, file, line: numberOf(line), application: !isPackage(file) };
    const message = (before ?? after ?? "").trim();
    return traceOf("Rust", [{ exception: "panic", message, frames: known ? frames : [own] }]);
  },
};
