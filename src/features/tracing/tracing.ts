import { readFile } from "node:fs/promises";

export type TracingFeature = ReturnType<typeof createTracing>;

/** The script that an app's pages include, so that their requests name the trace they belong to. */
export const createTracing = () => {
  let source: Promise<string> | undefined;
  return {
    snippet: async (): Promise<{ contentType: string; headers: Record<string, string>; body: string }> => {
      source ??= readFile(new URL("snippet.js", import.meta.url), "utf8");
      return {
        contentType: "text/javascript; charset=utf-8",
        headers: {
          "cache-control": "public, max-age=3600",
          // Apps include it from their own origins.
          "cross-origin-resource-policy": "cross-origin",
          "access-control-allow-origin": "*",
        },
        body: await source,
      };
    },
  };
};
