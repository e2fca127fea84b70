import type { SitePage } from "#model/site-pages.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { MARKUP_SIGN, isManual } from "#core/generate/counts/remains.ts";

const SIGNS: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#039;": "'",
  "&#x27;": "'",
  "&nbsp;": " ",
};
const SIGN = new RegExp(MARKUP_SIGN, "g");
/** As little as this may be written anywhere. */
const LEAST = 6;

/** What rows of a page show with the signs of markup ("Swift &amp; Co"), though another place says it without them (`written`). */
export const encodedOn = ({ survey }: Pick<SitePage, "survey">, written: string): string[] => {
  if (isManual(survey.text)) return [];
  const texts = survey.collections.flatMap(({ items }) =>
    items.flatMap(({ text, cells }) => (cells.length > 0 ? cells : [text])),
  );
  const shown = texts.map(fold).filter((text) => {
    const plain = text.replaceAll(SIGN, (sign) => SIGNS[sign] ?? sign);
    return plain !== text && text.length >= LEAST && written.includes(plain);
  });
  return [...new Set(shown)].slice(0, 1);
};
