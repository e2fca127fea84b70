import { parentPort, workerData } from "node:worker_threads";
import { FlattenMap, originalPositionFor, sourceContentFor } from "@jridgewell/trace-mapping";
import type { TraceMap } from "@jridgewell/trace-mapping";
import type { SourcePlace } from "#ports/source-maps.ts";

/** What the thread is given: a map as it was served, and the places that are looked for in it. */
export type MapQuestion = {
  bytes: Uint8Array;
  url: string;
  places: { line: number; column: number }[];
};

const mostPathChars = 200;
const mostTextChars = 300;

/** `src/cart/pay.ts` of `webpack://shop/../../src/cart/pay.ts?4f1a`. */
const plainPath = (source: string): string =>
  source
    .slice(0, 4096)
    .replace(/[?#].*$/s, "")
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*\/?/i, "")
    .replaceAll(/[\s()\p{C}]/gu, "_")
    .split(/[/\\]+/)
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .join("/")
    .slice(-mostPathChars);

const lineOf = (map: TraceMap, source: string, line: number): string | null => {
  const content = sourceContentFor(map, source);
  const text = content?.split("\n", line)[line - 1]?.trim();
  return text ? text.slice(0, mostTextChars) : null;
};

const placeIn = (map: TraceMap, at: { line: number; column: number }): SourcePlace | null => {
  const found = originalPositionFor(map, { line: at.line, column: at.column - 1 });
  if (found.source === null) return null;
  const file = plainPath(found.source);
  if (file === "") return null;
  const { line, column, name } = found;
  return {
    file,
    line,
    column: column + 1,
    name: typeof name === "string" ? name.slice(0, mostPathChars) : null,
    text: lineOf(map, found.source, line),
  };
};

// A thread of its own, with a heap of its own: a map that is too much ends the thread and nothing else.
const questions = workerData as MapQuestion[];
for (const [index, { bytes, url, places }] of questions.entries()) {
  try {
    const text = new TextDecoder().decode(bytes).replace(/^\)\]\}'[^\n]*\n/, "");
    const map = FlattenMap(text, url);
    for (const [at, place] of places.entries())
      parentPort?.postMessage({ index, at, found: placeIn(map, place) });
  } catch {
    // No map, or one that leads nowhere: the places stay as the browser told them.
  }
}
