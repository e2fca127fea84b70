import type { FilterChoice, SiteFilter, SiteFilterPair, SiteSearch } from "#model/site-lists.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { fewRows } from "#core/explore/lists/few-rows.ts";
import { isHeld, makeChoice } from "#core/explore/lists/filter-choice.ts";
import { fold, isUnique, itemName, sameList } from "#core/explore/lists/lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isThorough } from "#core/explore/pages/walk.ts";

const MOST = 5;
/** Names are cut off at about this length, and then fit no text as a whole. */
const LONGEST_NAME = 58;

/** A choice with the names of all that it shows alone. */
type Seen = { choice: FilterChoice; names: string[] };
/** The same with the cells of each row. */
type Found = Seen & { rows: string[][] };

/** Of two sets that each have something of their own: what just one of them has, and what both have. */
const apart = (a: Seen, b: Seen): Pick<SiteFilterPair, "hidden" | "shown"> | null => {
  if (!isUnique(a.names) || !isUnique(b.names)) return null;
  const usable = (names: string[]): string | undefined =>
    names.find((name) => name !== "" && name.length < LONGEST_NAME);
  const ofA = usable(a.names.filter((name) => !b.names.includes(name)));
  const ofB = usable(b.names.filter((name) => !a.names.includes(name)));
  const shown = usable(a.names.filter((name) => b.names.includes(name))) ?? null;
  return ofA === undefined || ofB === undefined ? null : { hidden: [ofA, ofB], shown };
};

/** As many as lists show at most where they are cut off, though nothing leads to more. */
const mayBeCut = (names: string[]): boolean => names.length >= 10 && names.length % 5 === 0;

const optionsOf = ({ name, field, apply, options }: SiteFilter): Seen[] =>
  options.flatMap(({ label, names, next, problems }): Seen[] =>
    // All of it has to be in sight.
    field === null || next !== null || names.length === 0 || mayBeCut(names) || problems.length > 0
      ? []
      : [{ choice: { kind: "select", name, field, label, apply }, names }],
  );

/**
 * Options that show more than a page, where each row that was found says in a cell of its own that it belongs to another
 * one: with the names that they begin with.
 */
const optionsOfOthers = ({ name, field, apply, options }: SiteFilter, { rows }: Found): Seen[] => {
  const labels = options.map(({ label }) => fold(label).toLowerCase());
  const own = rows.map((cells) => labels.filter((label) => cells.some((cell) => cell === label)));
  if (field === null || own.length === 0 || own.some(({ length }) => length !== 1)) return [];
  return options.flatMap(({ label, names, next, problems }): Seen[] =>
    next === null ||
    names.length === 0 ||
    problems.length > 0 ||
    own.flat().includes(fold(label).toLowerCase())
      ? []
      : [{ choice: { kind: "select", name, field, label, apply }, names }],
  );
};

const searched = async (walk: Walk, filter: SiteFilter, search: SiteSearch): Promise<Found[]> => {
  const choice: FilterChoice = { kind: "search", search };
  const isMade = (await open(walk, filter.path)).ok && (await makeChoice(walk, choice));
  const survey = isMade ? await lookAnswered(walk) : null;
  const list = survey ? sameList(survey, filter.list) : null;
  const few = survey && !list ? await fewRows(walk, filter.list) : null;
  if (few) return [{ choice, names: few.names, rows: [] }];
  if (!list || (list.paging?.next ?? null) !== null || list.rows > list.items.length) return [];
  const names = list.items.map((item) => itemName(item));
  const rows = list.items.map(({ cells }) => cells.map((cell) => fold(cell).toLowerCase()));
  return mayBeCut(names) ? [] : [{ choice, names, rows }];
};

/** Makes two choices of which each is known alone. Null where there are no such two, or one undoes the other. */
const probe = async (
  walk: Walk,
  { pageId, path, list }: SiteFilter,
  first: Seen[],
  second: Seen[],
): Promise<SiteFilterPair | null> => {
  const found = first
    .flatMap((a) =>
      second.flatMap((b) => {
        const both = apart(a, b);
        return both ? [{ choices: [a.choice, b.choice] satisfies SiteFilterPair["choices"], ...both }] : [];
      }),
    )
    .toSorted((a, b) => Number(a.shown === null) - Number(b.shown === null))[0];
  if (!found || !list.target || !(await open(walk, path)).ok) return null;
  for (const choice of found.choices) if (!(await makeChoice(walk, choice))) return null;
  const survey = await lookAnswered(walk);
  if (!survey || !found.choices.every((choice) => isHeld(survey, choice))) return null;
  const now = sameList(survey, list);
  if (now && JSON.stringify(now.target) !== JSON.stringify(list.target)) return null;
  return { pageId, path, list: list.target, ...found, shown: now ? found.shown : null };
};

/** Tries two filters of one list at once, and a filter with a search: these change nothing in the app. */
export const probeFilterPairs = async (
  walk: Walk,
  filters: SiteFilter[],
  searches: SiteSearch[],
): Promise<SiteFilterPair[]> => {
  const found: SiteFilterPair[] = [];
  if (!isThorough(walk)) return found;
  const selects = filters.filter(({ kind }) => kind === "select");
  for (const group of Map.groupBy(selects, ({ pageId }) => pageId).values()) {
    const [first, second] = group;
    if (!first || walk.over() || found.length >= MOST) break;
    const search = searches.find(
      (each) => each.pageId === first.pageId && each.inPlace && each.found && !each.suggests,
    );
    if (second) {
      walk.progress(`choosing "${first.name}" and "${second.name}" on ${first.path}`);
      const pair = await probe(walk, first, optionsOf(first), optionsOf(second));
      if (pair) found.push(pair);
    }
    if (search) {
      walk.progress(`choosing "${first.name}" and searching on ${first.path}`);
      // What is typed may count a moment later: then an item is away already that comes with the search alone.
      const rows = await searched(walk, first, search);
      const options = [...optionsOf(first), ...rows.flatMap((each) => optionsOfOthers(first, each))];
      const pair = await probe(walk, first, rows, options);
      if (pair) found.push(pair);
    }
  }
  return found;
};
