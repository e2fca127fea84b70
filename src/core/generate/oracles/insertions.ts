import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import {
  click,
  hasErrors,
  idle,
  literal,
  literalTarget,
  noErrors,
  selectOne,
  short,
} from "#core/generate/steps.ts";

export const insertions = defineOracle({
  id: "insertions",
  summary: "What a button takes over from the choice beside it is in the form then, without errors.",
  looks: true,
  applies: (site) =>
    site.insertions.map(({ pageId, path, select, option, button, name, filled, problems }) => {
      const page = site.pages.find(({ id }) => id === pageId);
      const known = page?.problems ?? [];
      const behindLogin = page?.behindLogin ?? false;
      return {
        id: `inserts-${pageId}-${slug(name)}`,
        title: `"${short(name)}" takes over what is chosen beside it`,
        steps: [
          { goto: literal(path) },
          selectOne(select, option),
          click(button),
          idle,
          ...(filled
            ? [{ expect: { value: { target: literalTarget(filled.into), contains: literal(filled.text) } } }]
            : []),
          noErrors(known, behindLogin),
        ],
        rank: hasErrors(problems, behindLogin) ? 6 : 30,
      };
    }),
});
