import { findValues } from "#core/suite/order.ts";
import type { SiteJoin } from "#model/site-joins.ts";
import type { SitePage } from "#model/site-pages.ts";
import { relativeTo } from "#core/explore/pages/address.ts";
import { click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { controlsNamed, mean } from "#core/explore/controls/mean-it.ts";
import type { Meant, Named } from "#core/explore/controls/mean-it.ts";
import { fold, itemName } from "#core/explore/lists/lists.ts";
import {
  listedOn,
  nameOf,
  namesIn,
  OF_ONES_OWN,
  pagesOfLists,
  textOn,
  without,
} from "#core/explore/lists/own-lists.ts";
import type { Listed } from "#core/explore/lists/own-lists.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { roleOfRows } from "#core/explore/items/own-item.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import { isMoneyOrMail } from "#core/explore/words.ts";

const JOINS =
  /^(?:enrol{1,2}|join|einschreiben|beitreten|s['’]inscrire|rejoindre|inscribirse|unirse|iscriviti|unisciti)(?: (?:now|for free|free|in|this|the|course|class|group|club|team|community|channel|kostenlos|gratuitement|gratis))*$/iu;
const LEAVES =
  /^(?:leave(?= (?:this|the|course|class|group|club|team|community|channel)\b|$)|un-?enrol{1,2}|un-?join|quit|(?:kurs|gruppe|verein) verlassen|austreten|quitter|se d[ée]sinscrire|abandonar|abbandona)(?: (?:from|this|the|course|class|group|club|team|community|channel|le|la|el|il))*(?: \p{L}+)?$/iu;
const LEAST_NAME = 4;
const MOST_FURTHER = 6;

type Candidate = { path: string; item: string; join: Named };

type Seen = Pick<SitePage, "path" | "survey">;

/** The item of a page that can be joined for nothing. */
const joinable = ({ path, survey }: Seen): Candidate | null => {
  const [join, ...others] = controlsNamed(survey, JOINS);
  const item = nameOf(survey);
  const isFree = findValues(survey.text, "money").length === 0;
  const isOffered = join && others.length === 0 && controlsNamed(survey, LEAVES).length === 0;
  return isOffered && isFree && item.length >= LEAST_NAME && !isMoneyOrMail(join.name)
    ? { path, item, join }
    : null;
};

/** Addresses of other items of this kind that pages lead to. */
const furtherOf = (walk: Walk, pages: SitePage[], pattern: string, known: ReadonlySet<string>): string[] => {
  const hrefs = pages.flatMap(({ survey }) =>
    survey.links.flatMap((link) => (link.same_origin ? [link.href] : [])),
  );
  const paths = hrefs
    .filter((href) => URL.canParse(href))
    .flatMap((href) => {
      const path = relativeTo(walk.origin, href);
      return walk.patterns.of(new URL(href)) === pattern && !known.has(path) && !/[?#]/.test(path)
        ? [path]
        : [];
    });
  return [...new Set(paths)].slice(0, MOST_FURTHER);
};

/** An item that can be joined for nothing, where another of its kind, which is joined by now, can be left. */
const candidateOf = async (walk: Walk, pages: SitePage[]): Promise<Candidate | null> => {
  const items = [...pages, ...walk.samples].filter(
    (page) => isByAddress(page) && page.pattern.includes(":id") && !page.path.includes("?"),
  );
  const left = new Set(
    items.filter(({ survey }) => controlsNamed(survey, LEAVES).length === 1).map(({ pattern }) => pattern),
  );
  for (const page of items) {
    const found = left.has(page.pattern) ? joinable(page) : null;
    if (found) return found;
  }
  // All that were seen are joined.
  const known = new Set(items.map(({ path }) => path));
  for (const path of [...left].flatMap((pattern) => furtherOf(walk, pages, pattern, known))) {
    const opened = walk.over() ? null : await open(walk, path);
    const found = opened?.ok ? joinable({ path, survey: opened.survey }) : null;
    if (found) return found;
  }
  return null;
};

/** Leaves the item on its page; how, or null where nothing was sent for it. */
const leave = async (walk: Walk, path: string): Promise<Meant | null> => {
  const opened = await open(walk, path);
  const [control, ...others] = opened.ok ? controlsNamed(opened.survey, LEAVES) : [];
  return opened.ok && control && others.length === 0
    ? mean(walk, path, opened.survey, control, LEAVES, true)
    : null;
};

/** What is gone of what was listed. */
const goneFrom = async (walk: Walk, { page }: Listed, names: string[]): Promise<string[] | null> => {
  const opened = await open(walk, page.path);
  if (!opened.ok) return null;
  const text = fold(opened.survey.text);
  return names.filter((name) => !text.includes(name));
};

/** What was left in place of the item is joined again. */
const putBack = async (walk: Walk, { row }: Listed, gone: string[], { name }: Named): Promise<void> => {
  for (const item of row.list.items.filter((each) => gone.includes(itemName(each)))) {
    const href = item.links[0]?.href;
    const opened = href === undefined ? null : await open(walk, relativeTo(walk.origin, href));
    const again = opened?.ok
      ? controlsNamed(opened.survey, JOINS).find((each) => each.name === name)
      : undefined;
    if (again) await click(walk, again.target);
  }
};

/**
 * Joins an item that one has not joined, such as a course that costs nothing, looks which page lists it then, and leaves
 * it again. What was joined before is left alone.
 */
export const probeJoins = async (walk: Walk, pages: SitePage[]): Promise<SiteJoin[]> => {
  const candidate = isThorough(walk) ? await candidateOf(walk, pages) : null;
  if (!candidate || walk.over()) return [];
  const { path: from, item, join } = candidate;
  const lists = await without(walk, pagesOfLists(pages, OF_ONES_OWN), item);
  const opened = lists.length > 0 ? await open(walk, from) : null;
  // It may have been joined by now.
  if (!opened?.ok || !controlsNamed(opened.survey, JOINS).some(({ name }) => name === join.name)) return [];
  walk.progress(`joining and leaving with "${join.name}" on ${from}`);
  const joined = await mean(walk, from, opened.survey, join, JOINS);
  if (!joined) return [];
  const says = { before: opened.survey.text, joined: await textOn(walk, from) };
  const anew = await open(walk, from);
  const listed = await listedOn(walk, lists, item);
  const left = await leave(walk, from);
  const leftText = await textOn(walk, from);
  if (!listed || !left || listed.row.list.target === null) return [];
  const names = namesIn(listed.row);
  const gone = await goneFrom(walk, listed, names);
  const [only] = gone ?? [];
  // Either that is gone, or another one in its place.
  if (only === undefined || gone?.length !== 1) return [];
  if (only !== item) await putBack(walk, listed, [only], join);
  const others = names.filter((name) => name !== item && name !== only);
  const isApart = [item, ...others].every(
    (name) =>
      name.length >= LEAST_NAME &&
      names.filter((other) => other !== name && other.includes(name)).length === 0,
  );
  if (!isApart || !names.includes(item)) return [];
  const { page, row } = listed;
  const list = row.list.target;
  if (list === null) return [];
  const place = { pageId: page.id, path: page.path, list, rowRole: roleOfRows(row.list) };
  const texts = { ...says, anew: anew.ok ? anew.survey.text : "", left: leftText };
  return [{ ...place, from, item, join: joined, leave: left, others, says: texts }];
};
