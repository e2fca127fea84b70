import { numberOf, type StackFrame, type StackParser, traceOf } from "./stack.ts";

const frameLine =
  /^#(\d+) (?:(\/?[^\s(]+?\.(?:php|phtml|inc|blade\.php))\((\d+)\)|\[internal function\]|\{main\})(?::? (.*))?$/;
const thrown =
  /(?:(?:Uncaught |\[object\] \()(?:exception ')?((?:\\*[A-Za-z_]\w*\\+)*[A-Z]\w*)|(?:^|\s)((?:\\*[A-Za-z_]\w*\\+)*[A-Z]\w*(?:Error|Exception)))(?:\(code: [^)]*\))?'?(?::| with message)\s?(.*?) (?:in|at) (\/[^\s:]+\.(?:php|phtml|inc)):(\d+)/m;
const warning =
  /PHP (Fatal error|Parse error|Warning|Notice|Recoverable fatal error|Deprecated): +(.+?) in (\S+\.(?:php|phtml|inc)) on line (\d+)/;
const isPackage = (file: string): boolean => /\/vendor\/|\/wp-includes\/|^phar:/.test(file);

const calledIn = (text: string | undefined): string | null =>
  text
    ?.replace(/\(.*$/s, "")
    .split("\\")
    .at(-1)
    ?.replace(/\{closure.*\}?$/, "{closure}") || null;

/** PHP: uncaught exceptions, Monolog and Laravel entries, and plain warnings. */
export const phpStack: StackParser = {
  language: "PHP",
  parse: (text) => {
    const rows = text
      .split(/^Next /m)[0]
      ?.split("\n")
      .map((line) => frameLine.exec(line.trim()))
      .filter((match) => match !== null);
    const head = rows && rows.length > 0 ? thrown.exec(text) : null;
    if (!head || !rows) {
      const plain = warning.exec(text);
      if (!plain?.[3]) return null;
      const frame: StackFrame = {
        function: null,
        file: plain[3],
        line: numberOf(plain[4]),
        application: !isPackage(plain[3]),
      };
      return traceOf("PHP", [{ exception: `PHP ${plain[1]}`, message: plain[2] ?? "", frames: [frame] }]);
    }
    // Row n names the function that was running and the place that called it: the place of a frame is in the row above.
    const places = [
      { file: head[4] ?? null, line: numberOf(head[5]) },
      ...rows.map((row) => ({ file: row[2] ?? null, line: numberOf(row[3]) })),
    ];
    const frames = places.map(({ file, line }, index): StackFrame => ({
      function: calledIn(rows[index]?.[4]),
      file,
      line,
      application: file !== null && !isPackage(file),
    }));
    return traceOf("PHP", [
      { exception: (head[1] ?? head[2])?.split("\\").at(-1) ?? null, message: head[3] ?? "", frames },
    ]);
  },
};
