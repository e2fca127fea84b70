import { z } from "zod";
import { sourceKinds } from "#model/analysis.ts";
import { coverageSchema, trialSchema } from "#model/coverage.ts";
import { authSchema } from "./analyze.ts";
import { exampleId, httpUrl, textBody, time } from "./common.ts";
import { defineApi } from "./define-api.ts";
import { suiteFileSchema } from "./suites.ts";

const tag = "Generate";

const requestShape = {
  kind: z.enum(sourceKinds).default("url"),
  url: httpUrl.nullable().optional().describe("For kind url the page to start at; else what to fetch"),
  base_url: httpUrl.nullable().optional().describe("What the suite targets, for other kinds than url"),
  text: z.string().max(1_000_000).nullable().optional().describe("Pasted prose or specification"),
  auth: authSchema.nullable().optional().describe("For pages behind a log-in"),
  exhaustive: z.boolean().optional().describe("Deeper coverage; true if left out"),
};
/** Said beside whatever else is wrong: a key that is misspelt is often the one that is missing. */
const urlNeeded = {
  path: ["url"],
  error: "is required for kind url",
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};
const hasUrl = ({ kind, url }: { kind: string; url?: string | null | undefined }): boolean =>
  kind !== "url" || Boolean(url);
const titleSchema = z.string().trim().min(1).max(200).nullable().optional();

const auth = { username: "ada", password: "correct horse", login_path: "/login" };
const yaml = `suite: Shop
base_url: https://shop.example
cases:
  - id: page-home
    title: The start page loads without errors
    steps:
      - goto: /
      - expect: no_errors
`;

const changeSchema = z.object({
  case_id: z.string(),
  title: z.string(),
  change: z
    .enum(["new", "changed", "gone", "kept", "deleted"])
    .describe(
      "kept: people edited it, or it was not looked at again, so it stays; deleted: people took it out, so it stays out",
    ),
  why: z.string(),
  generated: z.string().nullable().describe("The case as it is generated now, where the suite keeps another"),
});
const regenerationSchema = z
  .object({
    suite: z.string(),
    generated_at: time,
    changes: z.array(changeSchema),
    diff: z.string().describe("Unified diff of the suite's document; empty when nothing changes"),
  })
  .meta({ id: "Regeneration" });
const nameParams = z.object({ name: suiteFileSchema });
const regeneration = {
  suite: "shop-7f3a.yaml",
  generated_at: "2026-01-31T09:30:00.000Z",
  changes: [
    {
      case_id: "page-about",
      title: "The page About loads without errors",
      change: "new" as const,
      why: "it was not generated before",
      generated: null,
    },
  ],
  diff: "--- a/shop-7f3a.yaml\n+++ b/shop-7f3a.yaml\n",
};

const trialShape = {
  coverage: coverageSchema.nullable().describe("null for other kinds than url"),
  ...trialSchema.shape,
};

const trial = {
  coverage: {
    mode: "exhaustive" as const,
    duration_ms: 84_000,
    explored_ms: 31_000,
    tried_ms: 53_000,
    pages: { seen: 12, covered: 12 },
    addresses: { seen: 74, opened: 21 },
    forms: { seen: 6, covered: 6 },
    controls: { seen: 31, used: 27 },
    api_routes: { seen: 8, covered: 8 },
    left_out: ["addresses like others that were not opened: 53"],
  },
  findings: [
    {
      case_id: "sort-orders",
      title: 'Each choice of "Sort by" puts the list in order',
      why: "step 4 (expect sorted): not in ascending order: 9.90, 12.50, 100.00, 24.00",
    },
  ],
  dropped: [],
  unresolved: [],
};

export const generateApi = defineApi({
  generateSuite: {
    method: "POST",
    path: "/generate",
    tag,
    summary: "Write a suite from a live app",
    description:
      "Kind url explores the app, writes the suite and runs each case before it is handed out: what fails because the " +
      "app is wrong is kept as a finding, what is not steady is left out. Exhaustive by default, which may take minutes. " +
      "Kind openapi (OpenAPI 3.0 and 3.1, Swagger 2.0) asks every operation that it can: records are created, read, " +
      "changed and deleted, and what the description forbids must be refused. Kinds text and docs take numbered steps, " +
      "Gherkin, user stories, Markdown and HTML; each case is walked through the app at `base_url`, so that every target is " +
      "one that it really has, and what could not be turned into a step is in `unresolved` with its reason. These kinds need " +
      "`base_url` and either `text` or a `url` to fetch (docs: a few pages that it links to as well); their cases are run " +
      "before they are handed out, too.",
    bodyLimit: textBody,
    access: "member",
    body: z
      .strictObject({
        ...requestShape,
        save_as: titleSchema.describe("Saves the suite under a name made from this"),
        regenerate: suiteFileSchema
          .nullable()
          .optional()
          .describe(
            "A suite that this renews: the answer proposes, and nothing is changed until it is applied",
          ),
      })
      .refine(hasUrl, urlNeeded)
      .meta({ id: "GenerateRequest" }),
    reply: z
      .object({
        yaml: z.string(),
        notes: z.array(z.string()).describe("What was left out, and why"),
        ...trialShape,
        saved_as: z.string().optional().describe("File name, when it was saved"),
        regeneration: regenerationSchema
          .optional()
          .describe("With `regenerate`: what would change; `yaml` is then the suite with that"),
      })
      .meta({ id: "GeneratedSuite" }),
    errors: ["generation_error", "not_found", "conflict"],
    examples: {
      body: { kind: "url", url: "https://shop.example", auth, save_as: "Shop" },
      reply: { yaml, notes: ["5 kinds of page found"], ...trial, saved_as: "shop-7f3a.yaml" },
    },
  },
  getRegeneration: {
    method: "GET",
    path: "/suites/{name}/regeneration",
    tag,
    summary: "What generating a suite again would change in it",
    description:
      "Of the latest generation with `regenerate`, merged three ways with what people changed: what they edited, wrote or " +
      "took out stays so. `not_found` when none waits.",
    access: "member",
    params: nameParams,
    reply: regenerationSchema,
    errors: ["conflict"],
    examples: { params: { name: regeneration.suite }, reply: regeneration },
  },
  applyRegeneration: {
    method: "POST",
    path: "/suites/{name}/regeneration",
    tag,
    summary: "Write what was generated again into the suite",
    description: "`conflict` when what people changed and what was generated do not fit together.",
    access: "member",
    params: nameParams,
    reply: regenerationSchema.extend({ ok: z.literal(true) }),
    errors: ["conflict"],
    examples: { params: { name: regeneration.suite }, reply: { ok: true, ...regeneration } },
  },
  generatePlan: {
    method: "POST",
    path: "/generate/plan",
    tag,
    summary: "Write several suites for an app, and a plan that runs them",
    description: "One exploration, split by area of the app into suites of at most about 15 cases.",
    bodyLimit: textBody,
    access: "member",
    body: z
      .strictObject({
        ...requestShape,
        name: titleSchema.describe("Name of the plan; the app's title if left out"),
      })
      .refine(hasUrl, urlNeeded)
      .meta({ id: "GeneratePlanRequest" }),
    reply: z.object({
      plan_id: z.string(),
      plan_name: z.string(),
      suites: z.array(z.string()).describe("File names, in the order of the plan"),
      notes: z.array(z.string()).describe("What was left out, and why"),
      ...trialShape,
    }),
    errors: ["generation_error"],
    examples: {
      body: { kind: "url", url: "https://shop.example", name: "Shop" },
      reply: {
        plan_id: exampleId,
        plan_name: "Shop",
        suites: ["shop-catalogue-7f3a.yaml", "shop-orders-c41d.yaml"],
        notes: ["5 kinds of page found"],
        ...trial,
      },
    },
  },
});
