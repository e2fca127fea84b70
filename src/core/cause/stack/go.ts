import { numberOf, type StackFrame, type StackParser, type StackTrace, traceOf } from "./stack.ts";

const place = /^\s*(\S+\.(?:go|s)):(\d+)(?: \+0x[0-9a-f]+)?$/;
const call = /^((?:[\w.@~%-]+\/)*[\w.%-]+\.(?:\(\*?[\w.[\]]+\)\.)?[\w.[\]·-]+)(?:\(.*\))?$/;
const panicLine = /panic: (.*?)(?: \[recovered\].*)?$/m;
const isPackage = (file: string, name: string): boolean =>
  /\/pkg\/mod\/|\/vendor\/|\/usr\/(?:local|lib)\/go(?:-[\d.]+)?\/|\/goroot\/|\/libexec\/src\//i.test(file) ||
  /^(?:runtime|net\/http|net|reflect|testing|sync|encoding\/\w+|database\/sql|internal\/.*|os|fmt|io|context)\./.test(
    name,
  ) ||
  /(?:^|\/)(?:go\d[\w.]*|toolchain@[^/]+)\/src\//.test(file);

/** Gin's recovery: the error, then a line a frame that names no function. */
const recovered = /panic recovered:[\s\S]*?\n\s*(\S[^\n]*)\n(?=\s*\S+\.(?:go|s):\d+ \(0x)/;
const recoveredFrame = /^\s*(\S+\.go):(\d+) \(0x[0-9a-f]+\)/;
const ofRecovery = (text: string): StackTrace | null => {
  const message = recovered.exec(text)?.[1];
  if (!message) return null;
  const frames = text.split("\n").flatMap((line): StackFrame[] => {
    const [, file, row] = recoveredFrame.exec(line) ?? [];
    return file ? [{ function: null, file, line: numberOf(row), application: !isPackage(file, "") }] : [];
  });
  return traceOf("Go", [{ exception: "panic", message, frames }]);
};

/** Go: panics with their goroutine, and the stacks that zap, zerolog and pkg/errors print. */
export const goStack: StackParser = {
  language: "Go",
  parse: (text) => {
    const recovery = ofRecovery(text);
    if (recovery) return recovery;
    const lines = text.split("\n");
    const frames: StackFrame[] = [];
    for (const [index, line] of lines.entries()) {
      const at = place.exec(line);
      const before = lines[index - 1]?.trim().replace(/^created by (\S+).*$/, "$1");
      if (!at?.[1] || !before) continue;
      const name = call.exec(before)?.[1] ?? (before.startsWith("panic(") ? "panic" : null);
      if (name === null) continue;
      const short =
        name
          .split("/")
          .at(-1)
          ?.replace(/^main\./, "")
          .replace(/\.func\d+(?:\.\d+)*$/, "") ?? name;
      frames.push({
        function: short,
        file: at[1],
        line: numberOf(at[2]),
        application: !isPackage(at[1], name) && name !== "panic",
      });
    }
    const panic = panicLine.exec(text);
    if (frames.length === 0) {
      if (!panic || !/^goroutine \d+ \[/m.test(text)) return null;
    }
    // Above the first panic's frame are only those who recovered it.
    const thrown = frames.findLastIndex((frame) => frame.function === "panic");
    const message = panic?.[1] ?? "";
    const exception = panic ? "panic" : null;
    return traceOf("Go", [{ exception, message, frames: frames.slice(thrown + 1) }]);
  },
};
