import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { Surveyor } from "./survey-parts.ts";
import { pageNumbersOf } from "./survey-page-numbers.ts";
import { attribute, composedParent, isInside } from "./tree.ts";

const nextWords =
  /^(?:[›»→>]+ ?)?(?:next|older|more|next page|go to next page|weiter|n[äa]chste|(?:p[áa]gin[ae] |page )?(?:suivante?|siguiente|successiv[ao]|volgende|pr[óo]xim[ao]))(?![\p{L}\d])|^[›»→>]+$/iu;
const moreWords =
  /^(?:(?:load|show|view|see|fetch) (?:\d+ )?more|(?:mehr|weitere) (?:\p{L}+ )?(?:laden|anzeigen)|(?:charger|afficher|voir) plus|(?:cargar|ver|mostrar) m[áa]s|(?:carica|mostra) altr[io]|meer (?:laden|tonen)|(?:carregar|ver) mais)(?![\p{L}\d])/iu;
const previousWords =
  /^(?:[‹«←<]+ ?)?(?:prev|previous|newer|previous page|go to previous page|zurück|vorherige|(?:p[áa]gin[ae] |page )?(?:pr[ée]c[ée]dente?|anterior|vorige))(?![\p{L}\d])|^[‹«←<]+$/iu;
/** A name that goes on after its first word is of something else: "Next.js", "More projects, easy collaboration". */
const LONGEST_TURN = 30;
const SHOWN =
  /(?<!\p{L})(?:pictures?|photos?|images?|slides?|videos?|tracks?|songs?|steps?|questions?|bild(?:er)?|fotos?|imagen|immagine|diapositive)(?!\p{L})/iu;
/** There are more of these than the page shows, and none of them is a row. */
const NO_ROWS =
  /\bmore (?:\p{L}+ )?(?:filters?|options?|settings?|details?|info(?:rmation)?|actions?|tools?|fields?|help|about)(?!\p{L})/iu;
const isOther = (name: string): boolean =>
  name.length > LONGEST_TURN || /^\w+\.\w/.test(name) || SHOWN.test(name) || NO_ROWS.test(name);
const pageLabel = /\b(page\s+\d+(\s*(of|\/)\s*\d+)?|\d+\s*[-–]\s*\d+\s+of\s+\d+)\b/i;

/** "See more" that leads to another page has a list of its own there. */
const staysHere = (control: Element): boolean =>
  !(control instanceof HTMLAnchorElement) ||
  !control.hasAttribute("href") ||
  control.pathname === location.pathname;

/** The control turns pages and sends nothing: "Next" alone may well go on with a form. */
export const turnsPages = (name: string): boolean =>
  previousWords.test(name) || (nextWords.test(name) && /\bpage\b/i.test(name));

/** The numbers of pages, between the controls that turn to the next and the previous one. */
export const isPageNumbers = ({ index }: Surveyor, list: Element, rows: Element[]): boolean =>
  rows.every((row) => /^(?:\d{1,4}|…|\.{3}|)$/.test(index.text(row).trim())) &&
  [...(list.parentElement?.children ?? [])].some(
    (beside) => index.role(beside) === "button" && turnsPages(index.name(beside)),
  );

/** What is wrapped around a list and shows nothing besides it, brings no more of what belongs to it. */
const showsMore = ({ index }: Surveyor, around: Element, inner: Element): boolean =>
  [...around.children].some(
    (child) => child !== inner && index.visible(child) && index.text(child).trim() !== "",
  );

/** What stands beside the rest, or is one row of another list, is not in the parts that the rest is in. */
const APART = /^(?:complementary|listitem|row)$/;

/** What turns the pages of a list: the nearest controls around it that say so, in words, by arrows or by numbers. */
export const pagingOf = (surveyor: Surveyor, element: Element): SurveyCollection["paging"] => {
  const { index, find } = surveyor;
  // A tab or a menu that is called "More" turns no page.
  const isPlain = (control: Element): boolean =>
    /^(?:button|link)$/.test(index.role(control) ?? "") && attribute(control, "aria-haspopup") === null;
  const target = (control: Element | null): Target | null => {
    const found = control ? find(control, "click") : null;
    const role = control ? index.role(control) : null;
    // A number alone is soon in a row as well.
    return typeof found === "string" && /^\d+$/.test(found) && role !== null
      ? { role, name: found, exact: true }
      : found;
  };
  let around: Element | null = element;
  for (let level = 0; level < 4 && around;) {
    const inner: Element = around;
    around = composedParent(inner);
    if (!around || around === document.documentElement || APART.test(index.role(inner) ?? "")) return null;
    if (showsMore(surveyor, around, inner)) level += 1;
    const controls = [...around.querySelectorAll("a,button,[role=button],[role=link]")].filter(
      (control) => !isInside(control, element) && index.visible(control) && isPlain(control),
    );
    const named = (words: RegExp, rel: string): Element | undefined =>
      controls.find((control) => attribute(control, "rel") === rel) ??
      controls.find((control) => words.test(index.name(control)) && !isOther(index.name(control)));
    const next =
      named(nextWords, "next") ??
      controls.find(
        (control) =>
          moreWords.test(index.name(control)) && !NO_ROWS.test(index.name(control)) && staysHere(control),
      ) ??
      null;
    const previous = named(previousWords, "prev") ?? null;
    const numbers = next ? null : pageNumbersOf(surveyor, element, controls);
    if (!next && !previous && !numbers) continue;
    const label = pageLabel.exec(index.text(around))?.[0] ?? null;
    return {
      next: target(next ?? (previous ? null : (numbers?.next ?? null))),
      previous: target(previous ?? numbers?.previous ?? null),
      label,
      numbered: !next && !previous,
    };
  }
  return null;
};
