import { readFile } from "node:fs/promises";

/** Source of the tracing snippet, without comments and indentation. */
export const readSnippet = async (): Promise<string> => {
  const source = await readFile(new URL("features/tracing/snippet.js", import.meta.url), "utf8");
  return source.replaceAll(/^\s*(?:\/\/.*)?\n|^\s+/gm, "");
};
