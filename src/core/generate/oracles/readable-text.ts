import { defineOracle } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { idle, legible, openPage } from "#core/generate/steps.ts";
import { oneOfEachKind } from "#core/generate/one-of-each-kind.ts";

const CALLED = "all text can be told from what is behind it";

export const readableText = defineOracle({
  id: "readable-text",
  summary: "No text is so pale that it can hardly be told from what is behind it.",
  looks: true,
  joins: true,
  applies(site) {
    const nameOf = pageNames(site.pages);
    return oneOfEachKind(site).map((page) => ({
      id: `readable-text-${page.id}`,
      title: `No text of ${nameOf(page)} has nearly the colour of what is behind it`,
      blocks: { [CALLED]: [idle, legible] },
      steps: [...openPage(page), { use: CALLED }],
      // What opens more kinds of page goes before it; where there is no room for it, it is tried all the same.
      rank: 60,
    }));
  },
});
