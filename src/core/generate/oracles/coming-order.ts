import { rowsOf } from "#core/explore/lists/lists.ts";
import { DAY_MS } from "#core/explore/forms/samples.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { findValues, isSorted, readDate } from "#core/suite/order.ts";
import { isBelow, isDated } from "#core/generate/days/dated-lists.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { slug } from "#core/explore/pages/states.ts";
import { asObject, idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";

/** Heads what comes next, and so one after the other. */
const NEXT =
  /^(?:coming up|(?:my |our |your )?(?:next|upcoming) (?:events?|lessons?|class(?:es)?|appointments?|departures?|deadlines?|meetings?|sessions?|bookings?|dates?|concerts?|shows?|courses?|visits?|games?|match(?:es)?|trips?|flights?)|(?:meine |deine |ihre |unsere )?n[äa]chste (?:termine|stunden|kurse|veranstaltungen|konzerte|abfahrten|fristen|buchungen)|prochain(?:e?s)? (?:rendez-vous|cours|[ée]v[ée]nements|d[ée]parts|concerts)|pr[óo]xim[oa]s (?:citas|clases|eventos|salidas)|prossim[ie] (?:lezioni|appuntamenti|eventi|partenze))$/iu;
const LEAST_ROWS = 3;

const daysOf = ({ items }: SurveyCollection): string[] =>
  items.flatMap(({ text }) => findValues(text, "date").slice(0, 1));

/** From the latest on is an order as well; days that lie back are not those on which it comes. */
const isOtherwise = (list: SurveyCollection): boolean => {
  const days = daysOf(list);
  return (
    list.rows > list.items.length ||
    new Set(days).size < LEAST_ROWS ||
    days.some((day) => (readDate(day, true) ?? 0) < Date.now() - 2 * DAY_MS) ||
    (isSorted(days, "date", "descending") && !isSorted(days, "date", "ascending"))
  );
};

const drafts = (page: SitePage): Draft[] => {
  const { headings, collections } = page.survey;
  const names = new Set(headings.map(({ text }) => text).filter((text) => NEXT.test(text.trim())));
  return [...names].flatMap((text): Draft[] => {
    const [list, ...others] = collections.filter(
      (each) =>
        each.target !== null &&
        each.rows >= LEAST_ROWS &&
        !each.columns.some(({ sortable }) => sortable) &&
        isDated(each) &&
        isBelow(page.survey, text, each),
    );
    const rows = list ? rowsOf(list) : null;
    if (!list || !rows || others.length > 0 || isOtherwise(list)) return [];
    return [
      {
        id: `next-${page.id}-${slug(text) || "list"}`,
        title: `What stands below "${short(text, 30)}" is in the order of its days`,
        steps: [
          ...openPage(page),
          idle,
          { expect: { sorted: { target: asObject(literalTarget(rows)), by: "date" } } },
        ],
        rank: 19,
      },
    ];
  });
};

export const comingOrder = defineOracle({
  id: "coming-order",
  summary: "What is said to come next is in the order of its days.",
  looks: true,
  applies: ({ pages }) => pages.filter(isByAddress).flatMap(drafts),
});
