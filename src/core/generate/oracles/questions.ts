import type { StepDocument } from "#core/suite/grammar.ts";
import { NONSENSE } from "#core/explore/probes/probe-search.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { otherCase } from "#core/generate/other-case.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { fillOne, idle, literal, literalTarget, short } from "#core/generate/steps.ts";

export const questions = defineOracle({
  id: "questions",
  summary:
    "A search among the questions of a page finds one by a word of it, in upper or lower case, and nothing by what none has.",
  looks: true,
  applies: (site) =>
    site.questions.map(({ pageId, path, field, enters, term, question }) => {
      const target = literalTarget(question);
      const search = (word: string): StepDocument[] => [
        fillOne(field, literal(word)),
        ...(enters ? [{ press: { key: "Enter", target: fieldItself(field) } }] : []),
        idle,
      ];
      const other = otherCase(term);
      const shown: StepDocument = { expect: { visible: target } };
      const none: StepDocument[] = [...search(NONSENSE), { expect: { hidden: target } }];
      return {
        id: `questions-${pageId}`,
        title: `A question is found by "${short(term, 20)}" in upper or lower case`,
        steps: [
          { goto: literal(path) },
          ...none,
          ...search(term),
          shown,
          ...none,
          ...(other === null ? [] : [...search(other), shown, ...none]),
          ...search(""),
          shown,
        ],
        rank: 12,
      };
    }),
});
