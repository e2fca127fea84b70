import { withoutQuery } from "#core/explore/pages/address.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { MOST_ROWS, SHOWING, isComplete, isOf, placesOf } from "#core/generate/counts/counted-places.ts";
import type { Counted, Place } from "#core/generate/counts/counted-places.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import type { Tile } from "#core/generate/counts/tiles.ts";
import { tilesOn } from "#core/generate/counts/tiles.ts";
import { idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** A number that is off by more counts something else, unless others beside it are right, or its place is sure. */
const MOST_OFF = 2;
const MOST_TOGETHER = 5;

/** A number of the page is that of all that another one lists. */
const countsWhole = (site: SiteModel, own: SitePage): boolean =>
  tilesOn(own).some(({ words, number }) =>
    site.pages.some((page) => {
      if (page === own || !isByAddress(page) || /[?]|:id/.test(page.pattern)) return false;
      const list = mainList(page.survey);
      const said = Number(SHOWING.exec(page.survey.text)?.[1] ?? 0);
      return number > 0 && (isComplete(list) ? list.rows : said) === number && isOf(page, words);
    }),
  );

const agrees = (counted: Counted, number: string): StepDocument =>
  "rows" in counted
    ? { expect: { count: { target: literalTarget(counted.rows), is: number } } }
    : { expect: { text: { target: literalTarget(counted.said), matches: counted.says(number) } } };

type Placed = { tile: Tile; place: Place };

/** Numbers of the page that count what is listed elsewhere, each with the place. */
export const placedOn = (site: SiteModel, page: SitePage): Placed[] => {
  if (!isByAddress(page)) return [];
  const placed = tilesOn(page).flatMap((tile) => {
    const places = placesOf(site, page, tile);
    const [place, other] = places;
    const right = places.filter(({ rows }) => rows === tile.number && rows > 0);
    return place && (place.kind === "link" || other?.kind !== place.kind) ? [{ tile, place, right }] : [];
  });
  // One number alone may count something else that comes near. Where no noun says what is counted, two that are right do.
  const exact = placed.filter(({ right }) => right.length > 0);
  const several = new Set(exact.map(({ tile }) => tile.number)).size > 1;
  const right =
    exact.filter((each) => each.right.some(({ named }) => named)).length +
    (several ? 1 : 0) +
    (countsWhole(site, page) ? 1 : 0);
  // Where all links beside it but one count what they lead to, that one does so, too.
  const linked = placed.filter(({ place: { kind, rows } }) => kind === "link" && rows !== null);
  const lying = linked.filter(({ tile, place }) => place.rows !== tile.number);
  const likeOthers = linked.length - lying.length >= 2 && lying.length === 1;
  const kept = placed.filter(({ tile, place: { kind, rows, named, sure = 0 } }) => {
    const off = rows === null ? 0 : Math.abs(tile.number - rows);
    // Of a place that was not looked at nobody knows whether a row says that there are none.
    if (tile.number === 0 && rows === null) return false;
    // Where the page says the like twice, the smaller number may be of a part that its heading names.
    if (tile.isCard && tile.number < (rows ?? 0)) return false;
    if (sure > 0 && off <= sure) return true;
    const isMeant = (named && right > 1) || (kind === "link" && likeOthers);
    return right > 0 && (off <= MOST_OFF || (isMeant && off <= MOST_ROWS));
  });
  const isOff = ({ tile, place }: Placed): boolean => place.rows !== null && place.rows !== tile.number;
  return kept.toSorted((a, b) => Number(isOff(b)) - Number(isOff(a))).slice(0, MOST_TOGETHER);
};

/** What the numbers count, for titles. */
export const called = (some: Placed[]): string =>
  [...new Set(some.map(({ tile }) => `"${short(tile.words, 20)}"`))].join(", ");

/** That each number agrees with what is listed. */
export const compared = (page: SitePage, some: Placed[]): StepDocument[] =>
  some.flatMap(({ tile, place }, at): StepDocument[] => [
    ...openPage(page),
    idle,
    // What is drawn in a part of its own is read there alone.
    {
      capture: {
        [`part_${at + 1}`]: { text: literalTarget(tile.link ?? mainOf(page.survey)), match: tile.pattern },
      },
    },
    ...place.steps,
    agrees(place.counted, `\${part_${at + 1}}`),
  ]);

const draft = (site: SiteModel, page: SitePage, some: Placed[]): Draft => ({
  id: `parts-${page.id}`,
  title: short(
    `What ${called(some)} on ${pageNames(site.pages)(page)} count${some.length > 1 ? "" : "s"} is what is listed`,
    160,
  ),
  steps: compared(page, some),
  rank: 17,
});

export const parts = defineOracle({
  id: "parts",
  summary:
    "A number of what is open, paid or the like agrees with the page, the choice or the column that lists it, elsewhere or there.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages.flatMap((page) => {
      const some = placedOn(site, page);
      // The same stands on a page however it is chosen by its query.
      const key = JSON.stringify([
        withoutQuery(page.path),
        some.map(({ tile }) => [tile.words, tile.number]),
      ]);
      return some.length > 0 && !seen.has(key) && seen.add(key) ? [draft(site, page, some)] : [];
    });
  },
});
