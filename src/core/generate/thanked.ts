import type { StepDocument } from "#core/suite/grammar.ts";
import type { Draft } from "./define-oracle.ts";
import type { UsableForm } from "./forms.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { literal } from "./steps.ts";

/** Not in "could not be saved", "can be saved once that is corrected". */
const SAVED =
  "(?i:(?<!\\p{L}|(?:\\b(?:not|be|nicht|pas)|n['’]t)(?: been| été)? )(?:saved|updated|gespeichert|enregistrée?s?)(?!\\p{L}| werden))";

/** Its own part, and what its frame leads to: "Saved replies". */
const saidOn = ({ text, links, buttons, headings }: PageSurvey): string[] => [
  text,
  ...links.map((link) => link.text),
  ...buttons.map(({ name }) => name),
  ...headings.map((heading) => heading.text),
];

const NOT_SAVED = "see that nothing is said to be saved";

/** That the page does not say that it has saved what it has to refuse; no step where it speaks of what is saved in any case. */
export const notSaved = ({ survey }: SitePage): Required<Pick<Draft, "steps" | "blocks">> =>
  saidOn(survey).some((text) => new RegExp(SAVED.replace("(?i:", "(?:"), "iu").test(text))
    ? { steps: [], blocks: {} }
    : {
        steps: [{ use: NOT_SAVED }],
        blocks: {
          [NOT_SAVED]: [
            { expect: { text: { target: { css: "body" }, matches: SAVED, not: true } }, timeout: "1s" },
          ],
        },
      };

/** That the app does not say what it was seen to say once it had taken the form; no step where it says nothing. */
export const notThanked = ({ form: { answered } }: UsableForm): StepDocument[] =>
  answered?.said ? [{ expect: { text: { contains: literal(answered.said), not: true } } }] : [];
