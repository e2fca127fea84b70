export type TracingFeature = ReturnType<typeof createTracing>;

/** The script that an app's pages include, so that their requests name the trace they belong to. */
export const createTracing = (snippet: string) => ({
  snippet: (): { contentType: string; headers: Record<string, string>; body: string } => ({
    contentType: "text/javascript; charset=utf-8",
    headers: {
      "cache-control": "public, max-age=3600",
      // Apps include it from their own origins.
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
    },
    body: snippet,
  }),
});
