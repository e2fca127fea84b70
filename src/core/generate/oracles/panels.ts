import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { click, idle, literal, short } from "#core/generate/steps.ts";

export const panels = defineOracle({
  id: "panels",
  summary: "A tab shows the panel that bears its name, where panels are called after their tabs.",
  looks: true,
  applies: (site) => {
    const nameOf = pageNames(site.pages);
    return site.panels.map(({ pageId, path, tabs }) => {
      const page = site.pages.find(({ id }) => id === pageId);
      return {
        id: `panels-${pageId}`,
        title: `Each tab${page ? ` of ${short(nameOf(page), 60)}` : ""} shows what is called after it`,
        steps: [
          { goto: literal(path) },
          idle,
          ...tabs.flatMap(({ name, target }): StepDocument[] => [
            click(target),
            { expect: { visible: { role: "tabpanel", name: literal(name), exact: true } } },
          ]),
        ],
        rank: 23,
      };
    });
  },
});
