import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, ShownAfter, SurveyForm } from "#model/survey.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { isWordy } from "./form-data.ts";
import type { Entry } from "./form-data.ts";
import { isForm } from "./refusal.ts";
import { putSamples } from "./samples.ts";
import { wholeText } from "#core/explore/items/make-item.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { here } from "#core/explore/pages/walk.ts";

/** Shorter words stand on a page for themselves. */
const SHORTEST = 8;

const plain = (text: string): string => text.replaceAll(/\s+/g, " ");

/** How often a page has the beginning of a text that ends within a word, and does not say that it goes on. */
const cutIn = (text: string, value: string): number => {
  const ends = Array.from({ length: value.length }, (_, at) => value.slice(0, at)).filter(
    (begin) => begin.length >= SHORTEST && /\w{2}$/.test(begin) && /^\w/.test(value.slice(begin.length)),
  );
  const cut = new RegExp(`(?:${ends.toReversed().map(escapeRegex).join("|")})(?![\\w…]|\\.\\.|\\[)`, "gu");
  return ends.length === 0 ? 0 : [...text.matchAll(cut)].length;
};

/** The page that is shown, where it was known before. */
const knownAt = (walk: Walk, path: string): SitePage | undefined => {
  const kind = withoutQuery(walk.patterns.of(new URL(path, walk.origin)));
  return [...walk.pages.values()].find((page) => page.path === path || withoutQuery(page.pattern) === kind);
};

/**
 * Of a form that leads to a page that was known before, other than its own: fields of words of which what was typed is shown there,
 * whole or cut within a word, and whether it still is once that page is opened again. Null where there are none, or the page
 * shows so much that there is more to it.
 */
export const shownAfter = async (
  walk: Walk,
  form: SurveyForm,
  page: SitePage,
  sent: { entries: readonly Entry[]; tag: string; after: PageSurvey; step: number },
): Promise<ShownAfter | null> => {
  const path = here(walk);
  const known = path === null ? undefined : knownAt(walk, path);
  const isLed = path !== null && withoutQuery(path) !== withoutQuery(page.path);
  if (!isLed || !known || sent.after.forms.some((each) => isForm(each, form))) return null;
  if (mainList(sent.after)?.paging) return null;
  // The answer to what was sent is sent again where it is loaded again.
  const isAnswer = evidenceSince(walk.session.evidence, sent.step)
    .requests.filter(({ resource_type: type, redirected_to: to }) => type === "document" && to === null)
    .some(({ method }) => method !== "GET");
  const typed = sent.entries.flatMap((entry) => {
    const value = entry.kind === "fill" && isWordy(entry.field) ? putSamples(entry.value, sent.tag) : "";
    return value.length >= SHORTEST && !/[\r\n]/.test(value) ? [{ name: entry.field.name, value }] : [];
  });
  const before = plain(known.survey.text);
  const shownIn = (text: string): string[] =>
    typed
      .filter(({ value }) =>
        text.includes(value) ? !before.includes(value) : cutIn(text, value) > cutIn(before, value),
      )
      .map(({ name }) => name);
  const fields = shownIn(plain(await wholeText(walk)));
  if (fields.length === 0 || !(await open(walk, path)).ok) return null;
  const later = shownIn(plain(await wholeText(walk)));
  return {
    fields,
    stays: !isAnswer && fields.every((name) => later.includes(name)),
    rows: mainList(sent.after)?.rows ?? 0,
    twice: false,
    path: /\d/.test(withoutQuery(path)) ? null : withoutQuery(path),
  };
};

/** A list that is not longer by the second time has no room for more. */
export const shownTwice = (first: ShownAfter, second: ShownAfter | null): ShownAfter => ({
  ...first,
  fields: first.fields.filter((name) => second?.fields.includes(name)),
  stays: first.stays && second?.stays === true,
  twice: second !== null && (second.rows > first.rows || second.rows + first.rows === 0),
});
