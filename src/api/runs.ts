import { z } from "zod";
import { healedSchema } from "#model/healing.ts";
import { fileIssuesSchema, runDetailSchema, runItemSchema, runStatusSchema } from "#model/run.ts";
import { exampleId, httpUrl, idParams, pageOf, pageQuery } from "./common.ts";
import { defineApi, raw } from "./define-api.ts";
import { suiteFileSchema } from "./suites.ts";

const tag = "Runs";

const since = z.int().min(0).default(0).describe("Only events with a greater `seq`");

const casesSchema = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(10_000)
  .describe("Case ids; all if left out");
const jobSchema = z.strictObject({ suite: suiteFileSchema, cases: casesSchema.optional() });
const options = {
  file_issues: fileIssuesSchema.optional().describe("Where failures are filed; `off` if left out"),
  sharded: z
    .boolean()
    .optional()
    .describe("Split the cases over idle workers; those tied by needs or captures stay together, in order"),
  base_url: httpUrl.optional().describe("Overrides the suites' own"),
};

const startRunsSchema = z.union([
  jobSchema.extend(options).meta({ title: "One suite" }),
  z.strictObject({ jobs: z.array(jobSchema).min(1).max(1000), ...options }).meta({ title: "Several suites" }),
]);

const queueSchema = z
  .object({
    active: z.string().nullable().describe("Id of the longest running run"),
    active_suite: z.string().nullable(),
    running: z.array(z.object({ id: z.string(), suite: z.string().nullable() })),
    running_suites: z.array(z.string()),
    pending: z.array(
      z.object({ id: z.string(), suite: z.string().nullable(), cases: z.array(z.string()).nullable() }),
    ),
    busy: z.boolean(),
  })
  .meta({ id: "Queue" });

const placeShape = healedSchema.pick({ from: true, to: true, place: true });
const patchSchema = z
  .object({
    suite: suiteFileSchema,
    diff: z.string().describe("Unified diff of the suite's document; empty when there is nothing to change"),
    patched: z.array(placeShape).describe("Targets that the diff replaces"),
    unpatched: z
      .array(placeShape.extend({ reason: z.string() }))
      .describe("Targets that were healed and cannot be replaced where they stand, and why"),
  })
  .meta({ id: "RunPatch" });

const summary = { passed: 1, failed: 0, broken: 0, skipped: 0 };
const suite = "shop-checkout-7f3a.yaml";
const item = {
  id: exampleId,
  kind: "suite",
  suite,
  cases: null,
  status: "done",
  error: null,
  file_issues: "off",
  sharded: false,
  base_url: null,
  plan_id: null,
  created_at: "2026-01-31T09:30:00.000Z",
  started_at: "2026-01-31T09:30:00.100Z",
  finished_at: "2026-01-31T09:30:04.000Z",
  summary,
};

const lost = { from: "Add to cart", to: "Add to basket", place: ["cases", "order", "steps", 1, "click"] };
const patch = {
  suite,
  diff: `--- a/${suite}\n+++ b/${suite}\n@@ -6,3 +6,3 @@\n       - goto: /\n-      - click: Add to cart\n+      - click: Add to basket\n       - expect: {text: Thank you}\n`,
  patched: [lost],
  unpatched: [],
};

export const runsApi = defineApi({
  listRuns: {
    method: "GET",
    path: "/runs",
    tag,
    summary: "Run history, newest first, with queued and running runs",
    access: "member",
    query: z.strictObject({
      ...pageQuery,
      status: runStatusSchema.optional(),
      suite: suiteFileSchema.optional(),
      kind: z.enum(["qualify"]).optional().describe("Qualifications of suites, which are listed apart"),
    }),
    reply: pageOf(runItemSchema),
    examples: { query: { status: "done" }, reply: { items: [item], total: 1, limit: 50, offset: 0 } },
  },
  startRuns: {
    method: "POST",
    path: "/runs",
    tag,
    summary: "Queue one run or several",
    description:
      "Never refused for lack of workers: what cannot start yet waits. `run_id` is the first of `run_ids`.",
    access: "member",
    body: startRunsSchema,
    reply: z.object({
      run_id: z.string(),
      run_ids: z.array(z.string()),
      queued: z.int().describe("How many runs were queued"),
    }),
    errors: ["not_found"],
    examples: {
      body: { suite, cases: ["order"] },
      reply: { run_id: exampleId, run_ids: [exampleId], queued: 1 },
    },
  },
  getQueue: {
    method: "GET",
    path: "/runs/queue",
    tag,
    summary: "What is running and what waits",
    access: "member",
    reply: queueSchema,
    examples: {
      reply: {
        active: exampleId,
        active_suite: suite,
        running: [{ id: exampleId, suite }],
        running_suites: [suite],
        pending: [],
        busy: true,
      },
    },
  },
  getRun: {
    method: "GET",
    path: "/runs/{id}",
    tag,
    summary: "One run with its events and its report",
    access: "member",
    params: idParams,
    query: z.strictObject({ since }),
    reply: runDetailSchema,
    examples: { params: { id: exampleId }, reply: { ...item, events: [], report: null, result: null } },
  },
  cancelRun: {
    method: "POST",
    path: "/runs/{id}/cancel",
    tag,
    summary: "Cancel a run",
    description: "Idempotent. A running run ends a moment later; an ended one stays as it is.",
    access: "member",
    params: idParams,
    reply: z.object({ ok: z.literal(true), status: runStatusSchema.describe("The status now") }),
    examples: { params: { id: exampleId }, reply: { ok: true, status: "cancelled" } },
  },
  getRunPatch: {
    method: "GET",
    path: "/runs/{id}/patch",
    tag,
    summary: "What a run's healed targets would change in its suite",
    description:
      "A unified diff against the suite as it is now, comments and layout kept. Targets that are found healed are told " +
      "with `HEALING` `warn` and `on`; nothing changes a suite but a patch that somebody applies.",
    access: "member",
    params: idParams,
    reply: patchSchema,
    examples: { params: { id: exampleId }, reply: patch },
  },
  applyRunPatch: {
    method: "POST",
    path: "/runs/{id}/patch",
    tag,
    summary: "Write a run's healed targets into its suite",
    description:
      "All or nothing. `conflict` with the reasons when the suite has been changed at one of the places, or a target " +
      "cannot be replaced where it stands.",
    access: "member",
    params: idParams,
    reply: patchSchema.extend({ ok: z.literal(true) }),
    errors: ["conflict"],
    examples: { params: { id: exampleId }, reply: { ok: true, ...patch } },
  },
  streamRunEvents: {
    method: "GET",
    path: "/runs/{id}/events",
    tag,
    summary: "A run's events as they happen",
    description:
      "Server-Sent Events: `id` is the event's `seq`, `event` its kind, `data` the event as JSON. Resumes after the " +
      "`seq` in `Last-Event-ID` (or `?since=`) and ends when the run or the caller's access has ended. An organisation may " +
      "have 1,000 streams open at a time.",
    access: "query_token",
    params: idParams,
    query: z.strictObject({ since }),
    reply: raw(["text/event-stream"], "The events of the run"),
    errors: ["rate_limited"],
    examples: { params: { id: exampleId } },
  },
});
