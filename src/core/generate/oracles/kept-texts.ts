import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteKeptText } from "#model/site-kept-texts.ts";
import type { SiteModel } from "#model/site.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { anew, click, fillOne, idle, literal, noErrors, problemsOf, short } from "#core/generate/steps.ts";

const draft = (site: SiteModel, kept: SiteKeptText): Draft => {
  const { pageId, path, name, submit, field, clears } = kept;
  const open: StepDocument[] = [{ goto: literal(path) }, ...anew(kept)];
  const saved = (text: string): StepDocument[] => [
    fillOne(field, text),
    click(submit),
    idle,
    ...open,
    { expect: { value: { target: fieldItself(field), is: text } } },
  ];
  return {
    id: `keeps-${pageId}-${slug(name)}`,
    title: `What "${short(name)}" has saved is there when the page is opened again`,
    steps: [
      ...open,
      ...saved(`${MARK} \${tag}`),
      ...(clears ? saved("") : []),
      noErrors(problemsOf(site), site.login?.used ?? false),
    ],
    fixtures: { tag: { string: 6 } },
    rank: 12,
  };
};

export const keptTexts = defineOracle({
  id: "kept-texts",
  summary:
    "A text that is saved on the page of an item, such as notes, is in its field when the page is opened again.",
  applies: (site) => site.keptTexts.map((kept) => draft(site, kept)),
});
