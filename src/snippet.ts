import { readFile } from "node:fs/promises";

/** Source of the tracing snippet. */
export const readSnippet = (): Promise<string> =>
  readFile(new URL("features/tracing/snippet.js", import.meta.url), "utf8");
