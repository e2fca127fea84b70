import type { Case } from "#model/suite.ts";

export type Plan = {
  /** Every case to execute, each after those it needs, otherwise in the suite's order. */
  cases: Case[];
  /** Ids that were not asked for but are needed by one that was. */
  pulledIn: string[];
  /** Ids that were asked for and that the suite does not have. */
  unknown: string[];
};

/** Which cases to execute, and in which order; `only` null means all. */
export const planCases = (all: Case[], only: readonly string[] | null): Plan => {
  const byId = new Map(all.map((item) => [item.id, item]));
  const asked = new Set(only ?? byId.keys());
  const cases = new Set<Case>();
  const open = new Set<Case>();
  const add = (item: Case): void => {
    if (cases.has(item) || open.has(item)) return;
    open.add(item);
    for (const id of item.needs) {
      const needed = byId.get(id);
      if (needed) add(needed);
    }
    open.delete(item);
    cases.add(item);
  };
  for (const item of all) if (asked.has(item.id)) add(item);
  const planned = [...cases];
  return {
    cases: planned,
    pulledIn: planned.filter(({ id }) => !asked.has(id)).map(({ id }) => id),
    unknown: [...asked].filter((id) => !byId.has(id)),
  };
};
