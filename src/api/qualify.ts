import { z } from "zod";
import { faultKindSchema, qualificationSchema } from "#model/qualification.ts";
import type { Qualification } from "#model/qualification.ts";
import { exampleId, httpUrl } from "./common.ts";
import { defineApi } from "./define-api.ts";
import { suiteFileSchema } from "./suites.ts";

const qualifyRequestSchema = z
  .strictObject({
    cases: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(10_000)
      .optional()
      .describe("Case ids; all if left out"),
    base_url: httpUrl.optional().describe("Overrides the suite's own"),
    max_faults: z.int().min(1).max(500).default(40).describe("Faults to try at most, one a repetition"),
    budget_s: z
      .int()
      .min(30)
      .max(14_400)
      .default(1800)
      .describe("After so many seconds no further fault is begun"),
    kinds: z.array(faultKindSchema).min(1).max(50).optional().describe("Kinds of fault; all if left out"),
    seed: z
      .int()
      .min(0)
      .max(2_147_000_000)
      .optional()
      .describe(
        "Decides which faults are chosen: the same for the same suite and app; another each time if left out",
      ),
    reset: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        "Id of a case of the suite that puts the app back into its first state; it is carried out before each repetition, " +
          "without a fault, and takes no other part",
      ),
    mode: z.enum(["sync", "async"]).default("async"),
    timeout_s: z.int().min(30).max(1800).default(600).describe("How long sync mode waits, in seconds"),
  })
  .meta({ id: "QualifyRequest" })
  .prefault({});
export type QualifyRequest = z.output<typeof qualifyRequestSchema>;

const suite = "shop-checkout-7f3a.yaml";
const counts = { noticed: 1, stumbled: 0, survived: 1, score: 0.5, detected: 0.5 };
const example: Qualification = {
  run_id: exampleId,
  status: "done",
  suite,
  title: "Shop checkout",
  base_url: "https://shop.example",
  ...counts,
  by_kind: {
    text_changed: { noticed: 0, stumbled: 0, survived: 1, score: 0, detected: 0 },
    write_lost: { noticed: 1, stumbled: 0, survived: 0, score: 1, detected: 1 },
  },
  survivors: [
    {
      id: "5f0c9a1e",
      kind: "text_changed",
      what: 'the number in "Total €17.40" on /cart is one too many',
      cases: ["order"],
      case_id: "order",
      step: 1,
      step_text: 'click "Add to cart"',
      should: 'the page shows "Total €17.40"',
      suggestion: "- expect: {text: Total €17.40}",
    },
  ],
  killed: [
    {
      id: "0b7d1c22",
      kind: "write_lost",
      what: "POST /cart is acknowledged, and nothing is written",
      cases: ["order"],
      by: "expect",
      case_id: "order",
      why: 'step 3 (expect text contains "Thank you"): expected text contains "Thank you"; saw Your cart is empty',
    },
  ],
  not_reached: [],
  no_effect: [],
  undecided: [],
  control: { cases: ["order"], failed: [], unsteady: [] },
  never_killed: [],
  not_asked: [],
  sample: {
    seed: 7,
    candidates: { text_changed: 6, write_lost: 1 },
    chosen: 2,
    tried: 2,
    told: "2 of 7 meaningful faults, each kind in turn and of each kind every page or route in turn, in an order that the seed decides",
  },
  duration_ms: 14_210,
  repetitions: 5,
  case_runs: 5,
};

export const qualifyApi = defineApi({
  qualifySuite: {
    method: "POST",
    path: "/suites/{name}/qualify",
    tag: "Suites",
    summary: "Find out what a suite would notice",
    description:
      "The mutation score of a suite: it is carried out clean, and then with one seeded fault at a time put between the " +
      "browser and the app, where its own traffic makes one meaningful: answers of 500, fields of JSON missing or changed, " +
      "rows missing, doubled or unsorted, stale reads, writes that are lost, slow answers, controls that do nothing, texts " +
      "changed, elements missing and more. The app itself is not changed, and nothing is sent to it that the suite would " +
      "not send; what the suite writes, it writes in each repetition. A run of kind `qualify`: `GET /runs/{id}` has its progress " +
      "as events and this answer as `result`, `GET /runs?kind=qualify` lists them; statistics, issues and notifications do " +
      "not count them. Async mode answers at once with a `run_id`; sync mode waits up to `timeout_s`.",
    access: "member",
    params: z.object({ name: suiteFileSchema }),
    body: qualifyRequestSchema,
    reply: qualificationSchema,
    errors: ["not_found"],
    examples: { params: { name: suite }, body: { max_faults: 40, budget_s: 1800 }, reply: example },
  },
});
