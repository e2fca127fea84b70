import { z } from "zod";
import { httpUrl, okSchema, pageOf, pageQuery, time } from "./common.ts";
import { defineApi } from "./define-api.ts";

const tag = "Checks";

const checkStatusSchema = z.enum(["passed", "failed", "broken"]);
const nameSchema = z.string().min(1).max(200).describe("Name of the baseline");
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, "is no header name");
const headerValue = z
  .string()
  .max(8192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, "has a character that a header cannot carry");
/** Common encoders break long lines. */
const withoutSpace = (given: unknown): unknown =>
  typeof given === "string" ? given.replaceAll(/\s+/g, "") : given;
/** A PNG of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const checksApi = defineApi({
  checkApi: {
    method: "POST",
    path: "/checks/api",
    tag,
    summary: "Send one HTTP request and assert its status and a JSON path",
    description:
      "With neither `status` nor `json_path` any answer below 400 passes. Redirects are followed, unless `status` is one of 300 to 399.",
    access: "member",
    body: z
      .strictObject({
        url: httpUrl,
        method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]).optional(),
        status: z.int().min(100).max(599).optional(),
        json_path: z.string().min(1).max(2000).optional().describe("RFC 9535"),
        equals: z
          .unknown()
          .optional()
          .describe("Expected value at `json_path`; several nodes compare as an array"),
        headers: z.record(headerName, headerValue).optional(),
        body: z.unknown().optional().describe("A string is sent as it is, anything else as JSON"),
      })
      .meta({ id: "ApiCheckRequest" }),
    reply: z
      .object({
        kind: z.literal("api"),
        status: checkStatusSchema,
        observed: z.object({ status: z.int().nullable(), value: z.unknown(), detail: z.string() }),
      })
      .meta({ id: "ApiCheck" }),
    examples: {
      body: { url: "https://shop.example/api/products/1", status: 200, json_path: "$.name", equals: "Mug" },
      reply: { kind: "api", status: "passed", observed: { status: 200, value: "Mug", detail: "" } },
    },
  },
  checkScreenshot: {
    method: "POST",
    path: "/checks/screenshot",
    tag,
    summary: "Compare a picture with the stored baseline of its name",
    description: "The first picture of a name becomes its baseline and passes. Another size fails.",
    access: "member",
    bodyLimit: 16 * 1024 * 1024,
    body: z
      .strictObject({
        name: nameSchema,
        image_b64: z
          .preprocess(withoutSpace, z.base64().min(1))
          .describe("PNG; white space in between is no matter"),
        tol: z
          .number()
          .min(0)
          .max(1)
          .optional()
          .describe("Largest share of differing pixels; 0.001 if left out"),
      })
      .meta({ id: "ScreenshotCheckRequest" }),
    reply: z
      .object({
        kind: z.literal("screenshot_region"),
        status: checkStatusSchema,
        observed: z.record(z.string(), z.unknown()),
      })
      .meta({ id: "ScreenshotCheck" }),
    examples: {
      body: { name: "cart", image_b64: pixel },
      reply: { kind: "screenshot_region", status: "passed", observed: { seeded: true } },
    },
  },
  listBaselines: {
    method: "GET",
    path: "/checks/screenshot",
    tag,
    summary: "The stored baselines, by name",
    access: "member",
    query: z.strictObject(pageQuery),
    reply: pageOf(
      z
        .object({ name: z.string(), width: z.int(), height: z.int(), created_at: time })
        .meta({ id: "Baseline" }),
    ),
    examples: {
      reply: {
        items: [{ name: "cart", width: 800, height: 600, created_at: "2026-01-31T09:30:00.000Z" }],
        total: 1,
        limit: 50,
        offset: 0,
      },
    },
  },
  deleteBaseline: {
    method: "DELETE",
    path: "/checks/screenshot/{name}",
    tag,
    summary: "Forget a baseline",
    description: "The next picture of the name becomes the baseline.",
    access: "member",
    params: z.object({ name: nameSchema }),
    reply: okSchema,
    examples: { params: { name: "cart" }, reply: { ok: true } },
  },
});
