import { z } from "zod";
import { valuesAt } from "#core/checks/json-path.ts";
import { redact } from "#core/cause/redact.ts";
import { answerSchema, unlike } from "#core/suite/answer.ts";
import { defineStep } from "#core/suite/define-step.ts";
import { brokenBy, noValue } from "#core/suite/outcome.ts";
import type { StepFailure } from "#core/suite/outcome.ts";
import { brief, textSchema } from "#core/suite/scalars.ts";
import { anyGoodStatus, describeStatuses, fitsStatus, statusesSchema } from "#core/suite/statuses.ts";
import { variableNameSchema } from "#core/suite/values.ts";
import { isNestedTooDeep } from "#model/json.ts";

const schema = z
  .strictObject({
    url: z.string().min(1).describe("Address, relative to base_url or whole"),
    method: z
      .string()
      .regex(/^[A-Za-z]+$/, "expected a method such as POST")
      .describe("GET when absent")
      .optional(),
    headers: z.record(z.string().min(1), textSchema).optional(),
    json: z.unknown().describe("Body, sent as JSON").optional(),
    body: z.string().describe("Body, sent as it is").optional(),
    status: statusesSchema
      .describe("Status expected, such as 201, 4xx or [200, 404]; any below 400 when absent")
      .optional(),
    answer: answerSchema.describe("What the answer must be beyond its status").optional(),
    capture: z
      .record(variableNameSchema, z.string().startsWith("$", "expected a JSON path such as $.id"))
      .describe("Variables, each with the JSON path of its value in the answer")
      .optional(),
  })
  .refine((args) => args.json === undefined || args.body === undefined, {
    message: "takes json or body, not both",
  });

const parseJson = (text: string): { value: unknown } | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isNestedTooDeep(value) ? null : { value };
  } catch {
    return null;
  }
};

const notHeld = (expected: string, observed: string): StepFailure => ({
  ok: false,
  kind: "not_held",
  verdict: "failed",
  message: observed,
  expected,
  observed,
});

const firstAt = async (value: unknown, path: string): Promise<unknown> => {
  try {
    return (await valuesAt(value, path))[0];
  } catch {
    return undefined;
  }
};

export const request = defineStep({
  verb: "request",
  summary: "Send an HTTP request with the browser's cookies.",
  description:
    "For testing an API, and for setting up and tearing down what a case needs. The answer's status must be one of " +
    "`status`, or below 400; `answer` says what its headers, the form of its JSON body and single values of it must " +
    "be; `capture` keeps values of its JSON body as variables.",
  schema,
  example:
    'request: {method: POST, url: /api/items, json: {name: Mug}, status: 201, capture: {item_id: "$.id"}}',
  describe: (args) => `send ${(args.method ?? "GET").toUpperCase()} ${args.url}`,
  captures: (args) => Object.keys(args.capture ?? {}),
  async run(args, context) {
    const method = (args.method ?? "GET").toUpperCase();
    const headers = Object.fromEntries(
      Object.entries(args.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const isJson = args.json !== undefined;
    context.announce(null, `${method} ${args.url}`);
    const answer = await context.session.request({
      method,
      url: args.url,
      headers: isJson ? { "content-type": "application/json", ...headers } : headers,
      body: isJson ? JSON.stringify(args.json) : args.body,
      timeoutMs: context.timeoutMs,
    });
    if (!answer.ok) return brokenBy(answer);
    const held = args.status === undefined ? answer.status < 400 : fitsStatus(args.status, answer.status);
    if (!held) {
      const expected = args.status === undefined ? anyGoodStatus : `status ${describeStatuses(args.status)}`;
      return notHeld(expected, `status ${answer.status}: ${brief(redact(answer.body.slice(0, 2000)), 200)}`);
    }
    if (args.answer !== undefined) {
      const wrong = unlike(args.answer, { headers: answer.headers, json: parseJson(answer.body) });
      if (wrong) return notHeld(wrong.expected, wrong.observed);
    }
    if (args.capture === undefined) return { ok: true, note: `answered ${answer.status}` };
    const body = parseJson(answer.body);
    if (!body) return noValue(`${method} ${args.url} did not answer with JSON`);
    for (const [name, path] of Object.entries(args.capture)) {
      const value = await firstAt(body.value, path);
      if (value === undefined || value === null)
        return noValue(`${method} ${args.url} answered nothing at ${path}`);
      context.capture(name, value);
    }
    return { ok: true, note: `answered ${answer.status}` };
  },
});
