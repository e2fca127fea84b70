import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { captureName, click, idle, literal, literalTarget } from "#core/generate/steps.ts";
import type { SiteStepper } from "#model/site-lists.ts";

/** What is added is there when the page is loaded anew, and can be taken away again. */
const kept = ({ pageId, path, less, more, cell }: SiteStepper): Draft => {
  const target = literalTarget(cell);
  const [before, after] = [captureName("before_more", pageId), captureName("after_more", pageId)];
  const note = (name: string): StepDocument => ({ capture: { [name]: { text: target } } });
  const is = (name: string, not = false): StepDocument => ({
    expect: { text: { target, is: `\${${name}}`, ...(not && { not }) } },
  });
  return {
    id: `steps-${pageId}`,
    title:
      "A number that one is added to has one more when it is opened again, and one less once it is taken away",
    steps: [
      { goto: literal(path) },
      idle,
      note(before),
      click(more),
      idle,
      is(before, true),
      note(after),
      "reload",
      is(after),
      click(less),
      idle,
      is(before),
    ],
    rank: 19,
  };
};

export const steppers = defineOracle({
  id: "steppers",
  summary: "A number with buttons that add and take away keeps what they do.",
  applies: (site) => site.steppers.map(kept),
});
