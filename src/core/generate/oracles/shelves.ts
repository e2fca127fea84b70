import type { StepDocument } from "#core/suite/grammar.ts";
import { rowControl, rowTarget } from "#core/explore/items/own-item.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { navAgain } from "#core/generate/counts/nav-count.ts";
import {
  anew,
  click,
  clickIfSeen,
  idle,
  literal,
  literalTarget,
  noErrors,
  short,
} from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteShelf } from "#model/site-toggles.ts";
import type { Target } from "#model/target.ts";

const marking = (marks: SiteShelf["marks"]): StepDocument[] =>
  marks.flatMap(({ path, on }, each): StepDocument[] => [
    ...(marks[each - 1]?.path === path ? [] : [{ goto: literal(path) }, idle]),
    // It may be marked by now.
    clickIfSeen(on),
    idle,
  ]);

/** The page for what one marks has what was marked. */
const listed = ({ pageId, path, name, marks }: SiteShelf): Draft => ({
  id: `shelf-${pageId}`,
  title: `What "${short(name)}" marks is listed`,
  steps: [
    ...marking(marks),
    { goto: literal(path) },
    idle,
    ...marks.map(({ item }): StepDocument => ({ expect: { text: literal(item) } })),
  ],
  rank: 20,
});

const draft = (site: SiteModel, shelf: SiteShelf): Draft | null => {
  const { pageId, path, name, marks, list, rowRole, remove, nav, problems } = shelf;
  if (remove === null) return listed(shelf);
  const rowOf = (item: string): Target | null => (list === null ? null : rowTarget({ rowRole, list }, item));
  const remover = (item: string): Target => rowControl(remove, item, rowOf(item));
  const place = (item: string): Target => literalTarget(rowOf(item) ?? remover(item));
  const shown = (item: string): StepDocument => ({ expect: { visible: place(item) } });
  const gone = (item: string): StepDocument => ({ expect: { hidden: place(item) } });
  const items = marks.map(({ item }) => item);
  // Neither the first that was marked nor the last, where there are three.
  const taken = items[Math.floor((items.length - 1) / 2)];
  if (taken === undefined) return null;
  const others = items.filter((item) => item !== taken);
  const link = navAgain(nav, "nav_without_one");
  // A page that answers what was sent would send it again when it is reloaded.
  const again: StepDocument[] = [{ goto: literal(path) }, ...anew(shelf), idle];
  const told: StepDocument[] = nav === null ? [] : [...link.now, ...again, ...link.later];
  const steps: StepDocument[] = [
    ...marking(marks),
    { goto: literal(path) },
    idle,
    ...items.map(shown),
    click(remover(taken)),
    idle,
    gone(taken),
    ...others.map(shown),
    ...told,
    // As it was before.
    ...others.flatMap((item): StepDocument[] => [click(remover(item)), idle]),
    ...others.map(gone),
    // Nor is any of them there later.
    ...again,
    ...items.map(gone),
    noErrors(problems, site.login?.used ?? false),
  ];
  return {
    id: `shelf-${pageId}`,
    title: `What "${short(name)}" marks is listed, and removed one by one`,
    steps,
    rank: 20,
  };
};

export const shelves = defineOracle({
  id: "shelves",
  summary: "A page of what one has marked lists all of that, and removing one of them leaves the others.",
  applies: (site) => site.shelves.flatMap((shelf) => draft(site, shelf) ?? []),
});
