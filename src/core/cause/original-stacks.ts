import type { ConsoleEvidence, OriginalStack } from "#model/evidence.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { ScriptPlace, SourceMaps, SourcePlace } from "#ports/source-maps.ts";

const mostErrors = 3;
const mostFrames = 8;
/** Chromium's `at n (http://shop.test/a.js:1:84)` and Firefox's `n@http://shop.test/a.js:1:84`. */
const frameLine =
  /^(\s*)(?:at (?:(?:async )?(.*?) \()?|(.*?)@)(https?:\/\/[^\s()]{1,2000}?):(\d{1,7}):(\d{1,9})\)?\s*$/;

type Frame = { indent: string; name: string | null; place: ScriptPlace };

const frameOf = (line: string): Frame | null => {
  const [, indent = "", chromium, firefox, url, row, column] = frameLine.exec(line.slice(0, 2500)) ?? [];
  if (!url) return null;
  return {
    indent,
    name: chromium ?? (firefox || null),
    place: { url, line: Number(row), column: Number(column) },
  };
};

const framesOf = (stack: string): Frame[] =>
  stack
    .split("\n")
    .flatMap((line) => frameOf(line) ?? [])
    .slice(0, mostFrames);

/** A name that a minifier gave says nothing. */
const isMinified = (name: string): boolean => /^(?:[\w$]+\.)?[\w$]{1,2}$/.test(name);

type Found = ReadonlyMap<string, SourcePlace>;
const keyOf = ({ url, line, column }: ScriptPlace): string => `${url}:${line}:${column}`;

/** Null when no map tells any of its frames. */
const originalOf = (stack: string, found: Found): OriginalStack | null => {
  const lines = stack.split("\n");
  const frames = lines.map(frameOf);
  const known = frames.map((frame) => (frame ? (found.get(keyOf(frame.place)) ?? null) : null));
  if (known.every((place) => place === null)) return null;
  const told = lines.map((line, at) => {
    const [frame, place] = [frames[at], known[at]];
    if (!frame || !place) return line;
    // Where a function was called from stands its own name, which a minifier may have taken from it.
    const caller = known[at + 1];
    const name = frame.name && isMinified(frame.name) ? (caller?.name ?? null) : frame.name;
    const where = `${place.file}:${place.line}:${place.column}`;
    return name ? `${frame.indent}at ${name} (${where})` : `${frame.indent}at ${where}`;
  });
  return {
    stack: told.join("\n"),
    lines: known.flatMap((place) =>
      place?.text ? [{ file: place.file, line: place.line, text: place.text }] : [],
    ),
  };
};

/** The errors nearest to the failing step: those are told. */
const nearest = <Item extends { step: number }>(items: readonly Item[]): Item[] => items.slice(-mostErrors);

const isTold = ({ level, text }: ConsoleEvidence): boolean => level === "error" && framesOf(text).length > 0;

/** The failure with the stacks of its errors in terms of the sources, as far as the app serves source maps. Never rejects. */
export const withOriginalStacks = async (
  failure: CaseFailure,
  maps: SourceMaps | null,
  signal: AbortSignal | undefined,
): Promise<CaseFailure> => {
  const { evidence, baseUrl } = failure;
  const errors = nearest(evidence.page_errors.filter(({ stack }) => stack !== null));
  const told = nearest(evidence.console.filter(isTold));
  const places = [...errors.map(({ stack }) => stack ?? ""), ...told.map(({ text }) => text)]
    .flatMap(framesOf)
    .map(({ place }) => place);
  if (!maps || places.length === 0 || !URL.canParse(baseUrl)) return failure;
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()];
  const sources = await maps.find(distinct, new URL(baseUrl).origin, signal);
  const found: Found = new Map(
    distinct.flatMap((place, at) => {
      const source = sources[at];
      return source ? [[keyOf(place), source] as const] : [];
    }),
  );
  if (found.size === 0) return failure;
  return {
    ...failure,
    evidence: {
      ...evidence,
      page_errors: evidence.page_errors.map((error) => {
        const original = errors.includes(error) && error.stack ? originalOf(error.stack, found) : null;
        return original ? { ...error, original } : error;
      }),
      console: evidence.console.map((entry) => {
        const original = told.includes(entry) ? originalOf(entry.text, found) : null;
        return original ? { ...entry, text: original.stack } : entry;
      }),
    },
  };
};
