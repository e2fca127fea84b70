import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { normalise, pathOf, relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isForm } from "#core/explore/forms/refusal.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { here } from "#core/explore/pages/walk.ts";
import { EDIT } from "#core/explore/words.ts";

const MOST_KINDS = 2;
const LEAST_SHOWN = 4;

/** What tells an item from others of its kind: the end of its address. */
const ownPart = ({ path }: SitePage): string => withoutQuery(path).split("/").at(-1) ?? "";

const partsOf = (path: string): string[] => path.split(/[/?&=#]/);

/** Addresses for changing something that a page leads to, by what it is about. */
const editsOn = (walk: Walk, page: SitePage): string[] =>
  page.survey.links
    .filter(({ text, chrome, same_origin: own }) => !chrome && own && EDIT.test(text))
    .map(({ href }) => relativeTo(walk.origin, href));

/** Where the page leads to for changing its own item. */
const editOf = (walk: Walk, page: SitePage): string | null => {
  const own = ownPart(page);
  const is = (path: string): boolean =>
    path !== page.path && partsOf(path).filter((part) => part === own).length === 1;
  return editsOn(walk, page).find(is) ?? null;
};

/** Pages of somebody that the page leads to, by their kinds: its navigation to one's own, the rest of it to who wrote it. */
const peopleOn = (walk: Walk, { links }: PageSurvey, inChrome: boolean): Map<string, Set<string>> => {
  const people = new Map<string, Set<string>>();
  for (const { href, chrome } of links) {
    const url = normalise(href, walk.origin);
    if (!url || url.origin !== walk.origin || chrome !== inChrome) continue;
    const kind = walk.patterns.of(url);
    if (kind.endsWith(":id")) people.set(kind, (people.get(kind) ?? new Set()).add(pathOf(url)));
  }
  return people;
};

/** One item leads to the page of who is logged in, the other one to those of others alone. */
const isOfAnother = (walk: Walk, mine: SitePage, other: SitePage): boolean => {
  const about = peopleOn(walk, mine.survey, false);
  const others = peopleOn(walk, other.survey, false);
  return [...peopleOn(walk, mine.survey, true)].some(([kind, [me, ...more]]) => {
    if (me === undefined || more.length > 0 || kind === mine.pattern) return false;
    const there = others.get(kind);
    return about.get(kind)?.has(me) === true && there !== undefined && !there.has(me);
  });
};

const isShown = ({ text }: PageSurvey, field: SurveyField): boolean =>
  isWordy(field) &&
  !field.read_only &&
  !field.disabled &&
  fold(field.value).length >= LEAST_SHOWN &&
  text.includes(fold(field.value));

/** The form for changing an item, with what the item's page shows of it. */
const formAt = async (walk: Walk, path: string, item: SitePage): Promise<SurveyForm | null> => {
  const opened = await open(walk, path);
  if (!opened.ok || (opened.status ?? 200) >= 400 || here(walk) !== path) return null;
  const form = opened.survey.forms.find(({ fields }) => fields.some((each) => isShown(item.survey, each)));
  const submit = form?.submit;
  return form && submit?.target && !submit.disabled && isSteadyTarget(submit.target) ? form : null;
};

const probe = async (walk: Walk, mine: SitePage, edit: string, other: SitePage): Promise<void> => {
  const path = edit.replace(ownPart(mine), () => ownPart(other));
  const own = await formAt(walk, edit, mine);
  const there = own ? await formAt(walk, path, other) : null;
  if (own && there?.submit?.target && isForm(own, there))
    other.edited = { path, submit: there.submit.target };
};

/**
 * Opens the form for changing what is somebody else's, by an address made from the one that the page of an item of one's own
 * leads to, where the page of the other leads to none. Nothing is sent.
 */
export const probeOthers = async (walk: Walk, pages: SitePage[]): Promise<void> => {
  const items = [...pages, ...walk.samples].filter(
    (page) => isByAddress(page) && page.behindLogin && page.pattern.endsWith(":id"),
  );
  const kinds = new Set<string>();
  for (const mine of items) {
    const edit = kinds.has(mine.pattern) ? null : editOf(walk, mine);
    const other = items.find(
      (each) =>
        edit !== null &&
        each.pattern === mine.pattern &&
        mine.path.replace(ownPart(mine), () => ownPart(each)) === each.path &&
        each.path !== mine.path &&
        editsOn(walk, each).length === 0 &&
        isOfAnother(walk, mine, each),
    );
    if (edit === null || !other) continue;
    if (walk.over() || kinds.size >= MOST_KINDS) return;
    kinds.add(mine.pattern);
    walk.progress(`opening ${other.path} to change it, which is not offered there`);
    await probe(walk, mine, edit, other);
  }
};
