import { escapeRegex } from "#model/escape-regex.ts";
import type { SurveyField } from "#model/survey.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { chooseOption, pricedChoices } from "#core/generate/sums/sums-kept.ts";
import { literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SitePage } from "#model/site-pages.ts";

const TOTAL = /\b((?:grand |order )?total(?: \p{L}+){0,3})[: ]*(?=[€$£¥₹]|\d)/iu;

const draft = (page: SitePage, field: SurveyField): Draft | null => {
  const options = pricedChoices(field);
  const words = TOTAL.exec(page.survey.text)?.[1];
  if (!options || words === undefined || field.target === null) return null;
  const main = literalTarget(mainOf(page.survey));
  const pattern = `${escapeRegex(words)}[^\\d]{0,12}`;
  return {
    id: `priced-${page.id}-${field.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
    title: `"${short(words)}" follows the choice of "${short(field.name)}", which costs differently`,
    steps: [
      ...openPage(page),
      chooseOption(field, options[0]),
      { wait_for: "idle" },
      { capture: { total_before: { text: main, match: `${pattern}(\\d[\\d.,]*)` } } },
      chooseOption(field, options[1]),
      { expect: { text: { target: main, matches: `${pattern}\${total_before}`, not: true } } },
    ],
    rank: 24,
  };
};

export const pricedOptions = defineOracle({
  id: "priced-options",
  summary: "Choosing an option that costs more or less changes the total.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages.flatMap((page) =>
      page.survey.forms
        .flatMap(({ fields }) => fields)
        .flatMap((field) => {
          const key = `${field.name}|${field.options.join("|")}`;
          const found = seen.has(key) ? null : draft(page, field);
          if (!found) return [];
          seen.add(key);
          return [found];
        }),
    );
  },
});
