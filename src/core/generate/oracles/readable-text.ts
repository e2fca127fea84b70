import { defineOracle } from "#core/generate/define-oracle.ts";
import { idle, openPage, readable } from "#core/generate/steps.ts";
import { oneOfEachKind } from "./accessible.ts";

const CALLED = "all text can be told from what is behind it";

export const readableText = defineOracle({
  id: "readable-text",
  summary: "No text is so pale that it can hardly be told from what is behind it.",
  looks: true,
  applies(site) {
    const pages = oneOfEachKind(site);
    if (pages.length === 0) return [];
    return [
      {
        id: "readable-text",
        title: "No text has nearly the colour of what is behind it",
        blocks: { [CALLED]: [idle, readable] },
        steps: pages.flatMap((page) => [...openPage(page), { use: CALLED }]),
        rank: 36,
      },
    ];
  },
});
