import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyLink } from "#model/survey.ts";
import { relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { withoutCount } from "#core/explore/lists/without-count.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { setsLanguage } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { linkTarget } from "#core/generate/link-target.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { click, idle, literal, openPage, short } from "#core/generate/steps.ts";
import type { Target } from "#model/target.ts";

/** As many links that are called after choices of one select are there for those. */
const LEAST = 2;

type Choice = { link: SurveyLink; target: Target; field: SurveyField; option: string };

/** What the link is called besides how many there are: "Concerts 12", "Concerts (12)", "Concerts 12 events". */
const bareText = (text: string): string => withoutCount(fold(text).replace(/(\d) ?\p{L}+\)?$/u, "$1"));

/** The choice of the select that the link is called after, other than what the select begins with. */
const optionOf = ({ options, value }: SurveyField, { text }: SurveyLink): string | undefined =>
  options.find((option) => option !== value && fold(option) === bareText(text));

/**
 * Whether the page behind the link was seen, and either has the choice or shows all that it shows without one: what it makes of
 * the choice in another way is not known.
 */
const isKnown = (
  site: SiteModel,
  base: SitePage,
  path: string,
  field: SurveyField,
  option: string,
): boolean => {
  const seen = [...site.pages, ...site.samples].find((page) => page.path === path && page.setup.length === 0);
  // What was found to be the same page under another address is no page of its own.
  if (!seen) return base.examples.includes(path);
  const now = seen.survey.forms.flatMap(({ fields }) => fields).find(({ name }) => name === field.name);
  return now !== undefined && (now.value === option || seen.survey.text === base.survey.text);
};

/** The links of a page that are called after choices of one select of the page that they lead to, by an address that asks for one. */
const choicesOf = (site: SiteModel, page: SitePage): Choice[] => {
  const links = page.survey.links.flatMap((link) => {
    const path = relativeTo(site.origin, link.href);
    const target = linkTarget(page, link);
    const leads = link.same_origin && path.includes("?") && !setsLanguage(link.text, path);
    return leads && target !== null && isSteadyTarget(target) ? [{ link, target, path }] : [];
  });
  const places = Map.groupBy(links, ({ path }) => withoutQuery(path));
  return [...places].flatMap(([place, ways]) => {
    const base = site.pages.find((each) => each.path === place && isByAddress(each));
    const fields = base?.survey.forms.flatMap((form) => form.fields) ?? [];
    const chosen = fields.flatMap((field): Choice[] => {
      if (!base || place === withoutQuery(page.path) || field.type !== "select" || field.target === null)
        return [];
      const named = ways.flatMap(({ link, target, path }) => {
        const option = optionOf(field, link);
        return option === undefined ? [] : [{ link, target, path, field, option }];
      });
      // What all of them ask for alike is something else.
      const isFew = (all: string[]): boolean => new Set(all).size < LEAST;
      if (isFew(named.map(({ option }) => option)) || isFew(named.map(({ path }) => path))) return [];
      return named.filter(({ path, option }) => isKnown(site, base, path, field, option)).slice(0, 1);
    });
    return chosen.slice(0, 1);
  });
};

const draft = (site: SiteModel, page: SitePage, { link, target, field, option }: Choice): Draft => ({
  id: `choice-of-link-${page.id}`,
  title: `"${short(bareText(link.text), 30)}" of ${pageNames(site.pages)(page)} chooses that`,
  steps: [
    ...openPage(page),
    click(target),
    idle,
    { expect: { value: { target: fieldItself(field), is: literal(option) } } },
  ],
  rank: 20,
});

export const linkChoices = defineOracle({
  id: "link-choices",
  summary: "A link that is called after a choice of the page that it leads to chooses that there.",
  looks: true,
  applies: (site) => {
    const told = new Set<SurveyField>();
    return site.pages.filter(isByAddress).flatMap((page) =>
      choicesOf(site, page).flatMap((choice) => {
        if (told.has(choice.field)) return [];
        told.add(choice.field);
        return [draft(site, page, choice)];
      }),
    );
  },
});
