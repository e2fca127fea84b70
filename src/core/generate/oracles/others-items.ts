import { slug } from "#core/explore/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { commonHeadings, ownHeading } from "#core/generate/page-names.ts";
import { anew, idle, literal, literalTarget, short } from "#core/generate/steps.ts";

export const othersItems = defineOracle({
  id: "others-items",
  summary: "What is somebody else's, and not offered for changing on its page, is not by its address either.",
  looks: true,
  applies: (site) => {
    const common = commonHeadings(site.pages);
    return [...site.pages, ...site.samples].flatMap((page) => {
      if (!page.edited) return [];
      const { path, submit } = page.edited;
      const name = ownHeading(page, common) ?? page.title;
      return [
        {
          id: `others-${slug(name) || page.id}`,
          title: `Who is logged in is not given the form for changing "${short(name, 40)}" of somebody else by its address`,
          steps: [
            { goto: literal(path) },
            ...anew({ path }),
            idle,
            { expect: { hidden: literalTarget(submit) } },
          ],
          rank: 9,
        },
      ];
    });
  },
});
