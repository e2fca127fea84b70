import { z } from "zod";
import { emailSchema, passwordSchema } from "./auth.ts";
import { exampleId, pageOf, pageQuery, time } from "./common.ts";
import { defineApi } from "./define-api.ts";

const tag = "Organisations";

const organisationSchema = z
  .object({ id: z.string(), name: z.string(), created_at: time })
  .meta({ id: "Organisation" });

const organisation = { id: exampleId, name: "Payments", created_at: "2026-01-31T09:30:00.000Z" };

export const organisationsApi = defineApi({
  listOrganisations: {
    method: "GET",
    path: "/organisations",
    tag,
    summary: "All organisations, oldest first",
    description: "For admins of the first organisation; 403 for anyone else.",
    access: "admin",
    query: z.strictObject(pageQuery),
    reply: pageOf(organisationSchema),
    examples: { reply: { items: [organisation], total: 1, limit: 50, offset: 0 } },
  },
  createOrganisation: {
    method: "POST",
    path: "/organisations",
    tag,
    summary: "Make an organisation and its first admin",
    description: "For admins of the first organisation; 403 for anyone else.",
    access: "admin",
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      admin_email: emailSchema,
      admin_password: passwordSchema,
    }),
    reply: organisationSchema,
    errors: ["conflict"],
    examples: {
      body: { name: "Payments", admin_email: "lin@example.com", admin_password: "tr0ub4dor&3" },
      reply: organisation,
    },
  },
});
