import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import type { SitePage } from "#model/site-pages.ts";
import { commonHeadings, ownHeading } from "#core/generate/page-names.ts";
import { anew, idle, literal, literalTarget, short } from "#core/generate/steps.ts";

/** What is private to somebody else is not shown by its address. */
const shown = ({ stranger }: SitePage): Draft[] => {
  if (!stranger) return [];
  const { path, heading } = stranger;
  return [
    {
      id: `others-${slug(heading) || slug(path)}`,
      title: `Who is logged in is not shown "${short(heading, 40)}" of somebody else by its address`,
      steps: [
        { goto: literal(path) },
        ...anew({ path }),
        idle,
        { expect: { hidden: { role: "heading", name: literal(heading), exact: true } } },
      ],
      rank: 8,
    },
  ];
};

export const othersItems = defineOracle({
  id: "others-items",
  summary:
    "What is somebody else's, and is not offered for changing on its page or not listed at all, is not by its address either.",
  looks: true,
  applies: (site) => {
    const common = commonHeadings(site.pages);
    return [...site.pages, ...site.samples].flatMap((page) => {
      if (!page.edited) return shown(page);
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
