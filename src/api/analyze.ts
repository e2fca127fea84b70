import { z } from "zod";
import { analyzeResultSchema, sourceKinds } from "#model/analysis.ts";
import { fileIssuesSchema } from "#model/run.ts";
import { logBackendKeys } from "#model/settings.ts";
import { exampleId, httpUrl, textBody } from "./common.ts";
import { defineApi } from "./define-api.ts";

const logBackendSchema: z.ZodType<Record<string, string | undefined>> = z.strictObject(
  Object.fromEntries(logBackendKeys.map((key) => [key, z.string().max(16_384).optional()])),
);

export const authSchema = z.strictObject({
  username: z.string().min(1).max(1024),
  password: z.string().max(1024),
  login_path: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .describe("Where the log-in form is; looked for if left out"),
});

export const analyzeRequestSchema = z
  .strictObject({
    app_url: httpUrl.describe(
      "The app under test. For other kinds than url it is what is fetched where there is no text, and what the suite targets where there is no base_url",
    ),
    kind: z.enum(sourceKinds).default("url"),
    base_url: httpUrl.nullable().optional().describe("Target app for other kinds than url"),
    text: z.string().max(1_000_000).nullable().optional().describe("Pasted prose or specification"),
    auth: authSchema.optional().describe("Logs in first"),
    exhaustive: z.boolean().optional().describe("Deeper coverage; false if left out"),
    file_issues: fileIssuesSchema.default("off"),
    mode: z.enum(["sync", "async"]).default("sync"),
    timeout_s: z.int().min(30).max(1800).default(600).describe("How long sync mode waits, in seconds"),
    llm_key: z
      .string()
      .max(16_384)
      .optional()
      .describe(
        "Key of a model provider for this request alone, in place of LLM_API_KEY; it also chooses the provider when its form tells. " +
          "One that cannot be used is told in the answer's warnings; empty is none. " +
          "Sealed while the run waits, erased when it ends",
      ),
    log_backend: logBackendSchema
      .optional()
      .describe(
        "Log source for this request alone, by the keys of the settings. One that names another backend, address or credential than the " +
          "settings stands alone: nothing saved of a log source goes along. One of LOKI_SELECTOR, ELASTICSEARCH_INDEX or " +
          "LOG_FILE_GLOB alone narrows the saved source",
      ),
  })
  .meta({ id: "AnalyzeRequest" });
export type AnalyzeRequest = z.output<typeof analyzeRequestSchema>;

export const analyzeApi = defineApi({
  analyze: {
    method: "POST",
    path: "/analyze",
    tag: "Analyze",
    summary: "Generate a suite for a live app, run it and explain what fails",
    description:
      "Sync mode waits up to `timeout_s` and answers with the result; when the time is up the status is still " +
      "`queued` or `running` and the run goes on. Async mode answers at once with a `run_id` for GET /runs/{id}.",
    bodyLimit: textBody,
    access: "member",
    body: analyzeRequestSchema,
    reply: analyzeResultSchema,
    errors: ["generation_error"],
    examples: {
      body: {
        app_url: "https://shop.example",
        auth: { username: "ada", password: "correct horse", login_path: "/login" },
        timeout_s: 600,
        log_backend: { LOG_BACKEND: "loki", LOKI_URL: "http://loki:3100", LOKI_SELECTOR: '{app="shop"}' },
      },
      reply: {
        run_id: exampleId,
        status: "done",
        suite: "Shop",
        summary: { passed: 11, failed: 1, broken: 0, skipped: 0 },
        cases: [
          {
            id: "create-order",
            title: "A new order shows up in the list",
            status: "failed",
            why: "POST /api/orders answered 500",
            root_cause: {
              category: "backend_exception",
              summary:
                "POST /api/orders failed with TypeError: cannot read properties of undefined (reading 'price')",
              suspected_cause: "createOrder (orders.js:41) reads the price of an item that is not there",
              suggested_fix: "Check that the item exists before its price is read in createOrder",
              confidence: 0.95,
              server_status: "diagnosed",
              trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
              evidence: ["2026-01-31T09:30:02.113Z ERROR TypeError: cannot read properties of undefined"],
            },
          },
        ],
        issues: [],
      },
    },
  },
});
