import { z } from "zod";
import { defineStep } from "#core/suite/define-step.ts";
import { brokenBy } from "#core/suite/outcome.ts";
import { countSchema, toNumber } from "#core/suite/scalars.ts";

const urlSchema = z.string().min(1).describe("Address, relative to base_url or whole");
const schema = z.union([
  urlSchema,
  z.strictObject({
    url: urlSchema,
    status: countSchema.describe("Status the page must answer with").optional(),
  }),
]);

export const goto = defineStep({
  verb: "goto",
  summary: "Open a page.",
  description:
    "Opens an address, relative to `base_url` or whole, and waits until its document is there; the address that is open is " +
    "loaded anew. A page that answers with a server error (500 and up) fails the case; `{url: …, status: 404}` asks for another status.",
  schema,
  example: "goto: /orders",
  pace: "navigation",
  describe: (args) => `open ${typeof args === "string" ? args : args.url}`,
  async run(args, context) {
    const { url, status } = typeof args === "string" ? { url: args, status: undefined } : args;
    context.announce(null, url);
    const answer = await context.page.goto(url, { timeoutMs: context.timeoutMs });
    if (!answer.ok) return brokenBy(answer);
    const wrong = status === undefined ? (answer.status ?? 0) >= 500 : answer.status !== toNumber(status);
    if (!wrong)
      return {
        ok: true,
        note: answer.status === null || answer.status < 400 ? "" : `answered ${answer.status}`,
      };
    const expected = status === undefined ? "an answer below 500" : `status ${status}`;
    const observed = answer.status === null ? "no answer" : `status ${answer.status}`;
    const message = `${answer.url} answered with ${observed}`;
    return { ok: false, kind: "not_held", verdict: "failed", message, expected, observed };
  },
});
