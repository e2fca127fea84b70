import type { SurveyItem } from "#model/survey.ts";
import type { DocumentIndex } from "./document-index.ts";
import { absolute } from "./survey-parts.ts";
import { clip } from "./text.ts";
import { attribute, fitsSelector, isInside } from "./tree.ts";

const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
const MOST_LINKS = 10;

const headingIn = (index: DocumentIndex, element: Element): Element | null => {
  const [heading, ...others] = [...element.querySelectorAll(HEADINGS)].filter((each) => index.visible(each));
  return heading && others.length === 0 && index.text(heading) !== "" ? heading : null;
};

const visibleLinks = (index: DocumentIndex, row: Element): Element[] =>
  [...(fitsSelector(row, "a[href]") ? [row] : []), ...row.querySelectorAll("a[href]")].filter((each) =>
    index.visible(each),
  );

/**
 * The links of a row, each called as a person would: a link around a whole card by the heading in it. A card's picture that
 * leads where its words lead comes behind these.
 */
export const linksOf = (index: DocumentIndex, row: Element): SurveyItem["links"] => {
  const links = visibleLinks(index, row)
    .slice(0, MOST_LINKS)
    .map((link) => {
      const heading = headingIn(index, link);
      const words = heading ? index.text(heading) : index.name(link) || index.text(link);
      return {
        text: clip(words, 120),
        href: absolute(attribute(link, "href") ?? ""),
        pictured: index.text(link) === "",
      };
    });
  for (const [at, { href, pictured }] of links.entries()) {
    const worded = links.findIndex((each, place) => place > at && !each.pictured && each.href === href);
    const [picture, words] = [links[at], links[worded]];
    if (pictured && picture && words) [links[at], links[worded]] = [words, picture];
  }
  return links.map(({ text, href }) => ({ text, href }));
};

/**
 * Selects what names each row where a link alone does not tell it, since a row has several, or one around all of it, or none in its
 * heading: `h3 a[href]`, `a[href] h3`, `h3`. Undefined where nothing fits just one element a row.
 */
export const nameSelectorOf = (index: DocumentIndex, rows: Element[]): string | undefined => {
  const isPlain = rows.every((row) => {
    const [link, ...others] = visibleLinks(index, row);
    const heading = headingIn(index, row);
    return link !== undefined && others.length === 0 && (heading === null || isInside(link, heading));
  });
  if (isPlain || rows.length === 0) return undefined;
  const tags = new Set(rows.map((row) => headingIn(index, row)?.localName ?? ""));
  const [tag = ""] = tags;
  const headed = tags.size === 1 && /^h[1-6]$/.test(tag) ? [`${tag} a[href]`, `a[href] ${tag}`, tag] : [];
  return [...headed, "a[href]:not(:has(img, svg, picture))"].find((selector) =>
    rows.every((row) => nameOf(index, row, selector) !== null),
  );
};

/** What the one element of the row that the selector fits says; null where it fits none, or several. */
export const nameOf = (index: DocumentIndex, row: Element, selector: string): string | null => {
  const [found, ...others] = [...row.querySelectorAll(selector)].filter((each) => index.visible(each));
  return found && others.length === 0 && index.text(found) !== "" ? clip(index.text(found), 120) : null;
};
