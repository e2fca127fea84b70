import { z } from "zod";
import { defineApi, raw } from "./define-api.ts";

export const tracingApi = defineApi({
  getTracingSnippet: {
    method: "GET",
    path: "/tracing/snippet.js",
    tag: "Tracing",
    summary: "Browser script that adds `traceparent` to an app's own requests",
    description:
      "Include it first in the app's pages. It touches same-origin fetch and XMLHttpRequest calls only.",
    access: "open",
    query: z.looseObject({}),
    reply: raw(["text/javascript"], "The script"),
  },
});
