import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { makeChoice } from "#core/generate/filter-choices.ts";
import { click, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteLostChoice } from "#model/site-lists.ts";
import type { Target } from "#model/target.ts";

const draft = ({ pageId, path, choice, link }: SiteLostChoice): Draft[] => {
  if (choice.kind !== "select") return [];
  const { field, label, name } = choice;
  // A column may bear the name of the select.
  const target: Target =
    typeof field === "string" ? { role: "combobox", name: literal(field) } : literalTarget(field);
  const held = { expect: { value: { target, is: literal(label) } } };
  return [
    {
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
    },
  ];
};

export const lostChoices = defineOracle({
  id: "lost-choices",
  summary:
    "What is chosen in a list is so still when one comes back from a row, where the app's other lists keep it.",
  looks: true,
  applies: (site) => site.lostChoices.flatMap(draft),
});
