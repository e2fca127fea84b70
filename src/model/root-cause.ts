import { z } from "zod";

/** The closed set of causes, in the order in which the rules are tried: the first whose evidence is there wins. */
export const causeCategories = [
  "runner_fault",
  "environment",
  "backend_exception",
  "backend_error",
  "frontend_exception",
  "auth",
  "api_contract",
  "test_data",
  "locator_drift",
  "timing",
  "wrong_result",
  "broken_link",
  "accessibility",
  "test_defect",
  "unknown",
] as const;
export type CauseCategory = (typeof causeCategories)[number];

export type CauseOwner = "system" | "product" | "test" | "unknown";
export const causeOwner: Record<CauseCategory, CauseOwner> = {
  runner_fault: "system",
  environment: "system",
  backend_exception: "product",
  backend_error: "product",
  frontend_exception: "product",
  auth: "product",
  api_contract: "product",
  test_data: "test",
  locator_drift: "test",
  timing: "test",
  wrong_result: "product",
  broken_link: "product",
  accessibility: "product",
  test_defect: "test",
  unknown: "unknown",
};

export const serverStatuses = [
  "diagnosed",
  "inferred_no_logs",
  "no_trace_id",
  "no_log_backend",
  "no_logs_matched",
  "diagnosis_failed",
] as const;
export type ServerStatus = (typeof serverStatuses)[number];

export const rootCauseSchema = z.object({
  category: z.enum(causeCategories).describe("Closed set; the first whose least evidence is there"),
  summary: z.string().describe("What broke, in one sentence"),
  suspected_cause: z.string().describe("Why, naming route, function and line where the evidence does"),
  suggested_fix: z.string().describe("What to do next"),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe("How often a cause given with this confidence is right, 0 to 1"),
  server_status: z
    .enum(serverStatuses)
    .nullable()
    .describe("What the server's side of the diagnosis came to; null where the server plays no part"),
  trace_id: z.string().nullable().describe("W3C trace id of the request that failed"),
  evidence: z.array(z.string()).describe("Log lines first, then requests, page errors, console errors"),
});
export type RootCause = z.infer<typeof rootCauseSchema>;

/** What stands where nobody asks for the cause, as while a suite is only tried. */
export const causeNotAsked: RootCause = {
  category: "unknown",
  summary: "",
  suspected_cause: "",
  suggested_fix: "",
  confidence: 0,
  server_status: null,
  trace_id: null,
  evidence: [],
};
