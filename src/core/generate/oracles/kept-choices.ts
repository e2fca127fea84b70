import { withoutQuery } from "#core/explore/pages/address.ts";
import { PLACE_IN_LIST } from "#core/explore/pages/variants.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { fold, mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { captureName, click, idle, literalTarget, openPage, selectOne, short } from "#core/generate/steps.ts";
import type { SiteSort } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { PageSurvey, SurveyCollection, SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

/** What sorts the list of the page: a select, or the heading of a column. */
type Sorter = { kind: "select"; field: SurveyField } | { kind: "header"; target: Target };

/** Where words are asked for as well, to send the form may begin a new search; to choose an order that is kept to at once does not. */
const sorterOn = ({ survey }: SitePage, { control }: SiteSort): Sorter | null => {
  if (control.kind === "header") {
    const name = fold(withoutArrows(control.name));
    const column = mainList(survey)?.columns.find((each) => fold(withoutArrows(each.name)) === name);
    return column?.target ? { kind: "header", target: column.target } : null;
  }
  const key = JSON.stringify(control.field);
  const forms = survey.forms.filter((form) => control.apply === null || !form.fields.some(isWordy));
  const field = forms.flatMap(({ fields }) => fields).find(({ target }) => JSON.stringify(target) === key);
  return field ? { kind: "select", field } : null;
};

type Part = { page: SitePage; list: SurveyCollection; sorter: Sorter };

/** The same list with some of its rows alone, all in sight, as the query of its address has chosen them. */
const partsOf = (site: SiteModel, whole: SitePage, sort: SiteSort): Part[] => {
  const all = mainList(whole.survey);
  return site.pages.flatMap((page): Part[] => {
    const list = mainList(page.survey);
    const sorter = sorterOn(page, sort);
    const isPart =
      page.path.includes("?") &&
      !PLACE_IN_LIST.test(page.path) &&
      isByAddress(page) &&
      withoutQuery(page.path) === withoutQuery(whole.path) &&
      all !== null &&
      list?.kind === all.kind &&
      list.paging === null &&
      list.rows > 1 &&
      list.rows < all.rows;
    return isPart && sorter ? [{ page, list, sorter }] : [];
  });
};

/** How many fields of a page hold something else than those of another. */
const chosenBy = ({ survey }: SitePage, other: SitePage | undefined): number => {
  const values = ({ forms }: PageSurvey): string[] =>
    forms.flatMap(({ fields }) => fields.map(({ name, value }) => `${name}: ${value}`));
  const plain = new Set(other ? values(other.survey) : []);
  return values(survey).filter((value) => !plain.has(value)).length;
};

const use = (sort: SiteSort, sorter: Sorter): StepDocument[] => {
  if (sorter.kind === "header") return [click(sorter.target)];
  const { control, orders } = sort;
  const other = orders.find(({ label }) => label !== sorter.field.value)?.label;
  if (control.kind !== "select" || other === undefined) return [];
  return [selectOne(control.field, other), ...(control.apply === null ? [] : [click(control.apply)])];
};

const draft = (site: SiteModel, sort: SiteSort): Draft[] => {
  const { control, pageId } = sort;
  const whole = site.pages.find(({ id }) => id === pageId);
  // What no field shows is lost more easily.
  const parts = whole ? partsOf(site, whole, sort) : [];
  const [part] = parts.toSorted((a, b) => chosenBy(a.page, whole) - chosenBy(b.page, whole));
  const rows = part ? rowsOf(part.list) : null;
  const sorting = part ? use(sort, part.sorter) : [];
  if (!part || !rows || sorting.length === 0) return [];
  const counted = literalTarget(rows);
  const name = captureName("rows_chosen", pageId);
  return [
    {
      id: `kept-choice-${pageId}`,
      title: `"${short(control.name, 30)}" keeps to what the address ${short(part.page.path, 60)} has chosen`,
      steps: [
        ...openPage(part.page),
        idle,
        { capture: { [name]: { count: counted } } },
        ...sorting,
        idle,
        { expect: { count: { target: counted, is: `\${${name}}` } } },
      ],
      rank: 24,
    },
  ];
};

export const keptChoices = defineOracle({
  id: "kept-choices",
  summary: "What an address has chosen of a list stays chosen when the list is sorted.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.sorts
      .flatMap((sort) => draft(site, sort).map((found) => ({ found, list: withoutQuery(sort.path) })))
      .filter(({ list }) => !seen.has(list) && seen.add(list))
      .map(({ found }) => found);
  },
});
