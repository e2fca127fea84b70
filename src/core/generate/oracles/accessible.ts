import { oneOfEachKind } from "#core/generate/one-of-each-kind.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { click, idle, openPage } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { isAnswered } from "#core/explore/pages/by-address.ts";

/** Rules that leave no room for taste: a picture, a field, a button without words, a page without its title or its language. */
export const RULES = [
  "button-name",
  "document-title",
  "html-has-lang",
  "image-alt",
  "input-image-alt",
  "label",
  "select-name",
];

/** What the block is called that asks all of them. */
export const NAMED = "all can be read aloud";

/** Boxes that choose rows are told apart by their rows; many libraries give them no words of their own. */
const hasBoxes = ({ survey }: SitePage): boolean =>
  survey.collections.some(({ items }) =>
    items.some(({ fields }) => fields.some(({ type }) => type === "checkbox")),
  );

const rulesFor = (page: SitePage): string[] =>
  hasBoxes(page) ? RULES.filter((rule) => rule !== "label") : RULES;

const blockFor = (page: SitePage): string => (hasBoxes(page) ? "all but the boxes can be read aloud" : NAMED);

const MOST_DIALOGS = 6;

/** Dialogs with a form, each once, with what brings them up. */
const dialogs = (site: SiteModel): StepDocument[] => {
  const seen = new Set<string>();
  return site.pages
    .filter(isAnswered)
    .flatMap((page) => page.reveals.map((reveal) => ({ page, reveal })))
    .filter(({ reveal: { control, effect, forms } }) => {
      const isNew = effect === "dialog" && forms.length > 0 && control.target !== null;
      return isNew && !seen.has(control.name) && Boolean(seen.add(control.name));
    })
    .slice(0, MOST_DIALOGS)
    .flatMap(({ page, reveal }) => [
      ...openPage(page),
      click(reveal.control.target ?? ""),
      { use: blockFor(page) },
    ]);
};

/** It has a field that nothing names, so that it is found by what its form sends it as. */
const hasNameless = ({ survey }: SitePage): boolean =>
  survey.forms.some(({ fields }) =>
    fields.some(({ target }) => typeof target === "object" && target?.css?.includes("[name=") === true),
  );

export const accessible = defineOracle({
  id: "accessible",
  summary: "Pictures, fields and buttons have words, and pages a title and a language.",
  looks: true,
  applies(site) {
    const pages = oneOfEachKind(site, hasNameless);
    if (pages.length === 0) return [];
    const steps = pages.flatMap((page): StepDocument[] => [...openPage(page), { use: blockFor(page) }]);
    const blocks = Object.fromEntries(
      pages.map((page): [string, StepDocument[]] => [
        blockFor(page),
        // A part that is drawn late is looked at as well, each time.
        [idle, { expect: { accessible: { rules: rulesFor(page) } } }],
      ]),
    );
    return [
      {
        id: "accessible-names",
        title: "Pictures, fields and buttons have accessible names, and pages say their language",
        blocks,
        steps: [...steps, ...dialogs(site)],
        rank: pages.some(hasNameless) ? 21 : 35,
      },
    ];
  },
});
