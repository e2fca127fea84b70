import { z } from "zod";
import { healingModeSchema } from "#model/healing.ts";
import { targetSchema } from "#model/target.ts";
import type { Target } from "#model/target.ts";
import { expectSchema } from "./expects/index.ts";
import type { ExpectDocument } from "./expects/index.ts";
import { fixtureSchema } from "./fixtures.ts";
import type { FixtureDocument } from "./fixtures.ts";
import { durationSchema } from "./scalars.ts";
import type { VerbDocument } from "./steps/index.ts";
import { variableNameSchema } from "./values.ts";
import { viewportSchema } from "./viewport.ts";

/** Keys that stand beside any verb. */
export const optionShape = {
  when: expectSchema
    .describe("Runs the step only when this holds now; otherwise it is recorded as skipped")
    .optional(),
  timeout: durationSchema.describe("How long the step may take").optional(),
  note: z.string().describe("Shown beside the step in events and report").optional(),
  within: targetSchema.describe("Look for the step's targets only inside this element").optional(),
  frame: targetSchema.describe("Look for the step's targets inside this iframe").optional(),
};
export const optionKeys = Object.keys(optionShape);
export const optionSchema = z.strictObject(optionShape);

export type StepOptionsDocument = {
  when?: ExpectDocument;
  timeout?: string | number;
  note?: string;
  within?: Target;
  frame?: Target;
};
export type StepDocument = VerbDocument & (string | StepOptionsDocument);

const idSchema = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/, "expected letters, digits, - _ . and no leading dot or dash");

const bounds = {
  timeout: durationSchema
    .describe("Time-out of each step: 10 s for actions, 15 s for navigation, 5 s for expects when absent")
    .optional(),
  case_timeout: durationSchema
    .describe("How long one attempt at a case may take; 5 m when absent")
    .optional(),
  retries: z
    .int()
    .min(0)
    .max(5)
    .describe("Further attempts at a case that did not pass; it is then flaky")
    .optional(),
};

const webAddress = (text: string): boolean => {
  if (text.includes("${")) return true;
  try {
    return ["http:", "https:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
};

/** The document's shape, with a given schema for one step. */
export const shapeOf = <S extends z.ZodType>(step: S) => {
  const list = z.array(step).min(1);
  return z.strictObject({
    suite: z.string().min(1).max(200).describe("Title"),
    base_url: z
      .string()
      .refine(webAddress, { message: "expected an address such as https://shop.example" })
      .describe("The app's address; a run or a plan may override it"),
    description: z.string().optional(),
    tags: z.array(z.string().min(1)).optional(),
    ...bounds,
    seed: z.int().min(0).describe("Seed of the fixtures; a new one each run when absent").optional(),
    viewport: viewportSchema.optional(),
    healing: healingModeSchema
      .describe(
        "What becomes of a target that is lost: off nothing, warn what it may be now is told, on that is used; the organisation's setting when absent",
      )
      .optional(),
    auth: z
      .strictObject({
        username: z.string().min(1).optional(),
        password: z.string().min(1).describe("Best written as ${secret.NAME}").optional(),
        login_path: z
          .string()
          .min(1)
          .describe("Page of the log-in form; found from base_url when absent")
          .optional(),
        steps: list.describe("How to log in, where the form is not found by itself").optional(),
      })
      .refine(
        (auth) => auth.steps !== undefined || (auth.username !== undefined && auth.password !== undefined),
        {
          message: "needs username and password, or steps",
        },
      )
      .describe("Logs in once; every case begins with that state")
      .optional(),
    fixtures: z.record(variableNameSchema, fixtureSchema).describe("Variables, made once a run").optional(),
    blocks: z.record(z.string().min(1), list).describe("Steps to use in several places, by name").optional(),
    cases: z
      .array(
        z.strictObject({
          id: idSchema.describe("Unique in the suite"),
          title: z.string().min(1).describe("The id when absent").optional(),
          tags: z.array(z.string().min(1)).optional(),
          needs: z.array(z.string().min(1)).describe("Ids of cases that must pass before").optional(),
          auth: z.literal(false).describe("The case begins without the suite's log-in").optional(),
          ...bounds,
          steps: list,
        }),
      )
      .min(1),
  });
};

/** Without a look into the steps, which have a check of their own. */
export const outlineSchema = shapeOf(z.unknown());
export type Outline = z.output<typeof outlineSchema>;

export type CaseDocument = Omit<z.input<typeof outlineSchema>["cases"][number], "steps"> & {
  steps: StepDocument[];
};

/** A suite as its author writes it. */
export type SuiteDocument = Omit<z.input<typeof outlineSchema>, "cases" | "blocks" | "fixtures" | "auth"> & {
  auth?: { username?: string; password?: string; login_path?: string; steps?: StepDocument[] };
  fixtures?: Record<string, FixtureDocument>;
  blocks?: Record<string, StepDocument[]>;
  cases: CaseDocument[];
};
