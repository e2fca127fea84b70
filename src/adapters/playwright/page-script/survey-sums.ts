import type { PageSurvey, SurveySum } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { resolve } from "./resolve.ts";
import type { Surveyor } from "./survey-parts.ts";
import { CODE, isChrome } from "./survey-parts.ts";
import { attribute, childElements, firstInside, fitsSelector } from "./tree.ts";

const MOST = 6;
const MOST_LINES = 16;
const LEAST_AMOUNTS = 2;
const LONGEST = 80;

const MONEY = /[€$£¥₹]|\b(?:EUR|USD|GBP|CHF|kr)\b|zł|Kč/;
/** What a sum is called, as far as it can be told from prices. */
const TOTAL = /total|sum|gross|brutto|betrag|totaa|suma|som[mt]|razem|\bdue\b|\bto pay\b/i;
const isLine = (text: string): boolean => text.length <= LONGEST && /\p{L}/u.test(text);

type Lines = SurveySum["lines"];

/** A description list has its words and their amounts beside each other. */
const pairsOf = ({ index }: Surveyor, children: Element[]): Lines =>
  children.flatMap((child, at) => {
    const before = children[at - 1];
    return child.localName === "dd" && before?.localName === "dt"
      ? [{ label: index.text(before), text: index.text(child), css: `:scope > :nth-child(${at + 1})` }]
      : [];
  });

const linesOf = (surveyor: Surveyor, parent: Element): Lines => {
  const children = childElements(parent);
  if (children.length < LEAST_AMOUNTS || children.length > 2 * MOST_LINES) return [];
  const lines = children.some(({ localName }) => localName === "dt")
    ? pairsOf(surveyor, children)
    : children.flatMap((child, at) =>
        // What stands side by side is a row of a table, of which each column has words of its own.
        fitsSelector(child, "td,th,option")
          ? []
          : [{ label: "", text: surveyor.index.text(child), css: `:scope > :nth-child(${at + 1})` }],
      );
  return lines.filter(({ label, text, css }) => {
    const child = children[Number(/\d+/.exec(css)?.[0]) - 1];
    return child !== undefined && surveyor.index.visible(child) && isLine(`${label} ${text}`);
  });
};

const isPlain = (name: string): boolean =>
  /^[a-z][\w-]*$/i.test(name) && !/\d{2,}|^(?:css|sc|jss)-/.test(name);

/** The element by what it is and its place among those: what it holds may be other tomorrow. */
const targetOf = ({ index }: Surveyor, element: Element, first: Element): TargetObject | null => {
  const id = attribute(element, "id") ?? "";
  const [name] = [...element.classList].filter(isPlain);
  const selectors = [
    ...(isPlain(id) ? [`#${id}`] : []),
    ...(name === undefined ? [] : [`${element.localName}.${name}`]),
    `${element.localName}:has(> ${first.localName})`,
  ];
  for (const css of selectors) {
    const found = resolve(index, { css }, "any");
    const nth = found.ok ? found.elements.indexOf(element) : -1;
    if (nth >= 0 && found.ok) return found.elements.length === 1 ? { css } : { css, nth };
  }
  return null;
};

/** Lines of a few words and an amount of money each that stand below each other, such as "Subtotal €20.00", "Delivery free". */
export const surveySums = (surveyor: Surveyor): PageSurvey["sums"] => {
  const { index, visible } = surveyor;
  const found: PageSurvey["sums"] = [];
  for (const element of visible) {
    if (found.length >= MOST) break;
    if (
      !fitsSelector(element, "dl,ul,ol,div,section,article,aside,fieldset,table,tbody,tfoot,main,form,output")
    )
      continue;
    if (!MONEY.test(index.rawText(element)) || isChrome(surveyor, element)) continue;
    const lines = linesOf(surveyor, element).slice(0, MOST_LINES);
    if (lines.filter(({ text }) => MONEY.test(text)).length < LEAST_AMOUNTS) continue;
    if (firstInside(element, CODE) !== null) continue;
    if (!lines.some(({ label, text }) => TOTAL.test(`${label} ${text}`))) continue;
    const [first] = childElements(element);
    const target = first ? targetOf(surveyor, element, first) : null;
    if (target) found.push({ target, lines });
  }
  return found;
};
