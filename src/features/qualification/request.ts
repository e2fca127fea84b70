import { z } from "zod";
import { faultKinds, faultKindSchema } from "#model/qualification.ts";

/** What a qualification was asked for, as its run keeps it. */
export const qualificationPlanSchema = z.object({
  max_faults: z.int(),
  budget_s: z.int(),
  kinds: z.array(faultKindSchema).catch([...faultKinds]),
  seed: z.int(),
  reset: z.string().nullable().catch(null),
});
export type QualificationPlan = z.infer<typeof qualificationPlanSchema>;
