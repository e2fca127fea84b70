import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";

/** What stands for a value in a text that is written for others: `{{name}}`. */
export const TEMPLATE = String.raw`\{\{ ?[\w.]+ ?\}\}`;

/** Some field of the app holds such a text: there are people who write them. */
const areWritten = ({ pages, samples }: SiteModel): boolean =>
  [...pages, ...samples].some(({ survey, reveals }) =>
    [...survey.forms, ...reveals.flatMap(({ forms }) => forms)].some(({ fields }) =>
      fields.some(({ value, hint = "" }) => new RegExp(TEMPLATE, "u").test(`${value} ${hint}`)),
    ),
  );

/** The site without what stands for values in its texts, where they are what people write there. */
export const withoutTemplates = (site: SiteModel): SiteModel => {
  if (!areWritten(site)) return site;
  const plain = (page: SitePage): SitePage => ({
    ...page,
    survey: {
      ...page.survey,
      text: page.survey.text.replaceAll(new RegExp(TEMPLATE, "gu"), ""),
      unfilled: page.survey.unfilled.filter((text) => !new RegExp(TEMPLATE, "u").test(text)),
    },
  });
  return { ...site, pages: site.pages.map(plain), samples: site.samples.map(plain) };
};
