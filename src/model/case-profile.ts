import { z } from "zod";

/** Bounds of what is kept of a case that passed: some 20 kB at most. */
export const profileBounds = { routes: 80, errors: 20, elements: 120, characters: 120 };

/** What the app answered and showed when a case passed. Secrets covered, ids and numbers taken out. */
export const caseProfileSchema = z.object({
  /** `GET /api/orders/:id`, the statuses that it answered with and the longest that it took, in milliseconds. */
  routes: z.array(
    z.object({ route: z.string(), statuses: z.array(z.int()), ms: z.int().nullable(), step: z.int() }),
  ),
  /** Page errors and console errors that it passed in spite of. */
  errors: z.array(z.string()),
  /** What the page showed in the end: `button "Pay"`, in the order of the page. */
  page: z.object({ path: z.string(), elements: z.array(z.string()) }).nullable(),
});
export type CaseProfile = z.infer<typeof caseProfileSchema>;
