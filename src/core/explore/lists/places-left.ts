import type { SitePage } from "#model/site-pages.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";

/** How many can still be had, as a page says it: "Places left 12", "12 seats available". */
const WORDS_FIRST = String.raw`(?:\p{L}+ )?(?:left|available|remaining|(?:freie|verf[üu]gbare|verbleibende) \p{L}+|(?:places|plazas|posti) (?:libres|restantes|disponibles|disponibili|liberi))[\s:–-]{0,3}`;
const WORDS_LAST = String.raw` (?:\p{L}+ )?(?:left|available|remaining|(?:freie|verf[üu]gbare) \p{L}+|frei)\b| (?:places|plazas|posti) (?:libres|restantes|disponibles|disponibili|liberi|rimasti)\b`;
const STOCK_FIRST = String.raw`(?:in|en) stock: ?|(?:auf lager|lagerbestand): ?`;
const STOCK_LAST = String.raw` (?:\p{L}+ )?(?:(?:in|en) stock|auf lager|vorr[äa]tig)\b`;

/** What runs out by itself, or is counted anew each time. */
const OTHERS =
  /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|time|steps?|questions?|pages?|characters?|attempts?|tries|sekunden?|minuten?|stunden?|tage?|wochen?|schritte?|fragen?|zeichen|versuche?|eur|usd|gbp|chf|credits?|points?|balance)\b/iu;

export type PlacesLeft = {
  number: number;
  /** Words before and behind the number, as the page writes them. */
  before: string;
  behind: string;
};

const saidIn = (text: string, wordsFirst: string, wordsLast: string): PlacesLeft | null => {
  const first = [
    ...text.matchAll(new RegExp(`(?<before>${wordsFirst})(?<number>\\d{1,3})(?!\\d|[.,:/]\\d)`, "giu")),
  ];
  const last = [
    ...text.matchAll(new RegExp(`(?<![\\d.,:/])(?<number>\\d{1,3})(?<behind>${wordsLast})`, "giu")),
  ];
  const found = (first.length > 0 ? first : last).filter(([words]) => !OTHERS.test(words));
  const groups = found.length === 1 ? found[0]?.groups : undefined;
  if (!groups) return null;
  return { number: Number(groups["number"]), before: groups["before"] ?? "", behind: groups["behind"] ?? "" };
};

/** Null where the page says no such number, or more than one. */
export const placesLeft = (text: string): PlacesLeft | null => saidIn(text, WORDS_FIRST, WORDS_LAST);

/** The same of what is kept for sale: "3 in stock". */
export const stockLeft = (text: string): PlacesLeft | null => saidIn(text, STOCK_FIRST, STOCK_LAST);

/** The page that the address of another belongs to, if there is one, which may say what is left. */
export const aboutThat = ({ path: own }: SitePage, pages: readonly SitePage[]): SitePage[] =>
  pages
    .filter(({ path, setup }) => setup.length === 0 && withoutQuery(own).startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
    .slice(0, 1);
