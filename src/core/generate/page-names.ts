import { isSteady } from "#core/explore/pages/steady.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { short } from "./steps.ts";

/** Pages of so many titles, at least, that have a heading in common are pages of what that is called after. */
const LEAST_OF_PART = 4;

/** What the pages with this heading are headed by next; one for each title. */
const nextHeadings = (pages: readonly SitePage[], text: string): Map<string, string | undefined> =>
  new Map(
    pages.flatMap(({ survey: { headings }, title }) => {
      const at = headings.findIndex((heading) => heading.text === text);
      return at < 0 ? [] : [[title, headings[at + 1]?.text] as const];
    }),
  );

/** The name of a part of the site, such as a project: its pages have it in common, and each a heading of its own below that. */
const isOfPart = (pages: readonly SitePage[], text: string): boolean => {
  const next = nextHeadings(pages, text);
  const others = [...next.values()].filter((other) => other !== undefined && other !== text);
  const isMost = (many: number): boolean => many * 3 >= next.size * 2;
  return next.size >= LEAST_OF_PART && isMost(others.length) && isMost(new Set(others).size);
};

/** Headings that stand on most pages, whatever these are called: the name of the site, of a part of it, and of its menus. */
export const commonHeadings = (pages: readonly SitePage[]): string[] => {
  const names = new Map<string, Set<string>>();
  for (const { survey, title } of pages) {
    for (const { text } of survey.headings)
      names.set(text, (names.get(text) ?? new Set<string>()).add(title));
  }
  const titles = new Set(pages.map(({ title }) => title)).size;
  return [...names].flatMap(([text, on]) =>
    (on.size > 2 && on.size * 2 > titles) || isOfPart(pages, text) ? [text] : [],
  );
};

/** The heading that is a page's own; null where none lasts, or stands there alone. */
export const ownHeading = (page: SitePage, common: readonly string[]): string | null => {
  const headings = page.survey.headings.filter(({ text }) => !common.includes(text));
  // A dialog that greets whoever comes first is not what the page is about.
  const first =
    headings.find(({ level, dialog }) => level === 1 && !dialog) ??
    (page.survey.dialogs.length > 0 ? undefined : headings[0]);
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

/** What a list is called, without how many rows it has at the moment: "reviews" of "6 reviews"; empty where no name lasts. */
export const listName = ({ name }: Pick<SurveyCollection, "name">): string => {
  const words = name.replace(/^\d+ (?=\p{L})/u, "").replace(/ ?\(\d+\)$/, "");
  return isSteady(words) ? words : "";
};
