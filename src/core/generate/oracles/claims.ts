import type { StepDocument } from "#core/suite/grammar.ts";
import { claimData } from "#core/explore/items/claim-data.ts";
import { rowTarget } from "#core/explore/items/own-item.ts";
import { movedNumbers } from "#core/generate/counts/moved-numbers.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fillIn, fixturesOf } from "#core/generate/forms.ts";
import { agree } from "#core/generate/records/record-removal.ts";
import {
  click,
  idle,
  literal,
  literalTarget,
  noErrors,
  openAnew,
  problemsOf,
  short,
} from "#core/generate/steps.ts";
import { sameAnew } from "#core/generate/counts/same-anew.ts";
import type { SiteClaim } from "#model/site-claims.ts";
import type { SiteModel } from "#model/site.ts";

const MOST_OTHERS = 6;

const draft = (site: SiteModel, claim: SiteClaim): Draft[] => {
  const { pageId, path, from, item, opener, form, submit, chosen, undo, others, says } = claim;
  const entries = claimData(form);
  if (!entries) return [];
  const rowOf = (name: string) => literalTarget(rowTarget(claim, name));
  const row = rowOf(item);
  const giving = literalTarget(undo.target);
  const listed = openAnew(path);
  const undoing = openAnew(undo.path);
  const kept = others
    .slice(0, MOST_OTHERS)
    .map((name): StepDocument => ({ expect: { visible: rowOf(name) } }));
  const name = form.submit?.name ?? form.name;
  const moved = movedNumbers(says.before, says.anew, says.claimed);
  return [
    {
      id: `claims-${pageId}`,
      title: `What is asked for with "${short(name)}" is listed as it was chosen, until it is given up`,
      steps: [
        ...undoing,
        // It may be listed by now.
        { click: giving, when: { visible: giving } },
        ...agree(undo.confirm),
        idle,
        ...openAnew(from),
        ...(opener ? [click(opener.target)] : []),
        ...fillIn(entries),
        click(submit),
        idle,
        ...sameAnew(site, { path: from, pageId, deed: "claimed" }, moved),
        ...listed,
        { expect: { visible: row } },
        ...chosen.map((text): StepDocument => ({
          expect: { text: { target: row, contains: literal(text) } },
        })),
        ...(undo.path === path ? [] : undoing),
        { click: giving },
        ...agree(undo.confirm),
        ...(undo.path === path ? [{ expect: { hidden: row } }] : [idle]),
        ...listed,
        { expect: { hidden: row } },
        ...kept,
        noErrors(problemsOf(site), site.login?.used ?? false),
      ],
      fixtures: fixturesOf(entries),
      rank: 18,
    },
  ];
};

export const claims = defineOracle({
  id: "claims",
  summary:
    "What one asks for by the form of its page is listed as it was chosen, and is gone at once when it is given up.",
  applies: (site) => site.claims.flatMap((claim) => draft(site, claim)),
});
