import { namesOf } from "#core/explore/lists/lists.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { choose, nameOfChoice, selectItself } from "#core/generate/filter-choices.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { growsAt } from "#core/generate/records/may-outgrow.ts";
import { captureName, idle, literal, literalTarget, searchFor, short } from "#core/generate/steps.ts";
import type { SiteFilter, SiteSearch } from "#model/site-lists.ts";
import type { Target } from "#model/target.ts";

/** Back from a tab or a choice to the address of the page brings back what was there before. */
const ofFilter = (filter: SiteFilter, grows: boolean): Draft[] => {
  const names = namesOf(filter.list);
  const { backFrom: option, field, all } = filter;
  if (!option || !names) return [];
  const place = filter.before.findIndex((name) => !option.names.includes(name));
  const item = filter.before[place] ?? "";
  // What is new may come before it, and push it to the next page.
  if (filter.list.paging && (grows || place * 2 >= filter.before.length)) return [];
  // What the suite itself makes may take its place; a row without a name is known by that alone.
  const isNamed = names.role === "link" || names.column !== undefined || filter.list.named !== undefined;
  const shown: Target = {
    text: isNamed ? literal(item) : "${item_before}",
    exact: true,
    within: literalTarget(filter.list.target ?? names),
  };
  const called = short(nameOfChoice(option));
  return [
    {
      id: `back-${filter.pageId}-${slug(nameOfChoice(option)) || "tab"}`,
      title: `Back from ${filter.kind === "tabs" ? "the tab " : ""}"${called}" shows what was there before`,
      steps: [
        { goto: literal(filter.path) },
        idle,
        isNamed
          ? { expect: { visible: shown } }
          : { capture: { item_before: { text: literalTarget({ ...names, nth: place }) } } },
        ...choose(filter, option),
        { expect: { hidden: shown } },
        "back",
        { expect: { visible: shown } },
        ...(field !== null && all !== null
          ? [{ expect: { value: { target: selectItself(field), is: literal(all) } } }]
          : []),
      ],
      rank: 33,
    },
  ];
};

const ofSearch = (search: SiteSearch): Draft[] => {
  const { pageId, path, field, term, rows, rowTarget, found, leadsBack } = search;
  if (leadsBack !== true || !found || !rowTarget || field.value !== "" || rows.term >= rows.before) return [];
  const name = captureName("rows_before", pageId);
  const target = literalTarget(rowTarget);
  return [
    {
      id: `back-${pageId}-search`,
      title: `Back from the search for "${short(term, 20)}" shows what was there before`,
      steps: [
        { goto: literal(path) },
        idle,
        { capture: { [name]: { count: target } } },
        ...searchFor(search, literal(term)),
        { expect: { count: { target, max: rows.before - 1 } } },
        // Where the address follows what is typed a moment later, Back would lead elsewhere before.
        { expect: { url: { contains: `=${encodeURIComponent(term)}` } } },
        idle,
        "back",
        { expect: { count: { target, is: `\${${name}}` } } },
        { expect: { value: { target: fieldItself(field), is: "" } } },
      ],
      rank: 34,
    },
  ];
};

export const choiceBack = defineOracle({
  id: "choice-back",
  joins: true,
  summary: "Back from what was chosen or looked for in a list shows what was there before.",
  looks: true,
  applies(site) {
    const grows = growsAt(site);
    return [
      ...site.filters.flatMap((filter) => ofFilter(filter, grows(filter.path))),
      ...site.searches.flatMap(ofSearch),
    ];
  },
});
