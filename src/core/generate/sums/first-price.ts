import { escapeRegex } from "#model/escape-regex.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues, valuePattern } from "#core/suite/order.ts";
import { fold, mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { literalTarget } from "#core/generate/steps.ts";
import { QUANTITY } from "./sum-columns.ts";
import { PRICE } from "./sums.ts";

const FROM = /\b(?:from|ab|up to|starting|as low as|was|per|each|now)\b|-\d+ ?%/i;

/** Fits amounts that are written with the sign that this one has, before or behind its digits. */
const writtenLike = (price: string): string => {
  // Other marks between digits are rare, and those of the currency alone are in most shops.
  if (/['’\u00a0\u202f]/.test(price)) return valuePattern("money");
  const digits = String.raw`\d[\d.,]*`;
  const [, before = "", after = ""] = /^([^\d\s]*)\s?\d.*?\s?([^\d\s]*)$/.exec(price) ?? [];
  if (before !== "") return `${escapeRegex(before)}\\s?${digits}`;
  return after === "" ? valuePattern("money") : `${digits}\\s?${escapeRegex(after)}`;
};

const TAKINGS =
  /\b(?:sales|sold|revenue|turnover|takings|earn(?:ed|ings)|income|paid|spent|umsatz|einnahmen|recettes|ventes|ventas|ingresos|incassi|vendite)\b/i;

/** What was taken for it, and an amount beside a quantity unless it is called a price, is that of several: the item's page says what one costs. */
const isOfSeveral = ({ columns, items: [first] }: SurveyCollection, price: string): boolean => {
  const name = columns.find((_, at) => first?.cells[at]?.includes(price))?.name;
  if (name === undefined) return false;
  const called = fold(withoutArrows(name));
  const isCounted = columns.some((column) => QUANTITY.test(fold(withoutArrows(column.name))));
  return TAKINGS.test(called) || (isCounted && !PRICE.test(called));
};

/**
 * The one price of the first item, which the item's page has to show as well; null where prices are not written alike
 * on both, or where there is more than one.
 */
export const firstPrice = (
  page: SitePage,
  details: SitePage[],
  key: string,
): { capture: StepDocument; check: StepDocument[] } | null => {
  const list = mainList(page.survey);
  const rows = list ? rowsOf(list) : null;
  if (!list || !rows) return null;
  const one = list.items.every(({ text }) => !FROM.test(text) && findValues(text, "money").length === 1);
  const [price] = findValues(list.items[0]?.text ?? "", "money");
  if (!one || price === undefined || isOfSeveral(list, price)) return null;
  const shape = (text: string): string => text.replace(/\d[\d.,']*(?=[.,]\d\d)/, "0").replace(/\d+/g, "0");
  const alike = details.every(({ survey }) => {
    const shown = findValues(survey.text, "money");
    return shown.some((each) => shape(each) === shape(price));
  });
  if (details.length === 0 || !alike) return null;
  const name = `${key}_price`;
  return {
    capture: {
      capture: { [name]: { text: literalTarget({ ...rows, nth: 0 }), match: writtenLike(price) } },
    },
    check: [{ expect: { text: `\${${name}}` } }],
  };
};
