import { z } from "zod";

const countSchema = z.object({
  seen: z.int().nonnegative(),
  covered: z.int().nonnegative().describe("Of these, reached or used while cases were tried"),
});

/** What an exploration saw of an app, and what of it a generated suite covers. */
export const coverageSchema = z.object({
  mode: z.enum(["quick", "exhaustive"]),
  duration_ms: z.int().nonnegative().describe("All in all"),
  explored_ms: z.int().nonnegative(),
  tried_ms: z.int().nonnegative().describe("Running the cases before they were handed out"),
  pages: countSchema.describe("Kinds of page: all addresses of like items are one"),
  addresses: z.object({
    seen: z.int().nonnegative(),
    opened: z.int().nonnegative().describe("By the exploration"),
  }),
  forms: countSchema.describe(
    "What is sent, or takes words; boxes and choices that nothing sends count as controls",
  ),
  controls: z.object({
    seen: z.int().nonnegative(),
    used: z.int().nonnegative().describe("By the exploration"),
  }),
  api_routes: countSchema.describe(
    "What the app's scripts asked its own server for, such as `GET /api/items/:id`",
  ),
  left_out: z.array(z.string()).describe("What was not looked at or not used, and why"),
});
export type Coverage = z.infer<typeof coverageSchema>;

/** What running the generated cases before they were handed out came to. */
export const trialSchema = z.object({
  findings: z
    .array(z.object({ case_id: z.string(), title: z.string(), why: z.string() }))
    .describe("Cases that fail because the app is wrong; they bear the tag `finding`"),
  dropped: z
    .array(z.object({ case_id: z.string(), title: z.string(), reason: z.string() }))
    .describe("Cases that are not in the suite, because they were not steady or could not be carried out"),
  unresolved: z
    .array(z.object({ sentence: z.string(), case: z.string(), reason: z.string() }))
    .describe("Sentences of a text that are no step of the suite, each with its reason"),
});
