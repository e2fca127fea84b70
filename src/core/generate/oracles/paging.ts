import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePaging, SiteProblem } from "#model/site.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, literal, literalTarget, noErrors, problemsOf } from "#core/generate/steps.ts";

const plain = (target: TargetObject): TargetObject => {
  const copy = literalTarget(target);
  return typeof copy === "string" ? { text: copy } : copy;
};

/** The row of a captured name, in the list alone. */
const named = (paging: SitePaging, variable: string): Target =>
  paging.names.role === "link"
    ? { role: "link", name: `\${${variable}}`, exact: true, within: literalTarget(paging.list) }
    : { text: `\${${variable}}`, exact: true, within: literalTarget(paging.list) };

const draft = (paging: SitePaging, problems: SiteProblem[], loggedIn: boolean): Draft => {
  const names = plain(paging.names);
  const key = paging.pageId.replaceAll(/[^a-z0-9]+/gi, "_");
  const [first, last] = [`first_of_${key}`, `last_of_${key}`];
  const steps: StepDocument[] = [
    { goto: literal(paging.path) },
    {
      capture: {
        [first]: { text: { ...names, nth: 0 } },
        [last]: { text: { ...names, nth: paging.rows - 1 } },
      },
    },
    click(paging.next),
  ];
  if (paging.kind === "more") {
    steps.push({ expect: { count: { target: names, min: paging.rows + 1 } } });
  } else {
    steps.push(
      { expect: { hidden: named(paging, first) } },
      { expect: { hidden: named(paging, last) } },
      { expect: { count: { target: names, min: 1 } } },
    );
    if (paging.previous) steps.push(click(paging.previous), { expect: { visible: named(paging, first) } });
  }
  steps.push(noErrors(problems, loggedIn));
  const title =
    paging.kind === "more"
      ? "Asking for more shows further rows"
      : "The second page shows other rows than the first";
  return { id: `paging-${paging.pageId}`, title, steps, rank: 22 };
};

export const paging = defineOracle({
  id: "paging",
  summary: "Pages of a list do not overlap, and going back shows the first again.",
  applies: (site) =>
    site.pagings
      .filter(({ names }) => names.role === "link" || names.css?.includes("nth-child"))
      .map((each) => draft(each, problemsOf(site), site.login?.used ?? false)),
});
