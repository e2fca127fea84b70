import { rowsOf } from "#core/explore/lists/lists.ts";
import { findValues, readDate } from "#core/suite/order.ts";
import { isBelow, isDated } from "#core/generate/days/dated-lists.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { asObject, idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** Heads what is still to come. */
const COMING =
  /^(?:coming (?:up|soon)|(?:our )?upcoming(?: \p{L}+){0,2}|what(?:'|’)?s (?:next|on next|coming)|(?:the |our )?next (?:events?|dates?|concerts?|shows?|courses?|meetings?|classes|appointments|departures)|demn[äa]chst|(?:unsere )?(?:kommende|n[äa]chste) (?:termine|veranstaltungen|konzerte|kurse|events)|(?:[àa] venir|prochain(?:e?s)? .{3,20})|(?:pr[óo]xim[oa]s .{3,20})|(?:prossim[ie] .{3,20}))$/iu;
/** Is marked by a day that lies back, or waits for being done although its day is over. */
const MAY_LIE_BACK =
  /(?<!\p{L})(?:birthday|anniversar|task|todo|payment|invoice|bills?(?!\p{L})|deadline|renewal|reminder|anniversaire|t[âa]che|paiement|facture|[ée]ch[ée]ance|rappel|cumplea|aniversario|tarea|pagos?(?!\p{L})|factura|vencimiento|recordatorio|compleann|pagament|fattur|scadenz|promemoria)|geburtstag|jubil[äa]|aufgabe|zahlung|rechnung|frist|erinnerung/iu;
const LATE =
  /(?<!\p{L})(?:overdue|past due|days? late|[üu]berf[äa]llig|en retard|vencid[oa]s?|scadut[oaie])(?!\p{L})|(?<!\p{L})late\)?$/iu;
const LEAST_ROWS = 2;
/** What is over was so a while ago; a day that lies this far back is one of birth, or one on which something began. */
const LONG_MS = 2 * 365 * 86_400_000;

/** All of its days lie years back, or a row says that it is late. */
const liesBack = ({ items }: SurveyCollection): boolean =>
  items.some(({ text }) => LATE.test(text.trim())) ||
  items.every(({ text }) =>
    findValues(text, "date").every((day) => (readDate(day, true) ?? Date.now()) < Date.now() - LONG_MS),
  );

const draft = (page: SitePage): Draft[] => {
  const { headings, collections } = page.survey;
  const heading = headings.find(({ text }) => COMING.test(text.trim()) && !MAY_LIE_BACK.test(text));
  const dated = collections.filter(
    (list) => list.target !== null && list.rows >= LEAST_ROWS && isDated(list),
  );
  const [list] = dated;
  const rows = list ? rowsOf(list) : null;
  if (!heading || !list || !rows || dated.length !== 1 || liesBack(list)) return [];
  if (!isBelow(page.survey, heading.text, list)) return [];
  return [
    {
      id: `coming-${page.id}`,
      title: `What stands below "${short(heading.text, 30)}" is not over yet`,
      steps: [
        ...openPage(page),
        idle,
        { expect: { days: { target: asObject(literalTarget(rows)), from: "today" } } },
      ],
      rank: 18,
    },
  ];
};

export const coming = defineOracle({
  id: "coming",
  summary: "What is said to be still to come is not over.",
  looks: true,
  applies: ({ pages }) => pages.filter(isByAddress).flatMap(draft),
});
