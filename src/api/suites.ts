import { z } from "zod";
import { okSchema, pageOf, pageQuery, time } from "./common.ts";
import { defineApi, raw } from "./define-api.ts";

const tag = "Suites";

export const suiteFileSchema = z.string().min(1).max(200).describe("Suite file name");
const nameParams = z.object({ name: suiteFileSchema });
const yamlBody = z.strictObject({
  yaml: z
    .string()
    .max(1024 * 1024)
    .describe("The suite document"),
});

const suiteItemSchema = z
  .object({
    file: z.string(),
    title: z.string(),
    case_count: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "SuiteItem" });

const suiteDetailSchema = z
  .object({
    file: z.string(),
    yaml: z.string().describe("The suite document"),
    cases: z.array(
      z.object({ id: z.string(), title: z.string(), needs: z.array(z.string()), steps: z.int() }),
    ),
  })
  .meta({ id: "Suite" });

const yaml = `suite: Shop checkout
base_url: https://shop.example
cases:
  - id: order
    title: A guest orders one item
    steps:
      - goto: /
      - click: Add to cart
      - expect: {text: Thank you}
`;
const item = {
  file: "shop-checkout-7f3a.yaml",
  title: "Shop checkout",
  case_count: 1,
  created_at: "2026-01-31T09:30:00.000Z",
  updated_at: "2026-01-31T09:30:00.000Z",
};
const name = item.file;

export const suitesApi = defineApi({
  listSuites: {
    method: "GET",
    path: "/suites",
    tag,
    summary: "The organisation's suites, newest first",
    access: "member",
    query: z.strictObject({
      ...pageQuery,
      q: z.string().max(200).optional().describe("Part of the file name or the title"),
    }),
    reply: pageOf(suiteItemSchema),
    examples: { query: { q: "shop" }, reply: { items: [item], total: 1, limit: 50, offset: 0 } },
  },
  createSuite: {
    method: "POST",
    path: "/suites",
    tag,
    summary: "Save a new suite",
    description: "The server chooses a unique file name; nothing is ever overwritten.",
    access: "member",
    body: yamlBody,
    reply: z.object({ ok: z.literal(true), file: z.string() }),
    errors: ["invalid_yaml"],
    examples: { body: { yaml }, reply: { ok: true, file: name } },
  },
  getSuite: {
    method: "GET",
    path: "/suites/{name}",
    tag,
    summary: "One suite",
    access: "member",
    params: nameParams,
    reply: suiteDetailSchema,
    examples: {
      params: { name },
      reply: {
        file: name,
        yaml,
        cases: [{ id: "order", title: "A guest orders one item", needs: [], steps: 3 }],
      },
    },
  },
  updateSuite: {
    method: "PUT",
    path: "/suites/{name}",
    tag,
    summary: "Replace a suite's document",
    description:
      "An invalid document is refused with `invalid_yaml`; every entry of `errors` has a line and a column.",
    access: "member",
    params: nameParams,
    body: yamlBody,
    reply: z.object({ ok: z.literal(true), file: z.string() }),
    errors: ["invalid_yaml"],
    examples: { params: { name }, body: { yaml }, reply: { ok: true, file: name } },
  },
  deleteSuite: {
    method: "DELETE",
    path: "/suites/{name}",
    tag,
    summary: "Delete a suite",
    description: "Its runs stay.",
    access: "member",
    params: nameParams,
    reply: okSchema,
    examples: { params: { name }, reply: { ok: true } },
  },
  exportSuite: {
    method: "GET",
    path: "/suites/{name}/export",
    tag,
    summary: "One suite as a Playwright spec",
    description:
      "A `.spec.ts` that runs unmodified with `npx playwright test` and gives the verdicts of the service's own runner. " +
      "Values of the environment and secrets are read from environment variables when it runs: `${secret.X}` from `SECRET_X`.",
    access: "member",
    params: nameParams,
    reply: raw(["text/plain"], "The spec file"),
    errors: ["invalid_yaml"],
    examples: { params: { name } },
  },
});
