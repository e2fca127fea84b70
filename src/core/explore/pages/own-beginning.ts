import type { Failure } from "#model/failure.ts";
import type { PageSurvey } from "#model/survey.ts";
import { normalise, pathOf } from "./address.ts";
import { isAnswered } from "./by-address.ts";
import type { Visited } from "./open-page.ts";
import { stateOf } from "./state-of.ts";
import type { Walk } from "./walk.ts";

const SEPARATORS = /([/?&=#])/;

export const partsOf = (url: URL): string[] => pathOf(url).split(SEPARATORS);

/** Where two addresses differ, if that is in one part alone. */
const differsAt = (a: string[], b: string[]): number | null => {
  if (a.length !== b.length) return null;
  const places = a.flatMap((part, at) => (part === b[at] ? [] : [at]));
  return places.length === 1 ? (places[0] ?? null) : null;
};

/** All that can be read and used; words may hold the token as well. */
const shownBut = (survey: PageSurvey, token: string): string =>
  `${stateOf(survey)}${survey.text}`.replaceAll(token, "*");

/** A page at an address. */
type At = { url: URL; survey: PageSurvey };

/** Where the addresses of two pages that show the same differ in one part alone, and those parts; null where they do not. */
export const tokensOf = (a: At, b: At): { at: number; token: string; other: string } | null => {
  const [parts, others] = [partsOf(a.url), partsOf(b.url)];
  const at = differsAt(parts, others);
  const [token, other] = at === null ? [] : [parts[at], others[at]];
  if (at === null || !token || !other) return null;
  return shownBut(a.survey, token) === shownBut(b.survey, other) ? { at, token, other } : null;
};

const wasLed = (asked: URL | null, { url, survey, status }: Visited): asked is URL =>
  asked !== null &&
  asked.origin === url.origin &&
  pathOf(asked) !== pathOf(url) &&
  survey.login === null &&
  isAnswered({ status });

/**
 * An address that leads to another one each time, which shows the same, begins something under a token of its own: that
 * address is gone later, and what it shows is the page of the one that was asked for. `again` opens that once more.
 */
export const asBegun = async (
  walk: Walk,
  address: string,
  first: Visited,
  again: () => Promise<Visited | Failure>,
): Promise<Visited> => {
  const asked = normalise(address, walk.origin);
  if (!wasLed(asked, first)) return first;
  const key = pathOf(asked);
  const known = walk.beginnings.get(key);
  const parts = partsOf(first.url);
  const place = known ? differsAt(parts, known) : null;
  if (known !== undefined && place === null) return first;
  if (place !== null) {
    walk.tokens.add(parts[place] ?? "");
    return { ...first, url: asked };
  }
  const second = await again();
  walk.beginnings.set(key, null);
  if (!second.ok) return first;
  const found = tokensOf(first, second);
  if (!found) return second;
  walk.beginnings.set(key, parts.with(found.at, ""));
  walk.tokens.add(found.token).add(found.other);
  return { ...second, url: asked };
};

/** The address holds what was made for one beginning alone. */
export const isOfOneTime = (walk: Walk, url: URL): boolean =>
  walk.tokens.size > 0 && partsOf(url).some((part) => walk.tokens.has(part));
