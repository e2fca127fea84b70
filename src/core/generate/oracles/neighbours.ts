import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, literal, openPage, short } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteNeighbour } from "#model/site-neighbours.ts";
import type { SiteModel } from "#model/site.ts";

const draft = (site: SiteModel, { pageId, path, heading, level, link, returns }: SiteNeighbour): Draft => {
  const target = { css: `h${level}` };
  const first: StepDocument = { expect: { text: { target, is: literal(heading) } } };
  return {
    id: `neighbours-${pageId}`,
    title: `"${short(link.text)}" shows another item than "${short(heading, 30)}"${returns ? ", and Back that one" : ""}`,
    steps: [
      ...openPage({ path, setup: [] }),
      first,
      click(link.target),
      idle,
      // Which one that is may be another by now.
      { expect: { text: { target, is: literal(heading), not: true } } },
      ...(returns ? ["back" as const, first] : []),
    ],
    rank: 24,
  };
};

export const neighbours = defineOracle({
  id: "neighbours",
  joins: true,
  summary: "A link from one item to another of its kind shows that one, and Back the first.",
  looks: true,
  applies: (site) => site.neighbours.map((each) => draft(site, each)),
});
