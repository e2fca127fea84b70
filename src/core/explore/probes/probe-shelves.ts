import type { RowControl } from "#model/site-records.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteShelf } from "#model/site-toggles.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, itemName, longWords } from "#core/explore/lists/lists.ts";
import { bareMark, IS_SET, isMarkOfItem, isSetter } from "#core/explore/posts/marks.ts";
import { linkThatCounts } from "#core/explore/lists/nav-counts.ts";
import type { Tally } from "#core/explore/lists/nav-counts.ts";
import { controlIn, ITEM, roleOfRows, rowControl, rowNamed, rowWith } from "#core/explore/items/own-item.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";
import { DELETE, isShelf } from "#core/explore/words.ts";

/** So many are marked: the one in the middle is neither the first nor the last of what is listed. */
const MARKED = 3;
const MOST_TRIED = 4;
const MOST = 2;
const LEAST_NAME = 4;

const TAKES_OFF = new RegExp(`${DELETE.source}|${IS_SET.source}`, "iu");

type Mark = SiteShelf["marks"][number];

/** Some items with a control that is called the same at each. */
type Candidate = Pick<SiteShelf, "name" | "marks">;

/** Some of which no name is a part of another. */
const apart = (marks: Mark[]): Mark[] =>
  marks.filter(
    ({ item }, at) =>
      item.length >= LEAST_NAME &&
      !/\n/.test(item) &&
      marks.every((other, each) => each === at || !fold(other.item).includes(item)),
  );

/** Enough items for each of the controls. */
const byName = (controls: { name: string; mark: Mark }[]): Candidate[] =>
  [...Map.groupBy(controls, ({ name }) => name)]
    .map(([name, some]) => ({ name, marks: apart(some.map(({ mark }) => mark)).slice(0, MARKED) }))
    .filter(({ marks }) => marks.length === MARKED);

/** In the rows of a list: the first that have such a control. */
const inRows = ({ path }: SitePage, list: SurveyCollection): Candidate[] =>
  byName(
    list.items.flatMap((row) => {
      const item = itemName(row);
      const within = rowNamed(list, item);
      if (within === null) return [];
      const names = row.buttons.map((name) => bareMark(name, item)).filter((name) => isMarkOfItem(name));
      return [...new Set(names)].map((name) => {
        const on = rowControl({ role: "button", name, part: true }, item, within);
        return { name, mark: { path, item, on } };
      });
    }),
  );

/** On the pages of several items, one each. */
const onItems = async (walk: Walk, page: SitePage): Promise<Candidate[]> => {
  const setters = page.survey.buttons.filter(
    ({ name, disabled, chrome, target }) =>
      !disabled && !chrome && isSetter(name) && target !== null && isSteadyTarget(target),
  );
  const others = walk.samples.filter(({ pattern }) => pattern === page.pattern).map(({ path }) => path);
  const paths = [...new Set([page.path, ...page.examples, ...others])].slice(0, MARKED + 1);
  if (setters.length === 0 || paths.length < MARKED) return [];
  const controls: { name: string; mark: Mark }[] = [];
  for (const path of paths) {
    const visited = await open(walk, path);
    const item = visited.ok ? visited.survey.headings.find(({ level }) => level === 1)?.text : undefined;
    if (!visited.ok || item === undefined) continue;
    const names = new Set(visited.survey.buttons.map(({ name }) => name));
    for (const { name, target } of setters) {
      if (target !== null && names.has(name))
        controls.push({ name, mark: { path, item: fold(item), on: target } });
    }
  }
  return byName(controls);
};

const set = async (walk: Walk, marks: Mark[]): Promise<boolean> => {
  for (const { path, on } of marks) {
    const visited = await open(walk, path);
    if (!visited.ok) return false;
    const after = await click(walk, on);
    if (!after || after.dialogs.length > visited.survey.dialogs.length) return false;
  }
  return true;
};

/** Where nothing lists them they are taken back as they were set. */
const takeBack = async (walk: Walk, marks: Mark[]): Promise<void> => {
  for (const { path, item, on } of marks) {
    const visited = await open(walk, path);
    if (!visited.ok) continue;
    const within = typeof on === "object" ? on.within : undefined;
    const buttons =
      within === undefined
        ? visited.survey.buttons.map(({ name }) => name)
        : (rowWith(visited.survey, null, item)?.item.buttons ?? []);
    const name = buttons.map((each) => bareMark(each, item)).find((each) => IS_SET.test(each));
    if (name !== undefined) await click(walk, { role: "button", name, ...(within && { within }) });
  }
};

type Shelved = Pick<SiteShelf, "list" | "rowRole"> & { remove: RowControl };

/** How one of them is taken off, where a page lists it. */
const shelved = (
  survey: PageSurvey,
  { item }: Mark,
  marks: Mark[],
): (Shelved & { row: Target | null }) | null => {
  const found = rowWith(survey, null, item);
  const others = marks.filter((other) => other.item !== item);
  const isShared = others.some((other) => fold(found?.item.text ?? "").includes(other.item));
  const taker = found && !isShared && controlIn(found.item, TAKES_OFF, item, true);
  if (found?.list.target && taker) {
    const { list } = found;
    return { list: list.target, rowRole: roleOfRows(list), remove: taker, row: rowNamed(list, item) };
  }
  // Side by side, each is a column.
  const own = survey.buttons.find(({ name }) => name.includes(item) && DELETE.test(name.replace(item, "")));
  if (!own) return null;
  const name = own.name.replace(item, ITEM);
  return { list: null, rowRole: null, remove: { role: "button", name }, row: null };
};

/** What one page has of what was marked, which is taken off again; null where it has nothing of it. */
const tryShelf = async (
  walk: Walk,
  page: SitePage,
  { name, marks }: Candidate,
): Promise<SiteShelf | null> => {
  const step = beginStep(walk);
  const visited = await open(walk, page.path);
  if (!visited.ok) return null;
  const problems = problemsSince(walk.session.evidence, step, walk.origin);
  const kept = marks.flatMap((mark) => {
    const place = shelved(visited.survey, mark, marks);
    return place ? [{ mark, place }] : [];
  });
  const [first] = kept;
  if (!first) return null;
  const isAlike = kept.every(({ place }) => place.remove.name === first.place.remove.name);
  let asks = false;
  const seen: Tally[] = [];
  for (const [at, { mark, place }] of kept.entries()) {
    const before = await open(walk, page.path);
    if (before.ok) seen.push({ survey: before.survey, things: kept.length - at });
    const after = before.ok ? await click(walk, rowControl(place.remove, mark.item, place.row)) : null;
    asks ||= before.ok && after !== null && after.dialogs.length > before.survey.dialogs.length;
  }
  if (!isAlike || asks) return null;
  // One alone is no limit of the app's; of two that may be.
  const all = kept.length === 2 ? kept.map(({ mark }) => mark) : marks;
  const { list, rowRole, remove } = first.place;
  const nav = linkThatCounts(walk.origin, seen);
  return { pageId: page.id, path: page.path, name, marks: all, list, rowRole, remove, nav, problems };
};

/** Lists what one has marked, by what it is called. */
export const listsMarked = ({ survey, via }: SitePage): boolean =>
  isShelf(via?.text ?? "") || survey.headings.some(({ level, text }) => level === 1 && isShelf(text));

const candidates = async function* (walk: Walk, pages: SitePage[]): AsyncGenerator<Candidate> {
  const had = new Set<string>();
  for (const page of pages) {
    if (!isByAddress(page) || listsMarked(page)) continue;
    for (const list of page.survey.collections) {
      for (const candidate of inRows(page, list)) {
        if (!had.has(candidate.name)) yield candidate;
        had.add(candidate.name);
      }
    }
  }
  for (const page of pages) {
    if (isByAddress(page) && !listsMarked(page)) yield* await onItems(walk, page);
  }
};

/** Pages that list what one has marked, by what they are called. */
const shelvesIn = (pages: SitePage[]): SitePage[] =>
  pages.filter((page) => isByAddress(page) && !page.path.includes("?") && listsMarked(page));

const LEAST_STEM = 4;

/** "Add to favourites" and "My favourites", "Save" and "Saved boats". */
const isForMark = ({ survey }: SitePage, name: string): boolean => {
  const heads = survey.headings.filter(({ level }) => level === 1).flatMap(({ text }) => longWords(text));
  const isIn = (word: string): boolean =>
    heads.some((head) => head.startsWith(word.slice(0, Math.max(LEAST_STEM, word.length - 1))));
  return longWords(name).some(isIn);
};

const textOf = async (walk: Walk, { path }: SitePage): Promise<string | null> => {
  const visited = await open(walk, path);
  return visited.ok ? visited.survey.text : null;
};

/** The page that is there for what was marked, and says what it said before that. */
const emptyShelf = async (
  walk: Walk,
  page: SitePage,
  before: string,
  { name, marks }: Candidate,
): Promise<SiteShelf | null> => {
  const isSame = (await textOf(walk, page)) === before && !marks.some(({ item }) => before.includes(item));
  const none = { list: null, rowRole: null, remove: null, nav: null, problems: [] };
  return isSame ? { pageId: page.id, path: page.path, name, marks, ...none } : null;
};

/** Marks some items, looks which page lists them, and takes them off there; where none does, takes the marks back. */
export const probeShelves = async (walk: Walk, pages: SitePage[]): Promise<SiteShelf[]> => {
  const found: SiteShelf[] = [];
  const shelves = shelvesIn(pages);
  if (!isThorough(walk) || shelves.length === 0) return found;
  let tried = 0;
  for await (const candidate of candidates(walk, pages)) {
    const { name, marks } = candidate;
    if (walk.over() || found.length >= MOST || tried >= MOST_TRIED) break;
    if (found.some((shelf) => shelf.name === name)) continue;
    tried += 1;
    walk.progress(`using "${name}" on ${marks[0]?.path ?? ""} for some items`);
    const [own = null, ...others] = shelves.filter((page) => isForMark(page, name));
    const told = own && others.length === 0 ? await textOf(walk, own) : null;
    const areSet = await set(walk, marks);
    const before = found.length;
    for (const page of areSet ? shelves : []) {
      if (found.some(({ pageId }) => pageId === page.id)) continue;
      const shelf = await tryShelf(walk, page, candidate);
      if (shelf) found.push(shelf);
    }
    if (found.length > before) continue;
    const empty = areSet && own && told !== null ? await emptyShelf(walk, own, told, candidate) : null;
    if (empty) found.push(empty);
    await takeBack(walk, marks);
  }
  return found;
};
