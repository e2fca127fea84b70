import { rowsOf } from "#core/explore/lists/lists.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { commonHeadings, ownHeading, pageNames } from "#core/generate/page-names.ts";
import {
  captureName,
  click,
  idle,
  literal,
  literalTarget,
  noErrors,
  openPage,
  selectOne,
  short,
} from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteSwitch } from "#model/site-switches.ts";
import type { Target } from "#model/target.ts";

const put = (target: Target, value: boolean | string): StepDocument => {
  if (typeof value === "string") return selectOne(target, value);
  return value ? { check: literalTarget(target) } : { uncheck: literalTarget(target) };
};

const draft = (site: SiteModel, page: SitePage, used: SiteSwitch[]): Draft => {
  const heading = ownHeading(page, commonHeadings(site.pages));
  const list = used[0]?.list ?? null;
  const rows = list ? rowsOf(list) : null;
  const first = captureName("rows_at_first", page.id);
  const number = `\${${first}}`;
  const counted = (range: Record<string, string>): StepDocument[] =>
    rows ? [{ expect: { count: { target: literalTarget(rows), ...range } } }] : [];
  const steps = used.flatMap(({ target, from, to, headings, rows: says, problems }): StepDocument[] => [
    // Whether it is ticked then cannot be told of a page that has broken.
    problems.length > 0 && typeof to === "boolean" ? click(target) : put(target, to),
    idle,
    ...(problems.length > 0 ? [noErrors(page.problems, page.behindLogin)] : []),
    ...(heading !== null && headings.includes(heading)
      ? [{ expect: { visible: { role: "heading", name: literal(heading), exact: true } } }]
      : []),
    ...(says === null ? [] : counted(says === "more" ? { min: number } : { max: number })),
    put(target, from),
    idle,
    ...counted({ is: number }),
  ]);
  const names = used.map(({ name }) => `"${short(name, 30)}"`).join(", ");
  return {
    id: `switches-${page.id}`,
    title: `${names} of ${pageNames(site.pages)(page)} can be used and put back`,
    steps: [
      ...openPage(page),
      idle,
      ...(rows ? [{ capture: { [first]: { count: literalTarget(rows) } } }] : []),
      ...steps,
      noErrors(page.problems, page.behindLogin),
    ],
    rank: 22,
  };
};

export const switches = defineOracle({
  id: "switches",
  summary:
    "A box or a select that says what is shown is answered without errors, and brings back what was there when it is put back.",
  looks: true,
  applies: (site) =>
    [...Map.groupBy(site.switches, ({ pageId }) => pageId)].flatMap(([pageId, used]) => {
      const page = site.pages.find(({ id }) => id === pageId);
      return page ? [draft(site, page, used)] : [];
    }),
});
