import { isDeepStrictEqual } from "node:util";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { listName } from "#core/generate/page-names.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { isOff, lineSums } from "#core/generate/sums/line-sums.ts";
import { monthNames } from "#core/generate/days/days.ts";
import { lineCharges } from "#core/generate/sums/line-charges.ts";
import { isNetOff, netOfLines } from "#core/generate/sums/net-lines.ts";
import { netSum } from "#core/generate/sums/net-sums.ts";
import { wrongRates } from "#core/generate/sums/rates.ts";
import { rowCharges } from "#core/generate/sums/row-charges.ts";
import { click, idle, openPage, selectOne, short } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { totalsOf, totalsWithin } from "#core/generate/sums/sums.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** Of the same list on pages of one kind. */
const MOST_ALIKE = 2;

/** So many other years are added up as well. */
const MOST_OTHERS = 2;

/** A row for each month or quarter: as many of them for any year, and all in sight. */
const isByMonths = ({ items, paging }: SurveyCollection): boolean =>
  paging === null && items.length <= 13 && items.every(({ cells }) => MONTH.test((cells[0] ?? "").trim()));
const MONTH = new RegExp(`^(?:Q[1-4]\\b|${monthNames.map((name) => name.slice(0, 3)).join("|")})`, "i");

/** The same report of other years. What a filter of a list leaves need not be what its foot is of. */
const othersOf = ({ views }: SiteModel, { id }: SitePage, list: SurveyCollection): StepDocument[][] => {
  const view = views.find(({ pageId, anew }) => pageId === id && !anew);
  if (!view || !isByMonths(list)) return [];
  const shows = view.submit === null ? [] : [click(view.submit)];
  return view.options
    .slice(0, MOST_OTHERS)
    .map((option): StepDocument[] => [selectOne(view.target, option), ...shows, idle]);
};

const draft = (site: SiteModel, page: SitePage, list: SurveyCollection): Draft | null => {
  const known = [...totalsOf(page.survey, list), ...netSum(list)];
  const expects = [...known, ...rowCharges(list, known.length > 0)];
  if (expects.length === 0) return null;
  const later = page.setup.length === 0 ? totalsWithin(list) : [];
  const others = later.length > 0 ? othersOf(site, page, list) : [];
  return {
    id: `totals-${page.id}`,
    title: `The amounts of "${short(listName(list) || page.title, 30)}" add up to what is shown as their total`,
    steps: [
      ...openPage(page),
      { wait_for: "idle" },
      ...expects,
      ...others.flatMap((choosing) => [...choosing, ...later]),
    ],
    rank: 17,
  };
};

type Charged = ReturnType<typeof lineCharges>;
type Rates = ReturnType<typeof wrongRates>;

/** What stands in lines rather than in a table. */
const ofLines = (page: SitePage, charged: Charged, rates: Rates): Draft | null => {
  const known = [...lineSums(page.survey), ...netOfLines(page.survey)];
  const charge = charged.get(page)?.step;
  const isNew = charge !== undefined && known.every((step) => !isDeepStrictEqual(step, charge));
  const rate = rates.get(page);
  const expects = [...known, ...(isNew ? [charge] : []), ...(rate ? [rate] : [])];
  if (expects.length === 0) return null;
  return {
    id: `sums-${page.id}`,
    title: `What is added up on "${short(page.title, 30)}" comes to its total`,
    steps: [...openPage(page), { wait_for: "idle" }, ...expects],
    rank: 17,
  };
};

const isWrong = (page: SitePage, charged: Charged, rates: Rates): boolean =>
  isOff(page.survey) || isNetOff(page.survey) || charged.get(page)?.fits === false || rates.has(page);

/** Of further pages of a kind those that do not add up, where the first ones do. */
const furtherOnes = ({ pages, samples }: SiteModel, charged: Charged, rates: Rates): Draft[] => {
  const had = new Set(pages.filter((page) => isWrong(page, charged, rates)).map(({ pattern }) => pattern));
  return samples.flatMap((page) => {
    if (!isByAddress(page) || had.has(page.pattern) || !isWrong(page, charged, rates)) return [];
    had.add(page.pattern);
    return ofLines(page, charged, rates) ?? [];
  });
};

export const totals = defineOracle({
  id: "totals",
  summary: "Amounts add up to the total that is shown, and price times quantity is the line's sum.",
  looks: true,
  applies(site) {
    const had = new Map<string, number>();
    const charged = lineCharges(site);
    const rates = wrongRates(site);
    const isFirst = (page: SitePage): boolean => isNetOff(page.survey) || rates.has(page);
    return [
      ...site.pages
        // What was put into a cart is the matter of another oracle.
        .filter(isByAddress)
        // Of many alike those that do not add up come first.
        .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
        .flatMap((page) =>
          [
            ...page.survey.collections.map((list) => ({ made: draft(site, page, list), name: list.name })),
            { made: ofLines(page, charged, rates), name: "lines" },
          ].flatMap(({ made, name }) => {
            const kind = `${withoutQuery(page.pattern)} ${name}`;
            const before = had.get(kind) ?? 0;
            if (made) had.set(kind, before + 1);
            return made && before < MOST_ALIKE ? [made] : [];
          }),
        ),
      ...furtherOnes(site, charged, rates),
    ];
  },
});
