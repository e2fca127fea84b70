import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";

/** Ids of the cases that need one of these, at first hand or further on; these among them. */
export const neededBy = (document: SuiteDocument, ids: readonly string[]): Set<string> => {
  const all = new Set(ids);
  for (let size = 0; size !== all.size;) {
    size = all.size;
    for (const { id, needs = [] } of document.cases) if (needs.some((other) => all.has(other))) all.add(id);
  }
  return all;
};

/** Ids of the cases that one needs, at first hand or further on. */
export const neededFor = (document: SuiteDocument, id: string): string[] => {
  const all = new Set<string>();
  const add = (item: CaseDocument | undefined): void => {
    for (const other of item?.needs ?? []) {
      if (all.has(other)) continue;
      all.add(other);
      add(document.cases.find((each) => each.id === other));
    }
  };
  add(document.cases.find((each) => each.id === id));
  return [...all];
};

/** The id of the case that takes over all that a needed one expects. */
export const wholeOf = (id: string): string => `${id}-whole`;

/**
 * What others need stays without the expectation that the app does not meet, so that they can be carried out; all of it
 * becomes a case of its own behind it. Null where the step is no expectation, or nothing would be left.
 */
export const splitAt = (document: SuiteDocument, id: string, step: number): SuiteDocument | null => {
  const item = document.cases.find((each) => each.id === id);
  const failing = item?.steps[step];
  const expects = (each: typeof failing): boolean => typeof each === "object" && "expect" in each;
  if (!item || !expects(failing) || !item.steps.some((each) => !expects(each))) return null;
  const isSplit = document.cases.some((each) => each.id === wholeOf(id));
  const base = {
    ...item,
    title: isSplit ? item.title : `${item.title ?? id}, as far as others need it`,
    steps: item.steps.toSpliced(step, 1),
  };
  return {
    ...document,
    cases: document.cases.flatMap((each) => {
      if (each.id !== id) return [each];
      return isSplit ? [base] : [base, { ...item, id: wholeOf(id) }];
    }),
  };
};
