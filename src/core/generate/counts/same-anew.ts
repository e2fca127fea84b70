import type { StepDocument } from "#core/suite/grammar.ts";
import { mainOf } from "./counts.ts";
import { captureName, literalTarget, openAnew } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";

const MOST_NUMBERS = 2;

/** Notes the phrases that fit these patterns, such as "9 seats free", and sees them again once the page is opened anew. */
export const sameAnew = (
  site: SiteModel,
  { path, pageId, deed }: { path: string; pageId: string; deed: string },
  patterns: readonly string[],
): StepDocument[] => {
  const told = patterns
    .slice(0, MOST_NUMBERS)
    .map((match, at) => ({ match, name: captureName(`${deed}_${at + 1}`, pageId) }));
  if (told.length === 0) return [];
  // The numbers were found in what is the page's own.
  const page = [...site.pages, ...site.samples].find((each) => each.path === path);
  const target = literalTarget(page ? mainOf(page.survey) : { css: "body" });
  return [
    ...told.map(({ match, name }): StepDocument => ({ capture: { [name]: { text: target, match } } })),
    ...openAnew(path),
    ...told.map(({ name }): StepDocument => ({
      expect: { text: { target, contains: `\${${name}}` } },
    })),
  ];
};
