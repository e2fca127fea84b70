import type { SurveyCollection } from "#model/survey.ts";

/** "Crime (6)", of which the link need be but the word. */
const COUNTED = /^(.*\p{L}[^()\d]*?)\s*[([]?(\d{1,3})[)\]]?$/u;

/** A link that chooses what a list shows, with the number that stands beside it. */
export type Facet = { label: string; number: number };
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The links of a list that lead to the same page, otherwise chosen, each with a number behind its words. */
export const facetsIn = (url: string, { items }: SurveyCollection): Facet[] =>
  items.flatMap(({ text, links }) => {
    const [, label = "", number] = COUNTED.exec(folded(text)) ?? [];
    const [link, ...others] = links;
    const to = link && URL.canParse(link.href, url) ? new URL(link.href, url) : null;
    const isOwn = to?.pathname === new URL(url).pathname && to.search !== "" && others.length === 0;
    const isNamed = folded(link?.text ?? "").startsWith(label) && label.length <= 40;
    return number !== undefined && isOwn && isNamed ? [{ label, number: Number(number) }] : [];
  });

const LEAST = 2;

/** Most of the list are such links: it is no list of items, but chooses among those of another. */
export const isOfFacets = (url: string, list: SurveyCollection): boolean => {
  const { length } = list.kind === "list" ? facetsIn(url, list) : [];
  return length >= LEAST && length * 2 > list.rows;
};
