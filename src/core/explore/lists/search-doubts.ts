import { withoutQuery } from "#core/explore/pages/address.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import { fold, textsOf } from "./lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { CREATE } from "#core/explore/words.ts";
import { open } from "#core/explore/pages/open-page.ts";

/** A dialog that the address opens lies over the search, and has the item: that is not what is searched. */
export const isInDialogOver = async (
  walk: Walk,
  { dialogs }: PageSurvey,
  form: SurveyForm,
  item: string,
): Promise<boolean> => {
  for (const { name, target } of dialogs) {
    if (form.name !== "" && form.name === name) continue;
    const shown = await walk.session.page.read(target, "text", { timeoutMs: 1_000 });
    if (shown.ok && fold(shown.value).includes(item)) return true;
  }
  return false;
};

const MOST_ENTRIES = 8;

/** Tabs or a menu: lines of one link each. */
export const isFewLinks = (list: SurveyCollection): boolean =>
  list.rows <= MOST_ENTRIES &&
  // The one that is chosen need not be a link.
  list.items.filter(({ links }) => links.length === 0).length <= 1 &&
  list.items.every(
    ({ text, links }) => links.length <= 1 && (!links[0] || fold(links[0].text) === fold(text)),
  );

type Offering = { rows: number; items: { links: { text: string }[] }[] };

/** What is to be done, in a few lines: "0 keys · Add new key", "1 member · Add members". */
export const isFewActions = ({ rows, items }: Offering): boolean =>
  rows <= MOST_ENTRIES &&
  items.length > 0 &&
  items.filter(({ links }) => links.some(({ text }) => CREATE.test(text))).length * 2 >= items.length;

/** A few bare links that stand just so on another page, too: tabs or a menu, which no search narrows. */
export const isMenu = (walk: Walk, page: SitePage, list: SurveyCollection): boolean =>
  isFewLinks(list) &&
  [...walk.pages.values()].some(
    (other) =>
      other.id !== page.id && other.survey.collections.some((each) => textsOf(each) === textsOf(list)),
  );

/** The item is among the options that the field offers. */
export const isSuggested = async (walk: Walk, item: string): Promise<boolean> => {
  const seen = await walk.session.page.expect(
    { kind: "visible", target: { role: "option", name: item } },
    { timeoutMs: 600 },
  );
  return seen.ok;
};

/** The field stands on this kind of page alone: a search of the whole site stands on all. */
export const isOfThisPage = (walk: Walk, page: SitePage, field: SurveyField): boolean => {
  const kind = withoutQuery(page.pattern);
  return [...walk.pages.values()].every((other) => {
    if (withoutQuery(other.pattern) === kind) return true;
    return other.survey.forms.every(({ fields }) =>
      fields.every(({ name, type }) => name !== field.name || type !== field.type),
    );
  });
};

/** True when a row that does not show the term leads to a page that does: then the search looks at more than the list. */
export const explained = async (
  walk: Walk,
  strays: SurveyCollection["items"],
  term: string,
): Promise<boolean> => {
  const href = strays[0]?.links[0]?.href;
  if (href === undefined) return true;
  const visited = await open(walk, href);
  if (!visited.ok) return true;
  const shown = await walk.session.page.read({ css: "body" }, "text", { timeoutMs: 1_000 });
  return !shown.ok || shown.value.toLowerCase().includes(term.toLowerCase());
};
