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

/** The cases in groups that have nothing to do with each other; those tied by needs stay together, in order. */
export const groupCases = (cases: readonly Case[]): Case[][] => {
  const groupOf = new Map<string, Set<Case>>();
  for (const item of cases) {
    const tied = new Set([item.id, ...item.needs].flatMap((id) => groupOf.get(id) ?? []));
    const group = new Set<Case>([...tied].flatMap((other) => [...other]));
    group.add(item);
    for (const { id } of group) groupOf.set(id, group);
  }
  const place = new Map(cases.map((item, at) => [item, at]));
  return [...new Set(groupOf.values())].map((group) =>
    [...group].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
  );
};
