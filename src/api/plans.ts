import { z } from "zod";
import { summarySchema } from "#model/report.ts";
import { fileIssuesSchema, runStatusSchema } from "#model/run.ts";
import { secretMask } from "#model/settings.ts";
import { authSchema } from "./analyze.ts";
import { exampleId, httpUrl, okSchema, pageOf, pageQuery } from "./common.ts";
import { defineApi } from "./define-api.ts";
import { suiteFileSchema } from "./suites.ts";

const tag = "Plans";

const planParams = z.object({ plan_id: z.string().min(1).max(200) });

const itemSchema = z.strictObject({
  suite: suiteFileSchema,
  cases: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(10_000)
    .optional()
    .describe("Case ids; all if left out"),
});

const planSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    items: z
      .array(z.object({ suite: z.string(), cases: z.array(z.string()).optional() }))
      .describe("In order"),
    schedule: z.string().nullable(),
    next_run_at: z.string().nullable(),
    last_run: z
      .object({
        run_ids: z.array(z.string()),
        status: runStatusSchema,
        started_at: z.string().nullable(),
        finished_at: z.string().nullable(),
        summary: summarySchema,
      })
      .nullable(),
    auth: z
      .object({
        username: z.string(),
        password: z.string().describe("Masked"),
        login_path: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "Plan" });

const planInputSchema = z
  .strictObject({
    id: z.string().min(1).max(200).optional().describe("Updates this plan"),
    name: z.string().trim().min(1).max(200),
    description: z.string().max(10_000).optional(),
    items: z
      .array(itemSchema)
      .min(1)
      .max(1000)
      .describe("Run in this order, each when the one before has ended"),
    schedule: z
      .string()
      .max(200)
      .nullable()
      .optional()
      .describe("Five-field cron in UTC, or with a `CRON_TZ=Area/City ` prefix; null or empty for none"),
    auth: authSchema
      .extend({ login_path: authSchema.shape.login_path.nullable() })
      .nullable()
      .optional()
      .describe(
        "Logs in for every suite of the plan, in place of the suite's own log-in; the mask keeps a stored password",
      ),
  })
  .meta({ id: "PlanRequest" });

const example = {
  id: exampleId,
  name: "Nightly",
  description: "",
  items: [{ suite: "shop-checkout-7f3a.yaml" }],
  schedule: "0 3 * * *",
  next_run_at: "2026-02-01T03:00:00.000Z",
  last_run: null,
  auth: { username: "ada", password: secretMask, login_path: "/login" },
};

export const plansApi = defineApi({
  listPlans: {
    method: "GET",
    path: "/plans",
    tag,
    summary: "The organisation's plans, newest first",
    access: "member",
    query: z.strictObject(pageQuery),
    reply: pageOf(planSchema),
    examples: { reply: { items: [example], total: 1, limit: 50, offset: 0 } },
  },
  getPlan: {
    method: "GET",
    path: "/plans/{plan_id}",
    tag,
    summary: "One plan: suites, schedule, last run",
    access: "member",
    params: planParams,
    reply: planSchema,
    examples: { params: { plan_id: exampleId }, reply: example },
  },
  savePlan: {
    method: "POST",
    path: "/plans",
    tag,
    summary: "Create a plan, or update the one that `id` names",
    description: "An update keeps the fields that are left out; null clears `schedule` and `auth`.",
    access: "member",
    body: planInputSchema,
    reply: planSchema,
    errors: ["not_found"],
    examples: {
      body: { name: "Nightly", items: [{ suite: "shop-checkout-7f3a.yaml" }], schedule: "0 3 * * *" },
      reply: example,
    },
  },
  deletePlan: {
    method: "DELETE",
    path: "/plans/{plan_id}",
    tag,
    summary: "Delete a plan",
    description: "Runs that it has started stay.",
    access: "member",
    params: planParams,
    reply: okSchema,
    examples: { params: { plan_id: exampleId }, reply: { ok: true } },
  },
  runPlan: {
    method: "POST",
    path: "/plans/{plan_id}/run",
    tag,
    summary: "Queue the whole plan as one ordered pass",
    access: "member",
    params: planParams,
    body: z
      .strictObject({
        file_issues: fileIssuesSchema.optional(),
        base_url: httpUrl.optional().describe("Overrides the suites' own"),
      })
      .nullish(),
    reply: z.object({ run_ids: z.array(z.string()).describe("In order") }),
    examples: {
      params: { plan_id: exampleId },
      body: { file_issues: "native" },
      reply: { run_ids: [exampleId] },
    },
  },
});
