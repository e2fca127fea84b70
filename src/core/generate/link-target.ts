import type { SitePage } from "#model/site-pages.ts";
import type { SurveyLink } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

/** A link of the navigation is called so as well once nothing is left to be counted in its name: "Messages 3 unread". */
export const isInNavigation = ({ survey: { links, landmarks } }: SitePage, text: string): boolean =>
  landmarks.some((landmark) => /^main\b/.test(landmark)) &&
  links.some((link) => link.chrome && link.text !== text && link.text.startsWith(text));

/**
 * What finds a link of the main part of a page, also while that is not drawn yet, when "Board" would be found in the
 * "Dashboard" of the navigation. Null where nothing does.
 */
export const linkTarget = (page: SitePage, { target, text, chrome }: SurveyLink): Target | null => {
  if (typeof target !== "string" || chrome) return target;
  const named = { role: "link", name: target, exact: true };
  return isInNavigation(page, text) ? { ...named, within: { role: "main" } } : named;
};
