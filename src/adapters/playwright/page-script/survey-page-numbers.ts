import type { Surveyor } from "./survey-parts.ts";
import { attribute, composedParent, firstInside, isInside } from "./tree.ts";

type Numbered = { number: number; control: Element };

const numberName =
  /^(?:(?:go to |gehe zu )?(page|seite|p[áa]gina|pagina|strona) )?(\d{1,3})(?: ?\(?,? ?(?:current(?: page)?|aktuelle seite)\)?)?$/i;
const pagesWords =
  /paginat|pager\b|\bpaging|\bpages\b|page[-_]?(?:numbers?|nav|links?|items?|list)\b|seiten(?:zahlen|wahl|navigation)|bl[äa]ttern/i;
const currentWords = /(?:^|[\s_-])(?:active|current|selected)(?:$|\s)/i;
const pageAddress = /[?&](?:page|p|pg|offset|start|skip|seite)=\d|\/(?:page|seite)\/\d/i;

/** So far above a control its class may still say what it is for. */
const ABOVE = 3;

const ancestors = (control: Element, list: Element): Element[] => {
  const found: Element[] = [control];
  let at = composedParent(control);
  for (let level = 0; level < ABOVE && at && at !== document.body && !isInside(list, at); level += 1) {
    found.push(at);
    at = composedParent(at);
  }
  return found;
};

const says = (element: Element): string =>
  ["class", "id", "aria-label", "data-testid"].map((name) => attribute(element, name) ?? "").join(" ");

const isCurrent = (control: Element): boolean => {
  const around = [control, ...(control.parentElement?.localName === "li" ? [control.parentElement] : [])];
  return around.some(
    (element) =>
      !/^(?:false)?$/.test(attribute(element, "aria-current") ?? "") ||
      attribute(element, "aria-disabled") === "true" ||
      element.hasAttribute("disabled") ||
      currentWords.test(attribute(element, "class") ?? ""),
  );
};

/** The controls up to where numbers begin again: lists may have them above and below. */
const run = (numbered: Numbered[]): Numbered[] => {
  const end = numbered.findIndex(({ number }, at) => at > 0 && number <= (numbered[at - 1]?.number ?? 0));
  return end < 0 ? numbered : numbered.slice(0, end);
};

/** Numbers may be days, sizes or stars: those of pages say so, lead to such addresses, or stand below the list. */
const areOfPages = (numbered: Numbered[], list: Element, spoken: boolean): boolean => {
  const controls = numbered.map(({ control }) => control);
  if (spoken) return true;
  if (controls.every((control) => pageAddress.test(attribute(control, "href") ?? ""))) return true;
  if (controls.length < 2) return false;
  if (controls.every((control) => ancestors(control, list).some((at) => pagesWords.test(says(at)))))
    return true;
  const isBelow = controls.every(
    (control) => (list.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  const isCounted = numbered.every(({ number }, at) => number === at + 1);
  return isBelow && isCounted && controls.filter(isCurrent).length === 1;
};

/** The number of the page that is shown: it is marked, or stands there as plain text. */
const currentOf = ({ index }: Surveyor, numbered: Numbered[]): number => {
  const marked = numbered.filter(({ control }) => isCurrent(control));
  const [only] = marked;
  if (only && marked.length === 1) return only.number;
  const here = numbered.find(
    ({ control }) => control instanceof HTMLAnchorElement && control.href === location.href,
  );
  if (here) return here.number;
  const last = numbered.at(-1)?.control;
  let around = numbered[0] ? composedParent(numbered[0].control) : null;
  while (around && last && !isInside(last, around)) around = composedParent(around);
  const known = new Set(numbered.map(({ number }) => number));
  const texts = new Set((around ? index.text(around) : "").match(/\d+/g)?.map(Number) ?? []);
  const plain = [...texts].filter((number) => !known.has(number));
  return plain.length === 1 ? (plain[0] ?? 1) : 1;
};

/** What turns a list to the page after and before the one that is shown, where pages have numbers. */
export const pageNumbersOf = (
  surveyor: Surveyor,
  list: Element,
  controls: Element[],
): { next: Element | null; previous: Element | null } | null => {
  let spoken = false;
  const numbered = run(
    controls.flatMap((control): Numbered[] => {
      const [, word, number] = numberName.exec(surveyor.index.name(control).trim()) ?? [];
      // What stands in a calendar or another list is of that.
      if (number === undefined || control.closest("table,[role=grid],[role=radiogroup]")) return [];
      spoken ||= word !== undefined;
      return firstInside(control, "input,select") ? [] : [{ control, number: Number(number) }];
    }),
  );
  if (numbered.length === 0 || !areOfPages(numbered, list, spoken)) return null;
  const current = currentOf(surveyor, numbered);
  const at = (wanted: number): Element | null =>
    numbered.find(({ number }) => number === wanted)?.control ?? null;
  const [next, previous] = [at(current + 1), at(current - 1)];
  return next || previous ? { next, previous } : null;
};
