import { printBlock, printCase } from "#core/suite/print.ts";
import type { Draft, Oracle } from "./define-oracle.ts";

/** What an oracle proposes, in `place` among all. */
export type Proposal = { draft: Draft; oracle: Oracle; place: number };

const MOST_CASES = { quick: 24, exhaustive: 90 };
/** As many lines as a person reads before signing. */
const MOST_LINES = { quick: 300, exhaustive: 600 };
/** What there is no room for is tried as well, and handed out where it finds something. */
const MOST_SPARE = { quick: 60, exhaustive: 160 };

/** A case of a sort that the suite has already is chosen as if it ranked so much lower, for each one that it has. */
const ONE_MORE = { quick: 8, exhaustive: 3 };

const MOST_JOINED = 3;

/** Cases of one oracle that rank alike ask the same of different places. */
const sortOf = ({ draft, oracle }: Proposal): string => `${oracle.id} ${draft.rank}`;

/** Words, of which a name in quotes is one. */
const WORD = /"[^"]*"\S*|\S+/g;

const isAlike = (words: string[][], at: (each: string[]) => string | undefined): boolean =>
  new Set(words.map(at)).size === 1;

/** "Each choice of A and B shows …", of "Each choice of A shows …" and "Each choice of B shows …"; null where little is alike. */
const joinedTitle = (titles: string[]): string | null => {
  const words = titles.map((title) => title.match(WORD) ?? []);
  const [first = []] = words;
  const least = Math.min(...words.map(({ length }) => length));
  let ahead = 0;
  while (ahead < least && isAlike(words, (each) => each[ahead])) ahead += 1;
  if (ahead === least && isAlike(words, ({ length }) => String(length))) return titles[0] ?? null;
  let behind = 0;
  while (behind < least - ahead - 1 && isAlike(words, (each) => each.at(-1 - behind))) behind += 1;
  if (ahead + behind < 3) return null;
  // Lists of two pages may bear one name, and two searches look for one word.
  const middles = [...new Set(words.map((each) => each.slice(ahead, each.length - behind).join(" ")))];
  const named = `${middles.slice(0, -1).join(", ")} and ${middles.at(-1) ?? ""}`;
  return [...first.slice(0, ahead), named, ...first.slice(first.length - behind)].join(" ");
};

const join = (some: Proposal[]): Proposal[] => {
  const [first, ...others] = some;
  const title = joinedTitle(some.map(({ draft }) => draft.title));
  if (!first || others.length === 0 || title === null) return some;
  const drafts = some.map(({ draft }) => draft);
  return [
    {
      ...first,
      draft: {
        ...first.draft,
        title,
        steps: drafts.flatMap(({ steps }) => steps),
        fixtures: Object.fromEntries(drafts.flatMap(({ fixtures = {} }) => Object.entries(fixtures))),
        blocks: Object.fromEntries(drafts.flatMap(({ blocks = {} }) => Object.entries(blocks))),
      },
    },
  ];
};

/** What asks the same of several places becomes one case that does so place by place, a few each. */
const joined = (proposed: Proposal[]): Proposal[] => {
  const needed = new Set(proposed.flatMap(({ draft }) => draft.needs ?? []));
  const stands = ({ draft, oracle }: Proposal): boolean =>
    oracle.joins !== true || draft.needs !== undefined || draft.auth !== undefined || needed.has(draft.id);
  const alone = proposed.filter(stands);
  const groups = [
    ...Map.groupBy(
      proposed.filter((each) => !stands(each)),
      sortOf,
    ).values(),
  ];
  return [...alone, ...groups.flatMap((group) => inParts(group).flatMap(join))];
};

const inParts = (group: Proposal[]): Proposal[][] =>
  Array.from({ length: Math.ceil(group.length / MOST_JOINED) }, (_, at) =>
    group.slice(at * MOST_JOINED, (at + 1) * MOST_JOINED),
  );

/** Other kinds of fault before one more place of the same kind. */
const spread = (proposed: Proposal[], oneMore: number): Proposal[] => {
  const had = new Map<string, number>();
  return proposed
    .toSorted(byRank)
    .map((each) => {
      const before = had.get(sortOf(each)) ?? 0;
      had.set(sortOf(each), before + 1);
      return { each, weight: each.draft.rank + before * oneMore };
    })
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ each }) => each);
};

const byRank = (a: Proposal, b: Proposal): number => a.draft.rank - b.draft.rank || a.place - b.place;

/** How many lines drafts take, one after the other; a block that several use is there once. */
const createLines = (): { of(drafts: Draft[]): number; take(drafts: Draft[]): void } => {
  const known = new Map<Draft, number>();
  const blocks = new Set<string>();
  const own = (draft: Draft): number => {
    const { id, title, steps, needs } = draft;
    const lines = known.get(draft) ?? printCase({ id, title, steps, ...(needs && { needs }) }).length;
    known.set(draft, lines);
    return lines;
  };
  const blocksOf = (drafts: Draft[]): [string, number][] => {
    const all = drafts.flatMap((draft) => Object.entries(draft.blocks ?? {}));
    const fresh = new Map(all.filter(([name]) => !blocks.has(name)));
    return [...fresh].map(([name, steps]) => [name, printBlock(name, steps).length]);
  };
  return {
    of: (drafts) =>
      drafts.reduce((sum, draft) => sum + own(draft), 0) +
      blocksOf(drafts).reduce((sum, [, lines]) => sum + lines, 0),
    take: (drafts) => {
      for (const [name] of blocksOf(drafts)) blocks.add(name);
    },
  };
};

/** The most telling one for each thing that is to be used comes before all others. */
const usingAll = (weighed: Proposal[], usedBy: UsedBy): Proposal[] => {
  const used = new Set<string>();
  const first = new Set<Proposal>();
  for (const each of weighed) {
    const fresh = usedBy(each).filter((key) => !used.has(key));
    if (fresh.length === 0) continue;
    first.add(each);
    for (const key of fresh) used.add(key);
  }
  return [...first, ...weighed.filter((each) => !first.has(each))];
};

/** What a case uses of that of which all is to be used: forms. */
export type UsedBy = (proposal: Proposal) => string[];

/**
 * The cases that a suite has room for, in the order in which it shows them, and `spare` ones that come next, most telling first; what a case
 * needs is chosen with it. `split`: the suite is handed out in parts, however many lines they have together.
 */
export const chooseCases = (
  proposed: Proposal[],
  mode: "quick" | "exhaustive",
  split = false,
  usedBy: UsedBy = () => [],
): { cases: Proposal[]; spare: Set<Proposal>; leftOut: number } => {
  const weighed = spread(mode === "quick" ? joined(proposed) : proposed, ONE_MORE[mode]);
  const byId = new Map(weighed.map((each) => [each.draft.id, each]));
  const undoing = weighed.filter(({ draft }) => draft.undoes);
  const withUndoing = (some: Proposal[]): Proposal[] => [
    ...some,
    ...undoing.filter(({ draft }) => draft.needs?.some((id) => some.some((one) => one.draft.id === id))),
  ];
  const choose = (from: Proposal[], most: number, mostLines: number, before: Iterable<Proposal> = []) => {
    const chosen = new Set(before);
    const lines = createLines();
    let left = mostLines;
    for (const each of from) {
      const needs = (each.draft.needs ?? []).flatMap((id) => byId.get(id) ?? []);
      const wanted = [...needs, each];
      const fits = [withUndoing(wanted), wanted]
        .map((some) => [...new Set(some)].filter((one) => !chosen.has(one)))
        .map((fresh) => ({ fresh, drafts: fresh.map(({ draft }) => draft) }))
        .map((some) => ({ ...some, taken: mostLines === Infinity ? 0 : lines.of(some.drafts) }))
        .find(({ fresh, taken }) => chosen.size + fresh.length <= most && taken <= left);
      if (!fits || fits.fresh.length === 0) continue;
      left -= fits.taken;
      lines.take(fits.drafts);
      for (const one of fits.fresh) chosen.add(one);
    }
    return chosen;
  };
  const mostLines = split ? Infinity : MOST_LINES[mode];
  const room = choose(usingAll(weighed, usedBy), MOST_CASES[mode], mostLines);
  const chosen = choose(weighed, room.size + MOST_SPARE[mode], Infinity, room);
  const cases = [...chosen].toSorted((a, b) => a.place - b.place);
  return {
    cases,
    spare: new Set([...chosen].filter((each) => !room.has(each))),
    leftOut: weighed.length - room.size,
  };
};
