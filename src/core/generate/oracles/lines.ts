import { slug } from "#core/explore/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { asObject, click, literal, short } from "#core/generate/steps.ts";
import type { SiteLines } from "#model/site.ts";

const draft = ({ path, add, field, remove }: SiteLines): Draft => {
  const all = asObject(fieldItself(field));
  const line = (nth: number) => ({ ...all, nth });
  return {
    id: `lines-${slug(add.name)}`,
    title: `"${short(add.name)}" adds a line, and each is removed by its own "${short(remove, 20)}"`,
    steps: [
      { goto: literal(path) },
      { fill: { target: line(0), value: "Tracewright one" } },
      click(add.target),
      { fill: { target: line(1), value: "Tracewright two" } },
      { click: { role: "button", name: literal(remove), exact: true, nth: 0 } },
      { expect: { count: { target: all, is: 1 } } },
      { expect: { value: { target: all, is: "Tracewright two" } } },
    ],
    rank: 28,
  };
};

export const lines = defineOracle({
  id: "lines",
  summary: "What removes a line of a form removes just that one.",
  looks: true,
  applies: ({ lines: found }) => found.map(draft),
});
