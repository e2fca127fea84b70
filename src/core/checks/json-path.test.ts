import { expect, test } from "vitest";
import { SlowJsonPath, valuesAt } from "./json-path.ts";

const shop = { items: [{ name: "Mug", price: 9 }, { name: "Bowl" }], tags: ["a", "b"] };

test.each([
  ["$.items[0].name", ["Mug"]],
  ["$.tags[*]", ["a", "b"]],
  ["$..name", ["Mug", "Bowl"]],
  ["$.items[?@.price > 5].name", ["Mug"]],
  ["$.items[?match(@.name, 'B.*')].name", ["Bowl"]],
  ["$.none", []],
])("%s", (path, values) => {
  expect(valuesAt(shop, path)).toEqual(values);
});

test.each(["name", "$[", "$.a b", "$[?match(@.a]"])("%s is no path", (path) => {
  expect(() => valuesAt(shop, path)).toThrow();
});

test.each([
  ["a pattern that backtracks without end", { x: `${"a".repeat(50)}!` }, "$[?search(@,'^(a+)+$')]"],
  [
    "descendants of descendants",
    JSON.parse("[".repeat(90) + "]".repeat(90)) as unknown,
    "$..*..*..*..*..*..*..*",
  ],
])("%s is stopped, and the next path works", (_, document, path) => {
  expect(() => valuesAt(document, path)).toThrow(SlowJsonPath);
  expect(valuesAt(shop, "$.tags[0]")).toEqual(["a"]);
});
