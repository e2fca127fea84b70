import { Worker } from "node:worker_threads";
import type { ScriptPlace, SourceMaps, SourcePlace } from "#ports/source-maps.ts";
import type { MapQuestion } from "./read-map.ts";

/** A fetch under the operator's outbound rules. */
export type MapFetch = (
  url: URL,
  init: { headers: Record<string, string>; redirect: "error"; signal: AbortSignal },
) => Promise<Response>;

export type SourceMapLimits = {
  /** Scripts whose maps are looked for at a time. */
  scripts: number;
  scriptBytes: number;
  mapBytes: number;
  /** Time for everything: fetching, waiting for a turn, reading. */
  totalMs: number;
  /** Heap of the thread that reads maps. */
  heapMb: number;
};

const mib = 1024 * 1024;
const standard: SourceMapLimits = {
  scripts: 4,
  scriptBytes: 8 * mib,
  mapBytes: 16 * mib,
  totalMs: 5000,
  heapMb: 384,
};

type ServedMap = Pick<MapQuestion, "bytes" | "url">;
type Asked = ServedMap & { places: ScriptPlace[] };

/** Maps of same-origin scripts, fetched without any credential. What is served is read in a thread of its own, one at a time. */
export const createSourceMaps = (fetch: MapFetch, limits: SourceMapLimits = standard): SourceMaps => {
  let turn: Promise<unknown> = Promise.resolve();

  const load = async (url: URL, most: number, signal: AbortSignal): Promise<[Uint8Array, Headers] | null> => {
    const answer = await fetch(url, { headers: { accept: "*/*" }, redirect: "error", signal });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    const bytes = answer.ok && !isPage && answer.body ? await readBounded(answer.body, most) : null;
    if (bytes) return [bytes, answer.headers];
    await answer.body?.cancel();
    return null;
  };

  const mapOf = async (script: string, origin: string, signal: AbortSignal): Promise<ServedMap | null> => {
    const url = new URL(script);
    const served = await load(url, limits.scriptBytes, signal);
    if (!served) return null;
    const [bytes, headers] = served;
    const named = headers.get("sourcemap") ?? headers.get("x-sourcemap") ?? namedIn(bytes);
    if (named === null) return null;
    if (named.startsWith("data:")) return inline(named, script, limits.mapBytes);
    const address = URL.canParse(named, url) ? new URL(named, url) : null;
    if (address?.origin !== origin) return null;
    const map = await load(address, limits.mapBytes, signal);
    return map && { bytes: map[0], url: address.href };
  };

  return {
    async find(places, origin, signal) {
      const none = places.map(() => null);
      const time = AbortSignal.timeout(limits.totalMs);
      const until = signal ? AbortSignal.any([signal, time]) : time;
      const own = places.filter(({ url }) => isOf(url, origin));
      const scripts = [...new Set(own.map(({ url }) => url))].slice(0, limits.scripts);
      const loaded = await Promise.all(
        scripts.map((script) => mapOf(script, origin, until).catch(() => null)),
      );
      const questions = scripts.flatMap((script, index): Asked[] => {
        const map = loaded[index];
        return map ? [{ ...map, places: own.filter(({ url }) => url === script) }] : [];
      });
      if (questions.length === 0) return none;
      const mine = turn.then(() => (until.aborted ? [] : askThread(questions, limits.heapMb, until)));
      turn = mine;
      const answers = await mine;
      return places.map((place) => answers.find(([of]) => of === place)?.[1] ?? null);
    },
  };
};

const isOf = (url: string, origin: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, origin: its } = new URL(url);
  return (protocol === "http:" || protocol === "https:") && its === origin;
};

/** Null when there is more of it. */
const readBounded = async (body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const marker = "sourceMappingURL=";
/** What the last comment of a script names. */
const namedIn = (script: Uint8Array): string | null => {
  const bytes = Buffer.from(script.buffer, script.byteOffset, script.byteLength);
  const at = bytes.lastIndexOf(marker);
  if (at < 3 || !/(?:\/\/|\/\*)[#@]\s*$/.test(bytes.toString("latin1", Math.max(0, at - 8), at))) return null;
  const rest = bytes.subarray(at + marker.length);
  const end = rest.findIndex((byte) => byte <= 0x20 || byte === 0x2a || byte === 0x22 || byte === 0x27);
  return rest.toString("utf8", 0, end < 0 ? rest.length : end) || null;
};

const inline = (address: string, script: string, most: number): ServedMap | null => {
  const comma = address.indexOf(",");
  if (comma < 0 || address.length > most * 2) return null;
  const content = address.slice(comma + 1);
  const bytes = /;base64$/i.test(address.slice(0, comma))
    ? Buffer.from(content, "base64")
    : Buffer.from(decodeURIComponent(content));
  return bytes.length > most ? null : { bytes, url: script };
};

type Answer = { index: number; at: number; found: SourcePlace | null };

/** What the thread has found until it ended, by itself or because its time or heap was used up. */
const askThread = async (
  questions: Asked[],
  heapMb: number,
  until: AbortSignal,
): Promise<[ScriptPlace, SourcePlace | null][]> => {
  const found: [ScriptPlace, SourcePlace | null][] = [];
  const thread = new Worker(new URL("./read-map.ts", import.meta.url), {
    workerData: questions satisfies MapQuestion[],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    stdout: true,
    stderr: true,
  });
  const ended = Promise.withResolvers<void>();
  const stop = (): void => void thread.terminate();
  until.addEventListener("abort", stop, { once: true });
  thread.on("message", ({ index, at, found: place }: Answer) => {
    const asker = questions[index]?.places[at];
    if (asker) found.push([asker, place]);
  });
  // Out of memory, for one: what was found until then counts.
  thread.on("error", () => undefined);
  thread.on("exit", () => ended.resolve());
  if (until.aborted) stop();
  await ended.promise;
  until.removeEventListener("abort", stop);
  return found;
};
