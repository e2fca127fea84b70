import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { literal, noErrors, short } from "#core/generate/steps.ts";

export const background = defineOracle({
  id: "background",
  summary: "What pages ask for by themselves once they have loaded is there.",
  looks: true,
  applies: (site) =>
    site.background.map(({ path, url, pageId }) => {
      const page = site.pages.find(({ id }) => id === pageId);
      const name = page?.survey.headings[0]?.text ?? page?.title ?? path;
      return {
        id: `background-${slug(url) || "request"}`,
        title: `What "${short(name, 30)}" asks for in the background is answered`,
        steps: [
          { goto: literal(path) },
          { wait_for: { request: { url: literal(url) } } },
          noErrors(page?.problems ?? [], page?.behindLogin ?? false),
        ],
        rank: 8,
      };
    }),
});
