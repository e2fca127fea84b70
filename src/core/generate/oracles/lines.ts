import { besideWords } from "#core/explore/lists/shared-sums.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { asObject, click, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { SiteLines } from "#model/site-lines.ts";
import type { SiteModel } from "#model/site.ts";

/** A second line counts for as long as it is there. */
const summed = (site: SiteModel, { pageId, add, remove, sum }: SiteLines): StepDocument[] => {
  const page = site.pages.find(({ id }) => id === pageId);
  if (!sum || !page) return [];
  const fill = (nth: number, value: string): StepDocument[] =>
    sum.fields.map((field) => ({ fill: { target: { ...asObject(fieldItself(field)), nth }, value } }));
  const target = literalTarget(mainOf(page.survey));
  const is = "sum_of_one_line";
  const contains = `${literal(sum.words)} \${${is}}`;
  return [
    ...fill(0, "4"),
    { capture: { [is]: { text: target, match: besideWords(sum.words) } } },
    click(add.target),
    ...fill(1, "7"),
    { expect: { text: { target, contains, not: true } } },
    click(remove.second),
    { expect: { text: { target, contains } } },
  ];
};

const draft = (site: SiteModel, found: SiteLines): Draft => {
  const { path, add, field, remove } = found;
  const all = asObject(fieldItself(field));
  const line = (nth: number) => ({ ...all, nth });
  return {
    id: `lines-${slug(add.name)}`,
    title: `"${short(add.name)}" adds a line, and each is removed by its own "${short(remove.name, 20)}"`,
    steps: [
      { goto: literal(path) },
      { fill: { target: line(0), value: "Tracewright one" } },
      click(add.target),
      { fill: { target: line(1), value: "Tracewright two" } },
      click(remove.first),
      { expect: { count: { target: all, is: 1 } } },
      { expect: { value: { target: all, is: "Tracewright two" } } },
      ...summed(site, found),
    ],
    rank: 28,
  };
};

export const lines = defineOracle({
  id: "lines",
  summary: "What removes a line of a form removes just that one, and what it had added to a sum.",
  looks: true,
  applies: (site) => site.lines.map((found) => draft(site, found)),
});
