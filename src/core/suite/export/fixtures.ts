import type { Fixture, Suite } from "#model/suite.ts";
import { makeFixtures } from "#core/suite/fixtures.ts";
import { baseOf } from "#core/suite/used-fixtures.ts";
import { comment, keyOf, quote } from "./code.ts";
import type { VariableKind } from "./scope.ts";

export type FixtureCode = { lines: string[]; kinds: Map<string, VariableKind>; helpers: string[] };

const dayMs = 86_400_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** The values are drawn as if it were this day; days are then told from the day of the test. */
const drawnOn = new Date("2026-01-01T00:00:00.000Z");

/** A day that the fixture counts from today, not a fixed one. */
const isRelative = (fixture: Fixture, value: unknown, fixtures: Suite["fixtures"]): value is string => {
  if (typeof value !== "string" || !dayPattern.test(value)) return false;
  if (typeof fixture === "string") return fixture.startsWith("date.");
  const base = baseOf(fixture);
  if (base !== null) return isRelative(fixtures[base] ?? "", value, fixtures);
  return "date" in fixture && typeof fixture.date === "string";
};

/** Text that another run must not have had, as the app may refuse it a second time. */
const isUnique = (fixture: Fixture): boolean =>
  typeof fixture === "string"
    ? /^internet\.(email|exampleEmail|username|userName|displayName)$/.test(fixture)
    : "string" in fixture && fixture.string >= 16;

const fresh = (fixture: Fixture, value: string): string => {
  const at = value.lastIndexOf("@");
  if (at > 0) return `${quote(value.slice(0, at))} + "." + run + ${quote(value.slice(at))}`;
  const kept = typeof fixture === "object" ? value.slice(0, -8) : value;
  return `${quote(kept)} + run`;
};

const seedOf = (title: string): number => {
  let seed = 7;
  for (const letter of title) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return seed;
};

const kindOf = (value: unknown): VariableKind =>
  typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text";

/**
 * The suite's fixtures as constants: the values that its own seed gives. Without a seed the runner draws new ones each
 * run; then the spec has one draw, and what must be new each time ends in the time of the run.
 */
export const fixtureCode = (suite: Suite): FixtureCode => {
  const seed = suite.seed ?? seedOf(suite.title);
  const values = makeFixtures(suite.fixtures, seed, drawnOn);
  const kinds = new Map<string, VariableKind>();
  const helpers = new Set<string>();
  let unique = false;
  const entries = [...values].map(([name, value]) => {
    kinds.set(name, kindOf(value));
    const fixture = suite.fixtures[name] ?? "";
    const source = typeof fixture === "string" ? ` ${comment(fixture)}` : "";
    if (isRelative(fixture, value, suite.fixtures)) {
      helpers.add("day");
      return `  ${keyOf(name)}: day(${Math.round((Date.parse(value) - drawnOn.getTime()) / dayMs)}),${source}`;
    }
    const renewed = suite.seed === null && typeof value === "string" && isUnique(fixture);
    unique ||= renewed;
    const code = renewed ? fresh(fixture, value) : typeof value === "string" ? quote(value) : String(value);
    return `  ${keyOf(name)}: ${code},${source}`;
  });
  if (entries.length === 0) return { lines: [], kinds, helpers: [] };
  const told =
    suite.seed === null
      ? `// The suite draws new values each run; these were drawn with the seed ${seed}.`
      : `// Drawn with the suite's seed ${seed}.`;
  const lines = [
    ...(unique
      ? [
          "// The same in every process of a run, new in the next: workers inherit it.",
          "const run = (process.env.TRACEWRIGHT_RUN ??= Date.now().toString(36));",
          "",
        ]
      : []),
    told,
    "const fixtures = {",
    ...entries,
    "};",
    "",
  ];
  return { lines, kinds, helpers: [...helpers] };
};
