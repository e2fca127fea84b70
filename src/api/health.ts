import { z } from "zod";
import { defineApi, raw } from "./define-api.ts";

const tag = "Service";

export const healthApi = defineApi({
  getHealth: {
    method: "GET",
    path: "/health",
    tag,
    summary: "Liveness",
    description: "200 for as long as the service answers.",
    access: "open",
    query: z.looseObject({}),
    reply: z.object({ status: z.literal("ok") }),
    examples: { reply: { status: "ok" } },
  },
  getReadiness: {
    method: "GET",
    path: "/health/ready",
    tag,
    summary: "Readiness",
    description: "200 while the data directory and the database can be written, else 503.",
    access: "open",
    query: z.looseObject({}),
    reply: z.object({ status: z.literal("ready") }),
    errors: ["not_ready"],
    examples: { reply: { status: "ready" } },
  },
  getOpenApi: {
    method: "GET",
    path: "/openapi.json",
    tag,
    summary: "This description, as OpenAPI 3.1",
    access: "query_token",
    reply: raw(["application/json"], "The OpenAPI document"),
  },
  getDocs: {
    method: "GET",
    path: "/docs",
    tag,
    summary: "Interactive documentation",
    description: "A browser that is not signed in gets 401 with a small sign-in form.",
    signInPage: true,
    access: "query_token",
    reply: raw(["text/html"], "A page that shows and tries out this description"),
  },
});
