import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { click, literal, literalTarget, short } from "#core/generate/steps.ts";

export const numberedLines = defineOracle({
  id: "numbered-lines",
  summary: "Of the numbered lines of a form, the one that is removed goes, and the next takes its number.",
  looks: true,
  applies: (site) =>
    site.numberedLines.map(({ pageId, path, add, name, first, second, remove }) => ({
      id: `lines-${pageId}-${slug(name)}`,
      title: `"${short(remove.name)}" removes just that line, and the next takes its place`,
      steps: [
        { goto: literal(path) },
        ...(add ? [click(add)] : []),
        { fill: { target: literalTarget(first), value: "Tracewright one" } },
        { fill: { target: literalTarget(second), value: "Tracewright two" } },
        click(remove.target),
        { expect: { value: { target: literalTarget(first), is: "Tracewright two" } } },
      ],
      rank: 28,
    })),
});
