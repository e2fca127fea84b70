import { findValues, readNumbers } from "#core/suite/order.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { fold } from "./lists.ts";

const LEAST_ROWS = 3;
/** Less than half a cent is none. */
const NEAR = 0.006;
/** The words right before an amount. */
const LABEL = /(?:^|[^\p{L} ])\s*(\p{L}[\p{L}\d ]{2,40}?)\s*[:–-]?\s*$/u;
const IS_TOTAL = /(?<!\p{L})(?:total|sum|value|gesamt\w*|summe|somme|suma|totale|totaal)(?!\p{L})/iu;
/** Says itself that it is of what is shown. */
const OF_PAGE =
  /page|p[áa]gin|shown|showing|displayed|visible|listed|sub|sous|this|these|above|current|seite|angezeigt|zwischen|teil|part|carried|[üu]bertrag/iu;
/** "Total of 37 expenses". */
const OF_SO_MANY =
  /(?<!\p{L})(?:total|sum|value|gesamt\w*|summe|somme|suma|totale|totaal) (?:of|von|de|di|van) (\d+)/iu;
/** So much is said around an amount that may be about it. */
const AROUND = 40;

type Turned = { survey: PageSurvey; list: SurveyCollection };

/** What each column of money comes to, of which most rows have some. */
const sumsOf = ({ items }: SurveyCollection): number[] =>
  Array.from({ length: items[0]?.cells.length ?? 0 }, (_, at) => {
    const texts = items.map(({ cells }) => findValues(cells[at] ?? "", "money")[0] ?? "");
    const numbers = readNumbers(texts).filter((number) => number !== null && Math.abs(number) > NEAR);
    return numbers.length < LEAST_ROWS ? null : numbers.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  }).filter((sum) => sum !== null);

/** Says of how many rows it is: of more than there are on the page. */
const isOfMore = (label: string, { rows }: SurveyCollection): boolean =>
  Number(OF_SO_MANY.exec(label)?.[1] ?? 0) > rows && !OF_PAGE.test(label);

/** Labels of amounts beside the rows that are what a column of them comes to, as far as each is there once. */
const totalsIn = ({ survey, list }: Turned): Map<string, string> => {
  const sums = sumsOf(list);
  const text = list.items.reduce((rest, item) => rest.replace(fold(item.text), "\n"), fold(survey.text));
  const found = findValues(text, "money").flatMap((amount): [string, string][] => {
    const [number] = readNumbers([amount]);
    if (number === null || number === undefined || text.split(amount).length !== 2) return [];
    const at = text.indexOf(amount);
    const label = LABEL.exec(text.slice(0, at))?.[1] ?? "";
    const around = text.slice(Math.max(0, at - AROUND), at + amount.length + AROUND);
    const isSum = sums.some((sum) => Math.abs(sum - number) < NEAR);
    const isOfAll = isOfMore(label, list) || !OF_PAGE.test(around);
    return isSum && IS_TOTAL.test(label) && isOfAll ? [[label, amount]] : [];
  });
  return new Map(found);
};

/**
 * The words before an amount that is said to be a total and is on each of two pages of a list what the rows of that page
 * alone come to, another one each time; null where there is none.
 */
export const totalOfPage = (first: Turned, next: Turned): string | null => {
  const later = totalsIn(next);
  const [found] = [...totalsIn(first)].filter(
    ([label, amount]) => later.has(label) && later.get(label) !== amount,
  );
  return found?.[0] ?? null;
};
