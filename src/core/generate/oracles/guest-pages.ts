import { defineOracle } from "#core/generate/define-oracle.ts";
import { idle, legible, literal, short } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { NAMED, RULES } from "./accessible.ts";

/** How the app says that it does not know who asks: a page for guests may ask all the same, as late as it likes. */
const UNKNOWN = " 401";

export const guestPages = defineOracle({
  id: "guest-pages",
  summary:
    "Pages that are for who is not logged in load without an error, and what is on them has words and can be read.",
  looks: true,
  applies({ guestPages: pages }) {
    const without = (refused: string[]): StepDocument => ({
      expect: { no_errors: { except: [UNKNOWN, ...refused] } },
    });
    if (pages.length === 0) return [];
    const names = pages.map(({ survey, path }) => `"${short(survey.headings[0]?.text ?? path, 30)}"`);
    return [
      {
        id: "guest-pages",
        title: `Pages of who is not logged in load without errors: ${names.join(", ")}`,
        auth: false,
        blocks: { [NAMED]: [{ expect: { accessible: { rules: RULES } } }] },
        steps: pages.flatMap(({ path, survey, refused = [] }): StepDocument[] => [
          { goto: literal(path) },
          ...survey.headings
            .slice(0, 1)
            .map(({ text }) => ({ expect: { visible: { role: "heading", name: literal(text) } } })),
          { use: NAMED },
          without(refused),
        ]),
        rank: 13,
      },
      {
        id: "guest-pages-readable",
        title: `No text of pages of who is not logged in has nearly the colour of what is behind it: ${names.join(", ")}`,
        auth: false,
        steps: pages.flatMap(({ path }): StepDocument[] => [{ goto: literal(path) }, idle, legible]),
        // As `readable-text`: for what is found, not for what is well.
        rank: 60,
      },
    ];
  },
});
