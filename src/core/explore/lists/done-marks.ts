import type { SitePage } from "#model/site-pages.ts";
import { IS_SET } from "#core/explore/posts/marks.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const DONE =
  /^(?:✓|✔️?|☑️?)?\s*(?:mark (?:(?:this|it|lesson|chapter|step|item|unit|module|episode|task) )?(?:as )?(?:not (?:yet )?|un|in)?(?:done|completed?|finished|read|watched|seen|viewed|learn(?:ed|t))|als (?:nicht )?(?:un)?(?:erledigt|gelesen|abgeschlossen|fertig|gesehen) markieren|marquer comme (?:non |pas )?(?:termin[ée]e?|lue?|vue?|faite?)|marcar como (?:no |não )?(?:complet(?:ad|o)[oa]?|conclu[ií]d[oa]|le[ií]d[oa]|lid[oa]|vist[oa]|hech[oa]|terminad[oa])|(?:contras)?segna come (?:non )?(?:completat[oa]|lett[oa]|vist[oa]|fatt[oa])|markeren als (?:niet )?(?:voltooid|gelezen|gedaan)|oznacz jako (?:nie)?(?:uko[ńn]czone|przeczytane))$/iu;

/** True for what says how far one has come with an item, and is taken back by what it is called then. */
export const isDoneMark = (name: string): boolean => DONE.test(name.trim());

const TAKES_BACK =
  /\bas (?:not|un\w|in\w)|^mark(?: \w+)? (?:not|un\w|in\w)|^als (?:nicht|un)|\b(?:comme|como|come|als|jako) (?:non|pas|no|não|niet|nie)/iu;

/** True for what a mark is called while it is set, where that says that it would be taken back. */
export const takesBack = (name: string): boolean => TAKES_BACK.test(name) || IS_SET.test(name);

/** What is done with these concerns somebody else, or ends them. */
const OF_BUSINESS =
  /\b(?:orders?|invoices?|bookings?|reservations?|appointments?|requests?|tickets?|shipments?|deliver(?:y|ies)|payments?|applications?|claims?|rentals?|loans?)\b/i;

/** That a second click takes it back is seen on another item of the kind, or is to be expected of such a thing. */
export const canGoBack = (walk: Walk, page: SitePage, name: string): boolean =>
  !isDoneMark(name) ||
  takesBack(name) ||
  !OF_BUSINESS.test(page.pattern.replaceAll(/[/_-]/g, " ")) ||
  walk.samples.some(
    ({ pattern, survey }) =>
      pattern === page.pattern &&
      survey.buttons.some((other) => isDoneMark(other.name) && takesBack(other.name)),
  );
