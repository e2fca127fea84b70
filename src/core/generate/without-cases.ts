import type { StepDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { usedFixtures } from "#core/suite/used-fixtures.ts";

type Blocks = NonNullable<SuiteDocument["blocks"]>;

/** The blocks that are used by steps, at first hand or further on. */
const blocksFor = (blocks: Blocks, steps: readonly StepDocument[]): Set<string> => {
  const all = new Set<string>();
  const add = (some: readonly StepDocument[]): void => {
    const text = JSON.stringify(some);
    for (const [name, own] of Object.entries(blocks)) {
      if (all.has(name) || !text.includes(`"use":${JSON.stringify(name)}`)) continue;
      all.add(name);
      add(own);
    }
  };
  add(steps);
  return all;
};

/** A suite without some of its cases, and without the blocks and fixtures that only those used. */
export const withoutCases = (document: SuiteDocument, left: ReadonlySet<string>): SuiteDocument => {
  if (left.size === 0) return document;
  const { fixtures, blocks, ...rest } = document;
  const cases = rest.cases.filter(({ id }) => !left.has(id));
  const names = blocksFor(
    blocks ?? {},
    cases.flatMap(({ steps }) => steps),
  );
  const needed = Object.fromEntries(Object.entries(blocks ?? {}).filter(([name]) => names.has(name)));
  const text = JSON.stringify([cases, needed, rest.auth]);
  const kept = usedFixtures(fixtures ?? {}, text);
  return {
    ...rest,
    ...(Object.keys(kept).length > 0 && { fixtures: kept }),
    ...(Object.keys(needed).length > 0 && { blocks: needed }),
    cases,
  };
};
