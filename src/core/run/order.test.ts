import { expect, test } from "vitest";
import { parseSuite } from "#core/suite/parse.ts";
import { planCases } from "./order.ts";

const casesOf = (list: string) => {
  const { suite, diagnostics } = parseSuite(`suite: S\nbase_url: http://a.example\ncases:\n${list}`);
  expect(diagnostics).toEqual([]);
  return suite?.cases ?? [];
};
const cases = casesOf(`
  - {id: c, needs: [b], steps: [reload]}
  - {id: x, steps: [reload]}
  - {id: b, needs: [a], steps: [reload]}
  - {id: a, steps: [reload]}
`);
const ids = (only: string[] | null): string[] => planCases(cases, only).cases.map(({ id }) => id);

test("each case after those it needs, otherwise as written", () => {
  expect(ids(null)).toEqual(["a", "b", "c", "x"]);
});

test("a chosen case brings what it needs, and says so", () => {
  expect(ids(["b"])).toEqual(["a", "b"]);
  expect(planCases(cases, ["b", "zz"])).toMatchObject({ pulledIn: ["a"], unknown: ["zz"] });
});
