import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { isOwnWords } from "#core/generate/own-words.ts";
import { anew, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteMouseOnly } from "#model/site-mouse-only.ts";

const BODY = { css: "body" };

/** Whatever it is that a click does: Enter does so as well. */
const used = ({ path, target, led }: SiteMouseOnly, at: number): StepDocument[] => {
  const shown = `shown_before_enter_${at + 1}`;
  const begin: StepDocument[] = [{ goto: literal(path) }, ...anew({ path }), idle];
  const press: StepDocument = { press: { key: "Enter", target: literalTarget(target) } };
  if (led !== null) return [...begin, press, { expect: { url: literal(led) } }];
  return [
    ...begin,
    { capture: { [shown]: { text: BODY } } },
    press,
    { expect: { text: { target: BODY, is: `\${${shown}}`, not: true } } },
  ];
};

export const keyboard = defineOracle({
  id: "keyboard",
  summary: "What reacts to a click of the mouse can be used with the keyboard as well.",
  looks: true,
  applies(site) {
    const mouseOnly = site.mouseOnly.filter(({ name }) => !isOwnWords(site, name));
    if (mouseOnly.length === 0) return [];
    const names = mouseOnly.map(({ name }) => `"${short(name, 25)}"`).join(", ");
    return [
      {
        id: "keyboard",
        title: short(`What can be clicked can be used with the keyboard as well: ${names}`, 105),
        steps: mouseOnly.flatMap(used),
        rank: 34,
      },
    ];
  },
});
