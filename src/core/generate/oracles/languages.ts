import { slug } from "#core/explore/pages/states.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { leftOn, writtenOn } from "#core/generate/oracles/wording.ts";
import { click, idle, literal, literalTarget, noErrors, short } from "#core/generate/steps.ts";
import type { SiteLanguage } from "#model/site-language.ts";
import type { SiteModel } from "#model/site.ts";

const draft = (site: SiteModel, language: SiteLanguage): Draft => {
  const { name, path, target, word, pages } = language;
  const seen = new Set<string>();
  const written = writtenOn(site);
  const steps = pages.flatMap((page, at): StepDocument[] => {
    const left = leftOn(page, written).filter(({ text }) => !seen.has(text) && seen.add(text));
    return [
      ...(at === 0 ? [{ goto: literal(path) }, click(target), idle] : [{ goto: literal(page.path) }]),
      { expect: { visible: literalTarget(word) } },
      ...left.map(({ step }) => step),
    ];
  });
  const problems = pages.flatMap((page) => page.problems);
  return {
    id: `language-${slug(name) || "other"}`,
    title: `"${short(name, 30)}" is kept from page to page, and its texts are words`,
    ...(site.login?.used && { auth: false }),
    steps: [...steps, noErrors(problems, false)],
    rank: 18,
  };
};

export const languages = defineOracle({
  id: "languages",
  summary:
    "The language that was chosen is that of the next page as well, and shows no keys of translations.",
  looks: true,
  applies: (site) => site.languages.map((language) => draft(site, language)),
});
