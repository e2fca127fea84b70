import { withoutQuery } from "#core/explore/address.ts";
import { isByAddress } from "#core/explore/by-address.ts";
import { isWordy } from "#core/explore/form-data.ts";
import { mainList, rowsOf } from "#core/explore/lists.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { captureName, click, idle, literalTarget, openPage, selectOne, short } from "#core/generate/steps.ts";
import type { SiteSort } from "#model/site-lists.ts";
import type { SiteModel, SitePage } from "#model/site.ts";
import type { SurveyField } from "#model/survey.ts";

/** Where words are asked for as well, to send the form may begin a new search. */
const fieldOn = ({ survey }: SitePage, sort: SiteSort): SurveyField | null => {
  const key = sort.control.kind === "select" ? JSON.stringify(sort.control.field) : null;
  const fields = survey.forms.filter((form) => !form.fields.some(isWordy)).flatMap((form) => form.fields);
  return fields.find(({ target }) => JSON.stringify(target) === key) ?? null;
};

/** The same list with some of its rows alone, all in sight, as the query of its address has chosen them. */
const partOf = (site: SiteModel, whole: SitePage, sort: SiteSort): SitePage | null => {
  const all = mainList(whole.survey);
  return (
    site.pages.find((page) => {
      const list = mainList(page.survey);
      return (
        page.path.includes("?") &&
        isByAddress(page) &&
        withoutQuery(page.path) === withoutQuery(whole.path) &&
        fieldOn(page, sort) !== null &&
        all !== null &&
        list?.kind === all.kind &&
        list.paging === null &&
        list.rows > 1 &&
        list.rows < all.rows
      );
    }) ?? null
  );
};

const draft = (site: SiteModel, sort: SiteSort): Draft[] => {
  const { control, orders, pageId } = sort;
  const whole = site.pages.find(({ id }) => id === pageId);
  const part = whole ? partOf(site, whole, sort) : null;
  const list = part ? mainList(part.survey) : null;
  const rows = list ? rowsOf(list) : null;
  const now = part ? fieldOn(part, sort)?.value : undefined;
  const other = orders.find(({ label }) => label !== now)?.label;
  if (control.kind !== "select" || !part || !rows || other === undefined) return [];
  const counted = literalTarget(rows);
  const name = captureName("rows_chosen", pageId);
  return [
    {
      id: `kept-choice-${pageId}`,
      title: `"${short(control.name, 30)}" keeps to what the address ${short(part.path, 60)} has chosen`,
      steps: [
        ...openPage(part),
        idle,
        { capture: { [name]: { count: counted } } },
        selectOne(control.field, other),
        ...(control.apply === null ? [] : [click(control.apply)]),
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
  applies: (site) => site.sorts.flatMap((sort) => draft(site, sort)),
});
