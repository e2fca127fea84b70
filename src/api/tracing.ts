import { z } from "zod";
import { defineApi, raw } from "./define-api.ts";

export const tracingApi = defineApi({
  getTracingSnippet: {
    method: "GET",
    path: "/tracing/snippet.js",
    tag: "Tracing",
    summary: "Browser script that adds `traceparent` to an app's own requests",
    description:
      "Include it first in the app's pages. It touches calls of the page's own origin only: fetch, XMLHttpRequest, and beacons, which it sends by fetch where they are small enough.",
    access: "open",
    query: z.looseObject({}),
    reply: raw(["text/javascript"], "The script"),
  },
});
