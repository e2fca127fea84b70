import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteSort, SortOrder } from "#model/site-lists.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { anew, click, idle, literal, literalTarget, selectOne, short } from "#core/generate/steps.ts";

/** That a list is in an order. */
export const ordered = ({ values, match, by, order }: SortOrder): StepDocument => {
  const target = literalTarget(values);
  if (typeof target === "string") return { expect: "no_errors" };
  // What goes without saying is left out.
  return {
    expect: {
      sorted: {
        target,
        ...(match !== null && { match: literal(match) }),
        ...(by !== "text" && { by: typeof by === "string" ? by : by.map(literal) }),
        ...(order !== "ascending" && { order }),
      },
    },
  };
};

/** Another row goes before the one that stood first, on whichever page that is now. */
const isOvertaken = ({ values }: SortOrder, overtaken: string): StepDocument => ({
  expect: {
    text: {
      target: literalTarget({ ...values, nth: 0 }),
      matches: `(?<![\\d.,])${literal(escapeRegex(overtaken))}(?![\\d.,]*\\d)`,
      not: true,
    },
  },
});

const stepsOf = (sort: SiteSort): StepDocument[] => {
  const { control, orders } = sort;
  if (control.kind === "header") {
    const [each] = orders;
    if (!each) return [];
    const head = { ...each.values, nth: 0 };
    const { overtaken } = control;
    if (overtaken !== undefined)
      return [
        click(control.target),
        idle,
        ordered(each),
        // Another one goes before it, on whichever page that is now.
        { expect: { text: { target: literalTarget(head), is: literal(overtaken), not: true } } },
      ];
    if (control.first !== undefined) {
      const second = control.first === "ascending" ? "descending" : "ascending";
      return ([control.first, second] as const).flatMap((order) => [
        click(control.target),
        ordered({ ...each, order }),
      ]);
    }
    // Rows that were in order before would be taken for those that come.
    const once = [click(control.target), idle, ordered(each)];
    if (!control.twice) return once;
    const name = `first_by_${slug(control.name).replaceAll("-", "_") || "column"}`;
    return [
      ...once,
      { capture: { [name]: { text: literalTarget(head) } } },
      ...once,
      { expect: { text: { target: literalTarget(head), is: `\${${name}}`, not: true } } },
    ];
  }
  const apply = control.apply === null ? [] : [click(control.apply)];
  return orders.flatMap((each) => [
    selectOne(control.field, each.label),
    ...apply,
    ...(each.overtaken === undefined ? [] : [idle]),
    ordered(each),
    ...(each.overtaken === undefined ? [] : [isOvertaken(each, each.overtaken)]),
  ]);
};

const idOf = ({ pageId, control }: SiteSort): string =>
  `sort-${pageId}${control.kind === "header" ? `-${slug(control.name)}` : ""}`;

const isBothWays = ({ control }: SiteSort): boolean =>
  control.kind === "header" && (control.twice || control.first !== undefined);

/** Headings of one list follow each other in one case, so many at most. */
const MOST_TOGETHER = 3;

const draft = (sorts: SiteSort[]): Draft[] => {
  const [first] = sorts;
  if (!first) return [];
  const names = sorts.map(({ control }) => `"${short(control.name, 20)}"`);
  const named = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}` : names[0];
  return [
    {
      id: idOf(first),
      title:
        first.control.kind === "header"
          ? `Sorting by ${named ?? ""} puts the rows in order${sorts.some(isBothWays) ? ", both ways" : ""}`
          : `Each choice of "${short(first.control.name)}" puts the list in order`,
      // Which order comes first was seen where nothing else had been sorted by.
      steps: sorts.flatMap((each, at) => {
        const isAnew = at === 0 || (each.control.kind === "header" && each.control.first !== undefined);
        const reload = at === 0 ? [] : anew(each);
        // Rows that come once it is sorted may be those that were asked for before.
        const opened = [{ goto: literal(each.path) }, ...reload, idle];
        return [...(isAnew ? opened : []), ...stepsOf(each)];
      }),
      rank: first.control.kind === "header" ? 22 : 18,
    },
  ];
};

export const sort = defineOracle({
  id: "sort",
  joins: true,
  summary: "Sorting a list puts it in the order that its control names, both ways where it knows two.",
  looks: true,
  applies: (site) =>
    [...Map.groupBy(site.sorts, (each) => (each.control.kind === "header" ? each.path : idOf(each))).values()]
      .flatMap((sorts) =>
        Array.from({ length: Math.ceil(sorts.length / MOST_TOGETHER) }, (_, at) =>
          sorts.slice(at * MOST_TOGETHER, (at + 1) * MOST_TOGETHER),
        ),
      )
      .flatMap(draft),
});
