import type { StepDocument } from "#core/suite/grammar.ts";
import { NONSENSE } from "#core/explore/probes/probe-search.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
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
      const other = term === term.toLowerCase() ? term.toUpperCase() : term.toLowerCase();
      return {
        id: `questions-${pageId}`,
        title: `A question is found by "${short(term, 20)}" in upper or lower case`,
        steps: [
          { goto: literal(path) },
          ...search(term),
          { expect: { visible: target } },
          ...search(NONSENSE),
          { expect: { hidden: target } },
          ...search(other),
          { expect: { visible: target } },
          ...search(""),
          { expect: { visible: target } },
        ],
        rank: 12,
      };
    }),
});
