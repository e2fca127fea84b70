import { expect, test } from "vitest";
import { SlowPattern, createPattern } from "./pattern.ts";

test("finds what RegExp finds, groups that take no part as null", () => {
  const pattern = createPattern("#(\\d+)(x)?");
  expect(pattern.find("Order #47")).toEqual(["#47", "47", null]);
  expect(pattern.find("nothing")).toBeNull();
  expect(createPattern("").fits("")).toBe(true);
  expect(createPattern("^é$", "iu").fits("É")).toBe(true);
  expect(() => createPattern("(")).toThrow(SyntaxError);
});

test("a pattern that backtracks without end is given up, and stays so", () => {
  const pattern = createPattern("^(a+)+$");
  expect(pattern.fits("aaa")).toBe(true);
  expect(() => pattern.fits(`${"a".repeat(50)}!`)).toThrow(SlowPattern);
  expect(() => pattern.fits("b")).toThrow(SlowPattern);
  expect(pattern.fits("aaa")).toBe(true);
  expect(createPattern("^(a+)+$").fits("b")).toBe(false);
});

test("a class of Unicode means what it says; other patterns stay as lenient as they are", () => {
  expect(createPattern(String.raw`(?<!\p{L})saved`).fits("You have unsaved changes")).toBe(false);
  expect(createPattern(String.raw`(?<!\p{L})saved`).fits("Settings saved")).toBe(true);
  expect(createPattern(String.raw`\-\p{L}`).fits("-p{L}")).toBe(true);
  expect(createPattern(String.raw`Zo\-ë`).fits("Zo-ë")).toBe(true);
});
