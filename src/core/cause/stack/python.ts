import { type Link, numberOf, type StackFrame, type StackParser, traceOf } from "./stack.ts";

const opening = /Traceback \(most recent call last\):/;
const frameLine = /^\s*File "([^"]+)", line (\d+)(?:, in (.+))?$/;
const ending = /^((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?::\s?(.*))?$/;
const isPackage = (file: string): boolean =>
  /[/\\](?:site|dist)-packages[/\\]|[/\\]lib(?:64)?[/\\]python\d|^<(?:frozen|string|console|stdin)/i.test(
    file,
  );

/** Python, with chained exceptions and exception groups. */
export const pythonStack: StackParser = {
  language: "Python",
  parse: (text) => {
    if (!opening.test(text)) return null;
    const blocks: (Link & { direct: boolean })[] = [];
    let open: StackFrame[] | null = null;
    let direct = false;
    for (const raw of text.split("\n")) {
      const line = raw.replace(/^\s*[|+][ -]?(?=\s|File|Traceback|\w)/, "");
      if (/The above exception was the direct cause/.test(line)) direct = true;
      if (opening.test(line)) {
        open = [];
        continue;
      }
      if (!open) continue;
      const frame = frameLine.exec(line);
      if (frame?.[1]) {
        const name = frame[3] && frame[3] !== "<module>" ? frame[3] : null;
        open.push({
          function: name,
          file: frame[1],
          line: numberOf(frame[2]),
          application: !isPackage(frame[1]),
        });
        continue;
      }
      const end = /^\s/.test(line) ? null : ending.exec(line.trim());
      if (end?.[1]) {
        blocks.push({
          exception: end[1].split(".").at(-1) ?? end[1],
          message: end[2] ?? "",
          frames: open.toReversed(),
          direct,
        });
        open = null;
        direct = false;
      }
    }
    // A cut-off trace still names its frames.
    if (open && open.length > 0)
      blocks.push({ exception: null, message: "", frames: open.toReversed(), direct });
    // Python prints the root first. Only `raise … from …` makes it the cause of the last; otherwise the last one counts.
    let first = blocks.length - 1;
    while (first > 0 && blocks[first]?.direct) first -= 1;
    return traceOf("Python", blocks.slice(Math.max(0, first)).toReversed());
  },
};
