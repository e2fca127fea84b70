import { expect, it } from "vitest";
import { isNotFound } from "./post-evidence.ts";

it.each([
  [`There is no user by the name "Tracewright 4711". Check what you typed.`, true],
  ["Tracewright 4711 does not exist", true],
  ["No results were found for Tracewright 4711. Not found: Tracewright 4711", true],
  ["Tracewright 4711 Just now", false],
  ["Tracewright 4711 has no replies yet, and there is a user by another name", false],
  ["Comments\nTracewright 4711\nThere are no older comments", false],
  ["There are no likes yet\nTracewright 4711 Just now", false],
  ["Nothing at all", false],
])("%j says that what was typed was looked for and not added: %s", (text, expected) => {
  expect(isNotFound(text, "Tracewright 4711")).toBe(expected);
});
