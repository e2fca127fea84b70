import { expect, test } from "vitest";
import { sampleConsole, sampleFailure, samplePageError } from "#test/support/case-failure.ts";
import type { SourceMaps, SourcePlace } from "#ports/source-maps.ts";
import { createExplainer } from "./explain.ts";

const clock = { now: () => new Date("2026-03-01T10:00:10Z"), sleep: async () => undefined };
const script = "http://shop.test/assets/index-Bx1c.js";
const stack = `TypeError: Cannot read properties of null (reading 'total')
    at n (${script}:1:85)
    at HTMLButtonElement.onclick (${script}:1:45)
    at http://cdn.test/vendor.js:1:9`;

const place = (file: string, line: number, name: string | null, text: string | null): SourcePlace => ({
  file,
  line,
  column: 3,
  name,
  text,
});
const sources = new Map([
  [`${script}:1:85`, place("src/cart/pay.ts", 10, "total", "const token = 'hush'; cart.total.toFixed(2);")],
  [`${script}:1:45`, place("src/cart/main.ts", 5, "payFor", "payFor(null);")],
]);
const asked: string[] = [];
const sourceMaps: SourceMaps = {
  async find(places, origin) {
    asked.push(origin);
    return places.map(({ url, line, column }) => sources.get(`${url}:${line}:${column}`) ?? null);
  },
};

test("a page error names file, line, function and the line of the source", async () => {
  const explain = createExplainer({ logs: null, sourceMaps, clock });
  const error = samplePageError("Cannot read properties of null (reading 'total')", { stack });
  const cause = await explain(sampleFailure({ evidence: { page_errors: [error] } }));
  expect(cause).toMatchObject({
    category: "frontend_exception",
    suspected_cause:
      "Uncaught TypeError: Cannot read properties of null (reading 'total') in payFor (pay.ts:10)",
    suggested_fix: expect.stringContaining("payFor (pay.ts:10)") as string,
  });
  expect(cause.evidence).toEqual([
    expect.stringContaining("page error: TypeError"),
    "source: src/cart/pay.ts:10: const token = ***; cart.total.toFixed(2);",
  ]);
  expect(asked).toEqual(["http://shop.test"]);
});

test("an error of the console is told in terms of the sources", async () => {
  const explain = createExplainer({ logs: null, sourceMaps, clock });
  const cause = await explain(sampleFailure({ evidence: { console: [sampleConsole(stack)] } }));
  expect(cause.evidence.join()).toContain("at payFor (src/cart/pay.ts:10:3)");
  expect(cause.evidence.join()).toContain("at http://cdn.test/vendor.js:1:9");
});

test("without a map the stack stays as the browser told it", async () => {
  const explain = createExplainer({
    logs: null,
    sourceMaps: { find: async (places) => places.map(() => null) },
    clock,
  });
  const error = samplePageError("Cannot read properties of null (reading 'total')", { stack });
  const cause = await explain(sampleFailure({ evidence: { page_errors: [error] } }));
  expect(cause.suspected_cause).toContain("in n (index-Bx1c.js:1)");
});
