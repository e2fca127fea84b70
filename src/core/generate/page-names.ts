import { isSteady } from "#core/explore/steady.ts";
import type { SitePage } from "#model/site.ts";
import { short } from "./steps.ts";

/** Headings that stand on most pages, whatever these are called: the name of the site, and of its menus. */
export const commonHeadings = (pages: readonly SitePage[]): string[] => {
  const names = new Map<string, Set<string>>();
  for (const { survey, title } of pages) {
    for (const { text } of survey.headings)
      names.set(text, (names.get(text) ?? new Set<string>()).add(title));
  }
  const titles = new Set(pages.map(({ title }) => title)).size;
  return [...names].flatMap(([text, on]) => (on.size > 2 && on.size * 2 > titles ? [text] : []));
};

/** The heading that is a page's own; null where none lasts, or stands there alone. */
export const ownHeading = (page: SitePage, common: readonly string[]): string | null => {
  const headings = page.survey.headings.filter(({ text }) => !common.includes(text));
  // A dialog that greets whoever comes first is not what the page is about.
  const first =
    headings.find(({ level }) => level === 1) ?? (page.survey.dialogs.length > 0 ? undefined : headings[0]);
  if (!first || !isSteady(first.text)) return null;
  return headings.filter(({ text }) => text === first.text).length === 1 ? first.text : null;
};

/** What people call each page: its title where no other has it, else its heading, else its address. */
export const pageNames = (pages: readonly SitePage[]): ((page: SitePage) => string) => {
  const common = commonHeadings(pages);
  const paths = Map.groupBy(pages, ({ title }) => title);
  return (page) => {
    const alike = (paths.get(page.title) ?? []).filter(({ pattern }) => pattern !== page.pattern);
    const title = alike.length === 0 ? page.title : "";
    return `"${short(title || ownHeading(page, common) || page.path, 30)}"`;
  };
};
