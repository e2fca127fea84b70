import type { StepDocument } from "#core/suite/grammar.ts";
import { rowsOf } from "#core/explore/lists/lists.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { choose, nameOfChoice } from "#core/generate/filter-choices.ts";
import { anyCase, asObject, idle, literal, literalTarget, searchFor, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteFilter, SiteSearch } from "#model/site-lists.ts";
import type { Target } from "#model/target.ts";

/** Once the rows are those that belong to it, loads the address anew, and looks whether they are so still. */
const again = (rows: Target, words: string, address: StepDocument[] = []): StepDocument[] => {
  const belong: StepDocument = {
    expect: { each: { target: asObject(literalTarget(rows)), matches: anyCase(words) } },
  };
  return [belong, ...address, "reload", idle, belong];
};

const isSame = (a: Target | null, b: Target | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What is sent with it, by the same button, is in the address, and it should be so as well. */
const isLeftOut = ({ pages, searches }: SiteModel, { pageId, path, field, apply }: SiteFilter): boolean => {
  const forms = pages.find(({ id }) => id === pageId)?.survey.forms ?? [];
  const form = forms.find(({ fields }) => fields.some(({ target }) => target && isSame(target, field)));
  return (
    apply !== null &&
    isSame(apply, form?.submit?.target ?? null) &&
    searches.some(
      (search) =>
        search.path === path &&
        search.addressed === true &&
        search.trigger !== "typing" &&
        form?.fields.some(({ target }) => isSame(target, search.field.target)),
    )
  );
};

const ofFilter = (site: SiteModel, filter: SiteFilter): Draft[] => {
  const rows = rowsOf(filter.list);
  const says = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());
  const option = filter.options.find(
    (each) =>
      (each.address !== null || isLeftOut(site, filter)) &&
      each.carried &&
      filter.list.items.some(({ text }) => !says(text, nameOfChoice(each))),
  );
  if (!rows || !option) return [];
  const words = nameOfChoice(option);
  return [
    {
      id: `reload-${filter.pageId}-${slug(filter.name) || "choice"}`,
      title: `What "${short(words, 30)}" leads to shows what belongs to it when it is loaded again`,
      steps: [{ goto: literal(filter.path) }, idle, ...choose(filter, option), ...again(rows, words)],
      rank: 32,
    },
  ];
};

const ofSearch = (search: SiteSearch): Draft[] => {
  const { pageId, path, term, rowTarget, plain, inPlace, addressed, rows } = search;
  if (addressed !== true || !plain || !inPlace || !rowTarget || rows.term >= rows.before) return [];
  return [
    {
      id: `reload-${pageId}-search`,
      title: `The address of a search for "${short(term, 20)}" shows what it found when it is loaded again`,
      steps: [
        { goto: literal(path) },
        idle,
        ...searchFor(search, term),
        ...again(rowTarget, term, [{ expect: { url: { contains: `=${encodeURIComponent(term)}` } } }, idle]),
      ],
      rank: 33,
    },
  ];
};

export const keptAddresses = defineOracle({
  id: "kept-addresses",
  joins: true,
  summary: "An address that says what was chosen or looked for shows that when it is loaded again.",
  looks: true,
  applies: (site) => [
    ...site.filters.flatMap((filter) => ofFilter(site, filter)),
    ...site.searches.filter(({ found }) => found).flatMap(ofSearch),
  ],
});
