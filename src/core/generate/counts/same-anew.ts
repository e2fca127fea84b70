import type { StepDocument } from "#core/suite/grammar.ts";
import { anew, captureName, idle, literal, literalTarget } from "#core/generate/steps.ts";

const MOST_NUMBERS = 2;
const PAGE = literalTarget({ css: "body" });

/** Notes the phrases that fit these patterns, such as "9 seats free", and sees them again once the page is opened anew. */
export const sameAnew = (
  { path, pageId, deed }: { path: string; pageId: string; deed: string },
  patterns: readonly string[],
): StepDocument[] => {
  const told = patterns
    .slice(0, MOST_NUMBERS)
    .map((match, at) => ({ match, name: captureName(`${deed}_${at + 1}`, pageId) }));
  if (told.length === 0) return [];
  return [
    ...told.map(({ match, name }): StepDocument => ({ capture: { [name]: { text: PAGE, match } } })),
    { goto: literal(path) },
    ...anew({ path }),
    idle,
    ...told.map(({ name }): StepDocument => ({
      expect: { text: { target: PAGE, contains: `\${${name}}` } },
    })),
  ];
};
