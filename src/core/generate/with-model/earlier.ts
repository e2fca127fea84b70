import { parse } from "yaml";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";

/** Tag of a case that a model has proposed. */
export const journeyTag = "journey";

/** What a model gave to a suite when it was generated last. */
export type Earlier = {
  /** The cases that it proposed, without what was found of them then. */
  journeys: CaseDocument[];
  /** The title that a case had, where it is still the same case; null elsewhere. */
  titleOf(item: CaseDocument): string | null;
};

const content = ({ title: _title, tags: _tags, ...item }: CaseDocument): string => JSON.stringify(item);

/**
 * What is kept when a suite is generated again, so that a model's other words of today do not look like changes. `yaml` is
 * what was generated last; null where that is not known.
 */
export const earlierOf = (yaml: string | null): Earlier => {
  const cases = yaml === null ? [] : ((parse(yaml) as SuiteDocument | null)?.cases ?? []);
  const byId = new Map(cases.map((item) => [item.id, item]));
  return {
    journeys: cases
      .filter(({ tags }) => tags?.includes(journeyTag) === true)
      .map((item) => ({ ...item, tags: [journeyTag] })),
    titleOf: (item) => {
      const before = byId.get(item.id);
      return before?.title !== undefined && content(before) === content(item) ? before.title : null;
    },
  };
};
