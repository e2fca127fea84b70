import { dotnetStack } from "./dotnet.ts";
import { elixirStack } from "./elixir.ts";
import { goStack } from "./go.ts";
import { javaStack } from "./java.ts";
import { nodeStack } from "./node.ts";
import { phpStack } from "./php.ts";
import { pythonStack } from "./python.ts";
import { rubyStack } from "./ruby.ts";
import { rustStack } from "./rust.ts";
import type { StackFrame, StackParser, StackTrace } from "./stack.ts";

/** The most telling forms first: JavaScript's frames are the least particular. */
const parsers: StackParser[] = [
  pythonStack,
  elixirStack,
  rustStack,
  javaStack,
  phpStack,
  rubyStack,
  goStack,
  dotnetStack,
  nodeStack,
];

const maxLineChars = 2000;
const maxTraceLines = 3000;
/** Keeps what a hostile or broken log line costs within bounds. */
const bounded = (text: string): string =>
  text
    .split("\n", maxTraceLines)
    .map((line) => line.slice(0, maxLineChars).trimEnd())
    .join("\n");

/** The stack trace in a text, of whatever language; null when there is none. */
export const parseStack = (whole: string): StackTrace | null => {
  const text = bounded(whole);
  for (const parser of parsers) {
    const trace = parser.parse(text);
    if (trace) return trace;
  }
  return null;
};

const commonNames =
  /^(?:index|main|app|server|route|routes|page|layout|handler|mod|lib|utils?|views?|models?|__init__)\.\w+$/;

/** A frame for a sentence: `priceOf (orders.js:41)`; a file name that is common keeps its folder. */
export const describeFrame = (frame: StackFrame): string => {
  const parts = frame.file?.replace(/[?#].*$/, "").split(/[/\\]/) ?? [];
  const name = parts.at(-1) ?? "";
  const file = commonNames.test(name) ? parts.slice(-2).join("/") : name;
  const place = frame.line === null ? file : `${file}:${frame.line}`;
  if (frame.function && place) return `${frame.function} (${place})`;
  return frame.function ?? place;
};
