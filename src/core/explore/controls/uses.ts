import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";

/** What can be used on a page itself, but for what bears the name of what the page is about. */
export const usesOf = ({ buttons, forms, headings }: PageSurvey): string[] => {
  const about = (headings.find(({ level }) => level === 1) ?? headings[0])?.text ?? "";
  const own = buttons.filter(
    ({ name, chrome }) => !chrome && name !== "" && !(about && name.includes(about)),
  );
  return [
    ...own.map(({ role, name }) => `${role} ${name}`),
    ...forms.flatMap(({ fields }) => fields.map(({ type, name }) => `${type} ${name}`)),
  ];
};

/** Most of what can be used on the page is on none of its kin: it is no further item of a list. */
export const offersMore = (kin: SitePage[], survey: PageSurvey): boolean => {
  const known = new Set(kin.flatMap((page) => usesOf(page.survey)));
  const own = usesOf(survey);
  return own.filter((use) => !known.has(use)).length * 2 > own.length;
};

/** All that can be used on the page as it was known is on what is seen of it now. */
export const hasAllOf = (page: SitePage, survey: PageSurvey): boolean => {
  const own = new Set(usesOf(survey));
  return usesOf(page.survey).every((use) => own.has(use));
};
