import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { captureName, click, idle, openPage, short } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteItemTabs } from "#model/site-item-tabs.ts";

const PANEL = { role: "tabpanel" };

const draft = ({ pageId, path, links: [first, second], back, tabs }: SiteItemTabs): Draft => {
  const shown = tabs.map(({ target }, at) => ({ target, text: captureName(`in_${at + 1}`, pageId) }));
  return {
    id: `item-tabs-${pageId}`,
    title: `${tabs.map(({ name }) => `"${short(name, 20)}"`).join(", ")} of an item ${tabs.length > 1 ? "show" : "shows"} what is its own, also after those of another one`,
    steps: [
      ...openPage({ path, setup: [] }),
      click(first),
      idle,
      ...shown.flatMap(({ target }): StepDocument[] => [click(target), idle]),
      click(back),
      idle,
      click(second),
      idle,
      ...shown.flatMap(({ target, text }): StepDocument[] => [
        click(target),
        idle,
        { capture: { [text]: { text: PANEL } } },
      ]),
      "reload",
      ...shown.flatMap(({ target, text }): StepDocument[] => [
        click(target),
        idle,
        { expect: { text: { target: PANEL, is: `\${${text}}` } } },
      ]),
    ],
    rank: 24,
  };
};

export const itemTabs = defineOracle({
  id: "item-tabs",
  summary: "The tabs of an item show what is its own, also to who comes from another item.",
  looks: true,
  applies: ({ itemTabs: all }) => all.map(draft),
});
