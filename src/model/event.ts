import { z } from "zod";
import { caseStatusSchema } from "./report.ts";

const common = {
  seq: z.int().describe("1-based, gap-free within a run"),
  at: z.string().describe("RFC 3339, UTC"),
  case_id: z.string().nullable(),
  step: z.int().nullable(),
};

const actors = ["script", "cache", "healed", "llm"] as const;

export const runEventSchema = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("action"),
    action: z.string().describe("Verb"),
    target: z.string().nullable(),
    value: z.string().nullable().describe("Secrets masked"),
    by: z.enum(actors),
    note: z.string(),
  }),
  z.object({ ...common, kind: z.literal("shot"), label: z.string(), note: z.string(), path: z.string() }),
  z.object({ ...common, kind: z.literal("case_started"), title: z.string(), attempt: z.int() }),
  z.object({ ...common, kind: z.literal("case_finished"), status: caseStatusSchema, why: z.string() }),
  z.object({
    ...common,
    kind: z.literal("log"),
    level: z.enum(["info", "warn", "error"]),
    message: z.string(),
  }),
]);
export type RunEvent = z.infer<typeof runEventSchema>;

type WithoutStamp<T> = T extends unknown ? Omit<T, "seq" | "at"> : never;
/** An event as its maker knows it: number and time are given when it is written. */
export type NewRunEvent = WithoutStamp<RunEvent>;
