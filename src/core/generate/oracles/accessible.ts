import { oneOfEachKind } from "#core/generate/one-of-each-kind.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
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

/** Fields that nothing names, so that they are found by what their form sends them as. */
const namelessIn = ({ survey }: SitePage): string[] =>
  survey.forms.flatMap(({ fields }) =>
    fields.flatMap(({ type, target }) =>
      type !== "checkbox" && typeof target === "object" && target?.css?.includes("[name=") === true
        ? [target.css]
        : [],
    ),
  );

const hasNameless = (page: SitePage): boolean => namelessIn(page).length > 0;

const MOST_NAMELESS = 3;

/** Pages with such fields, each of which would hide those of the next: the same field once. */
const namelessOf = (pages: SitePage[]): SitePage[] => {
  const seen = new Set<string>();
  return pages
    .filter((page) => {
      const fresh = namelessIn(page).filter((css) => !seen.has(css));
      for (const css of fresh) seen.add(css);
      return fresh.length > 0;
    })
    .slice(0, MOST_NAMELESS);
};

export const accessible = defineOracle({
  id: "accessible",
  summary: "Pictures, fields and buttons have words, and pages a title and a language.",
  looks: true,
  applies(site) {
    const pages = oneOfEachKind(site, hasNameless);
    if (pages.length === 0) return [];
    const nameless = namelessOf(pages);
    const others = pages.filter((page) => !nameless.includes(page));
    const look = (page: SitePage): StepDocument[] => [...openPage(page), { use: blockFor(page) }];
    const blocksOf = (some: SitePage[]): Record<string, StepDocument[]> =>
      Object.fromEntries(
        some.map((page): [string, StepDocument[]] => [
          blockFor(page),
          // A part that is drawn late is looked at as well, each time.
          [idle, { expect: { accessible: { rules: rulesFor(page) } } }],
        ]),
      );
    const nameOf = pageNames(site.pages);
    return [
      ...nameless.map((page) => ({
        id: `accessible-names-${page.id}`,
        title: `Fields and buttons of ${nameOf(page)} have accessible names`,
        blocks: blocksOf([page]),
        steps: look(page),
        rank: 21,
      })),
      {
        id: "accessible-names",
        title: "Pictures, fields and buttons have accessible names, and pages say their language",
        blocks: blocksOf(pages),
        steps: [...others.flatMap(look), ...dialogs(site)],
        rank: 35,
      },
    ];
  },
});
