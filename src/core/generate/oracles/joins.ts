import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteJoin } from "#model/site-joins.ts";
import type { SiteModel } from "#model/site.ts";
import { rowTarget } from "#core/explore/items/own-item.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { movedNumbers } from "#core/generate/counts/moved-numbers.ts";
import { sameAnew } from "#core/generate/counts/same-anew.ts";
import { agree } from "#core/generate/records/record-removal.ts";
import {
  click,
  clickIfSeen,
  idle,
  literalTarget,
  noErrors,
  openAnew,
  problemsOf,
  short,
} from "#core/generate/steps.ts";

const MOST_OTHERS = 6;

const draft = (site: SiteModel, joined: SiteJoin): Draft => {
  const { pageId, path, from, item, join, leave, others, says } = joined;
  const row = (name: string) => literalTarget(rowTarget(joined, name));
  const listed = openAnew(path);
  const again = openAnew(from);
  const kept = others.slice(0, MOST_OTHERS).map((name): StepDocument => ({ expect: { visible: row(name) } }));
  return {
    id: `joins-${pageId}`,
    title: `What is joined with "${short(join.name)}" is listed, and leaving it leaves the others`,
    steps: [
      ...again,
      // It may be joined by now.
      clickIfSeen(join.target),
      ...(join.confirm === null ? [] : [clickIfSeen(join.confirm)]),
      idle,
      ...sameAnew(
        site,
        { path: from, pageId, deed: "joined" },
        movedNumbers(says.before, says.anew, says.joined),
      ),
      ...listed,
      { expect: { visible: row(item) } },
      ...again,
      click(leave.target),
      ...agree(leave.confirm),
      idle,
      ...sameAnew(
        site,
        { path: from, pageId, deed: "left" },
        movedNumbers(says.anew, says.before, says.left),
      ),
      ...listed,
      { expect: { hidden: row(item) } },
      ...kept,
      noErrors(problemsOf(site), site.login?.used ?? false),
    ],
    rank: 20,
  };
};

export const joins = defineOracle({
  id: "joins",
  summary:
    "What one joins is listed, leaving it takes off just that, and the numbers that move by that are at once what they are when the page is opened anew.",
  applies: (site) => site.joins.map((joined) => draft(site, joined)),
});
