import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { makeChoice, selectItself } from "#core/generate/filter-choices.ts";
import { click, idle, literal, short } from "#core/generate/steps.ts";
import type { SiteLostChoice } from "#model/site-lists.ts";

const draft = ({ pageId, path, choice, link }: SiteLostChoice): Draft => {
  const { field, label, name } = choice;
  const held = { expect: { value: { target: selectItself(field), is: literal(label) } } };
  return {
    id: `kept-back-${pageId}-${slug(name) || "choice"}`,
    title: `"${short(label, 30)}" is still chosen when one comes back from a row, as other lists keep what is chosen`,
    steps: [
      { goto: literal(path) },
      idle,
      ...makeChoice(choice),
      held,
      click(link),
      idle,
      "back",
      idle,
      held,
    ],
    rank: 20,
  };
};

export const lostChoices = defineOracle({
  id: "lost-choices",
  summary:
    "What is chosen in a list is so still when one comes back from a row, where the app's other lists keep it.",
  looks: true,
  applies: (site) => site.lostChoices.map(draft),
});
