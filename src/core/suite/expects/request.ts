import { z } from "zod";
import type { RequestEvidence } from "#model/evidence.ts";
import { defineExpect } from "#core/suite/define-expect.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { brief, describeMatch, matchSchema, matcherOf, toMatch } from "#core/suite/scalars.ts";
import { fitsStatus, statusSchema } from "#core/suite/statuses.ts";

const schema = z.strictObject({
  url: matchSchema.describe("Address of the request; a bare text must be contained in it"),
  method: z
    .string()
    .regex(/^[A-Za-z]+$/, "expected a method such as GET")
    .describe("GET, POST, …")
    .optional(),
  status: statusSchema.describe("Status of its answer: 200, or 2xx").optional(),
  not: z.boolean().describe("Expect the contrary").optional(),
});
type Args = z.output<typeof schema>;

const describe = ({ url, method, status, not = false }: Args): string =>
  [
    not ? "no request" : "a request",
    ...(method === undefined ? [] : [method.toUpperCase()]),
    `whose address ${describeMatch(toMatch(url))}`,
    ...(status === undefined ? [] : [`answered ${status}`]),
  ].join(" ");

const fits = (wanted: Args["status"], status: number | null): boolean =>
  wanted === undefined || (status !== null && fitsStatus(wanted, status));

const fitsMethod = (wanted: Args["method"], method: string): boolean =>
  wanted === undefined || wanted.toUpperCase() === method.toUpperCase();

const line = (request: RequestEvidence): string =>
  `${request.method} ${brief(request.url, 120)} ${request.status ?? request.failure ?? "unanswered"}`;

const everyMs = 25;

export const request = defineExpect({
  kind: "request",
  summary: "The page has sent a request.",
  description:
    "Holds when, since the case began, the page sent a request that fits `url` and, where given, `method` and `status`; " +
    "`not: true` expects the contrary, once the page has settled.",
  schema,
  example: "expect: {request: {url: /api/orders, method: POST, status: 201}}",
  describe,
  negative: ({ not }) => not ?? false,
  async check(args, context): Promise<StepOutcome> {
    const fitsUrl = matcherOf(toMatch(args.url));
    const notHeld = (observed: string): StepOutcome => ({
      ok: false,
      kind: "not_held",
      verdict: "failed",
      message: `expected ${describe(args)}; saw ${observed}`,
      expected: describe(args),
      observed,
    });
    let left = context.timeoutMs;
    for (;;) {
      const alike = context.session.evidence.requests.filter(
        ({ method, url, by_step }) => by_step !== true && fitsMethod(args.method, method) && fitsUrl(url),
      );
      const found = alike.find((seen) => fits(args.status, seen.status));
      if (args.not) return found ? notHeld(line(found)) : { ok: true };
      if (found) return { ok: true, note: line(found) };
      if (context.signal.aborted) {
        return { ok: false, kind: "closed", verdict: "broken", message: "the run was cancelled" };
      }
      if (left <= 0) {
        return notHeld(alike.length > 0 ? alike.slice(-3).map(line).join("; ") : "no such request");
      }
      await context.sleep(Math.min(everyMs, left));
      left -= everyMs;
    }
  },
});
