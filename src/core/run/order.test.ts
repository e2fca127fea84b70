import { expect, test } from "vitest";
import { parseSuite } from "#core/suite/parse.ts";
import { groupCases, planCases } from "./order.ts";

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

test("cases that nothing ties are groups of their own", () => {
  const groups = groupCases(planCases(cases, null).cases);
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([["a", "b", "c"], ["x"]]);
});

test("a case that needs two ties both", () => {
  const tied = casesOf(`
  - {id: a, steps: [reload]}
  - {id: b, steps: [reload]}
  - {id: c, needs: [a, b], steps: [reload]}
  - {id: d, needs: [b], steps: [reload]}
  - {id: e, steps: [reload]}
`);
  expect(groupCases(tied).map((group) => group.map(({ id }) => id))).toEqual([["a", "b", "c", "d"], ["e"]]);
});
