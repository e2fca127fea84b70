import type { FixtureDocument } from "./fixtures.ts";

/** From which fixture, and how many days after it, a day is counted; null for what is not. */
const countOf = (fixture: FixtureDocument): { after: string; days: number } | null =>
  typeof fixture === "object" && typeof fixture.date === "object" && "after" in fixture.date
    ? fixture.date
    : null;

/** The fixture that another one counts its days from; null for all others. */
export const baseOf = (fixture: FixtureDocument): string | null => countOf(fixture)?.after ?? null;

/** The same fixture, with what it counts from called otherwise. */
export const withBase = (fixture: FixtureDocument, rename: (name: string) => string): FixtureDocument => {
  const count = countOf(fixture);
  return count ? { date: { ...count, after: rename(count.after) } } : fixture;
};

/** Of a suite's fixtures those that a text (cases and blocks as JSON) names, and those that these count from; in their order. */
export const usedFixtures = (
  fixtures: Record<string, FixtureDocument>,
  text: string,
): Record<string, FixtureDocument> => {
  const used = new Set<string>();
  const add = (name: string | null): void => {
    const fixture = name === null ? undefined : fixtures[name];
    if (name === null || fixture === undefined || used.has(name)) return;
    used.add(name);
    add(baseOf(fixture));
  };
  for (const name of Object.keys(fixtures)) if (text.includes(`\${${name}}`)) add(name);
  return Object.fromEntries(Object.entries(fixtures).filter(([name]) => used.has(name)));
};
