import type { DocumentIndex } from "./document-index.ts";
import { composedParent } from "./tree.ts";

const NUMBER = String.raw`\d{1,3}(?:[.,]\d{3})*\+?`;
/** A number in brackets: "Basket (3)", "Mail (2 new)". */
const IN_BRACKETS = new RegExp(String.raw`^(.*\p{L}.*?)\s*[([]${NUMBER}(?: \p{L}+)?[)\]]$`, "u");
const BEHIND = new RegExp(String.raw`^(\D*\p{L}\D*) (${NUMBER})$`, "u");
const BEFORE = new RegExp(String.raw`^(${NUMBER}) (\D*\p{L}\D*)$`, "u");
/** What a number tells from others of the kind: "Step 1" is no step of which there is one. */
const NUMBERED =
  /\b(?:step|page|level|stage|part|section|chapter|lesson|unit|question|slide|week|day|month|year|quarter|room|table|floor|zone|gate|line|row|column|option|item|version|round|no|nr|number|seite|schritt|stufe|teil|kapitel|woche|tag|raum|tisch|étape|página|paso)\.?$/iu;
/** So many controls side by side, each with a number of its own behind another name, show how many there are of each. */
const MOST_CERTAIN = 3;
const FEWEST_TABS = 2;

const stemBehind = (name: string): string | null => BEHIND.exec(name)?.[1] ?? null;

/** The number has an element of its own, as a badge has. */
const isApart = (index: DocumentIndex, element: Element, number: string): boolean =>
  [...element.querySelectorAll("*")].some((part) => index.text(part) === number);

/** What stands beside it: of entries of a list the entries' own. */
const besides = (index: DocumentIndex, element: Element): Element[] => {
  const role = index.role(element);
  const parent = composedParent(element);
  const group = parent && parent.childElementCount === 1 ? composedParent(parent) : parent;
  if (!group || group.childElementCount > 50) return [];
  return [...group.children]
    .flatMap((child) => (index.role(child) === role ? [child] : [...child.children]))
    .filter((other) => index.role(other) === role);
};

const areCounted = (index: DocumentIndex, element: Element): boolean => {
  const stems = besides(index, element).flatMap((other) => stemBehind(index.name(other)) ?? []);
  const least = index.role(element) === "tab" ? FEWEST_TABS : MOST_CERTAIN;
  return stems.length >= least && new Set(stems).size === stems.length;
};

/** What a control is called without the count that its name shows, which another visit may not show; null where there is none. */
export const nameWithoutCount = (index: DocumentIndex, element: Element): string | null => {
  const name = index.name(element);
  const bracketed = IN_BRACKETS.exec(name)?.[1];
  if (bracketed !== undefined) return bracketed;
  const [, stem = "", number = ""] = BEHIND.exec(name) ?? [];
  if (number !== "" && !NUMBERED.test(stem))
    return isApart(index, element, number) || areCounted(index, element) ? stem : null;
  const [, first = "", rest = ""] = BEFORE.exec(name) ?? [];
  return first !== "" && isApart(index, element, first) ? rest : null;
};
