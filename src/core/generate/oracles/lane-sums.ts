import { fold, rowsOf } from "#core/explore/lists/lists.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { eitherNumber, mainOf, stem } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { showsAll } from "#core/generate/counts/shows-all.ts";
import { asObject, idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";

const NUMBERED = /(?<![\d.,/])(\d{1,6})(?:\/\d+)? (\p{L}{4,})(?![\p{L}\d])/gu;
/** A lane says below its name how many it has. */
const MOST_LINES = 2;
const LEAST_LANES = 3;

/** May be in several parts at once, and is one in all of them. */
const SHARED =
  /^(?:members?|people|persons?|users?|assignees?|contributors?|authors?|owners?|customers?|clients?|guests?|teams?|labels?|tags?|categor(?:y|ies)|projects?|mitglieder|personen|nutzer|kunden|membres|personnes|miembros|personas|membri|persone)$/iu;
/** Is of one part alone, and adds up. */
const MEASURE =
  /^(?:points?|hours?|minutes?|days?|pieces?|punkte?|stunden?|minuten?|stücke?|points?|heures?|puntos?|horas?|minutos?|punti|ore|minuti)$/iu;

/** The numbers of a text by what they count, where each is said once. */
const numbersIn = (text: string): Map<string, { number: number; noun: string }> => {
  const found = [...text.matchAll(NUMBERED)].map(([, number = "", noun = ""]) => ({
    number: Number(number),
    noun,
  }));
  const groups = Map.groupBy(found, ({ noun }) => stem(noun));
  return new Map([...groups].flatMap(([key, [one, other]]) => (one && !other ? [[key, one]] : [])));
};

const headOf = ({ lines = [] }: SurveyItem): string => lines.slice(0, MOST_LINES).join(" ");

/** What the page says above the list; null where that is not to be told. */
const above = ({ survey }: SitePage, { items }: SurveyCollection): string | null => {
  const text = fold(survey.text);
  const parts = items.map((item) => text.indexOf(fold(headOf(item))));
  return parts.some((at) => at < 0) ? null : text.slice(0, Math.min(...parts));
};

type Summed = { noun: string; isRight: boolean };

/** What each lane has a number of, and the page above them as well. */
const summedIn = (page: SitePage, list: SurveyCollection): Summed[] => {
  const whole = numbersIn(above(page, list) ?? "");
  const heads = list.items.map((item) => numbersIn(headOf(item)));
  return [...whole].flatMap(([key, { number, noun }]): Summed[] => {
    const parts = heads.map((head) => head.get(key)?.number);
    if (SHARED.test(noun) || parts.some((part) => part === undefined)) return [];
    const isRight = parts.reduce<number>((all, part) => all + (part ?? 0), 0) === number;
    return isRight || MEASURE.test(noun) ? [{ noun, isRight }] : [];
  });
};

const drafts = (site: SiteModel, page: SitePage): Draft[] => {
  if (!isByAddress(page) || !showsAll(page.survey)) return [];
  const found = page.survey.collections
    .filter(({ kind, rows, items, paging }) => {
      return kind !== "table" && rows >= LEAST_LANES && rows === items.length && paging === null;
    })
    .map((list) => ({ rows: rowsOf(list), summed: summedIn(page, list) }))
    .find(({ rows, summed }) => rows !== null && summed.some(({ isRight }) => isRight));
  if (!found?.rows) return [];
  const of = asObject(literalTarget(found.rows));
  return [
    {
      id: `lane-sums-${page.id}`,
      title: `What ${short(pageNames(site.pages)(page))} says in all is what its parts come to`,
      steps: [
        ...openPage(page),
        idle,
        ...found.summed.map(({ noun }) => ({
          expect: {
            sum: {
              of,
              is: literalTarget(mainOf(page.survey)),
              match: `(\\d+)(?:/\\d+)? ${eitherNumber(noun)}`,
            },
          },
        })),
      ],
      rank: 18,
    },
  ];
};

export const laneSums = defineOracle({
  id: "lane-sums",
  summary:
    "Where a page says how many it has in all and each of its parts how many are in it, these come to that, and what is said beside it as well.",
  looks: true,
  applies(site) {
    const kinds = Map.groupBy(site.pages, ({ pattern }) => pattern);
    return [...kinds.values()].flatMap((pages) => pages.flatMap((page) => drafts(site, page)).slice(0, 1));
  },
});
