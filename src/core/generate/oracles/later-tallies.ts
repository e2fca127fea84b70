import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, mainList } from "#core/explore/lists/lists.ts";
import { isComplete, isOf, saidBy } from "#core/generate/counts/counted-places.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { another, isLookedFor, making, openList, planOf } from "#core/generate/records/record-plan.ts";
import type { Plan } from "#core/generate/records/record-plan.ts";
import { removal } from "#core/generate/records/record-removal.ts";
import { captureName, idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { tilesOn } from "#core/generate/counts/tiles.ts";
import type { Tile } from "#core/generate/counts/tiles.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { slug } from "#core/explore/pages/states.ts";
import { isOfItem, NOUN } from "./tallies.ts";
import { placedOn } from "./parts.ts";

/** How many a list has in all, as far as it tells. */
const allOf = (page: SitePage): number | null => {
  const list = mainList(page.survey);
  return isComplete(list) ? list.rows : (saidBy(page)?.number ?? null);
};

/** The number of all that a list has, by its name or by the link to it, on another page than the list's own. */
const tallyOn = (site: SiteModel, page: SitePage, listed: SitePage): Tile | undefined => {
  const all = allOf(listed);
  // What is compared with the list once an item has been made is told there.
  const placed = placedOn(site, page).map(({ tile }) => tile.words);
  return tilesOn(page).find(
    ({ words, number, isRow }) =>
      number === all &&
      number > 0 &&
      !isRow &&
      !placed.includes(words) &&
      NOUN.test(words) &&
      isOf(listed, words),
  );
};

/** It tells that its numbers are those of an earlier time. */
const IS_OLD =
  /\b(?:as of|figures of|(?:last )?(?:updated|refreshed|calculated)(?: at| on| every| hourly| daily| nightly| \d)|cached|stand:? \d|aktualisiert|mis à jour|actualizado)/i;

/** What rows say is about them. */
const isOld = ({ survey }: SitePage): boolean => {
  const rows = survey.collections.flatMap(({ items }) => items.map(({ text }) => fold(text)));
  return IS_OLD.test(rows.reduce((text, row) => text.replace(row, " "), fold(survey.text)));
};

const drafts = (site: SiteModel, begun: Plan): Draft[] => {
  const { record, page: listed } = begun;
  if (listed === null || /[?]|:id/.test(listed.pattern) || !isByAddress(listed)) return [];
  const plan = another(begun, "tallied");
  return site.pages
    .filter(
      (page) =>
        isByAddress(page) &&
        !isOfItem(page) &&
        !isOld(page) &&
        withoutQuery(page.path) !== withoutQuery(record.path),
    )
    .flatMap((page) => {
      const tile = tallyOn(site, page, listed);
      return tile ? [{ page, tile }] : [];
    })
    .slice(0, 1)
    .map(({ page, tile }) => {
      const before = captureName("number_before", plan.id);
      const text = literalTarget(tile.link ?? mainOf(page.survey));
      const phrase = tile.pattern.replace(String.raw`(\d+)`, String.raw`\d+`);
      const look = [...openPage(page), idle];
      return {
        id: `tally-${page.id}-${slug(tile.words)}-later`,
        title: `The number of ${short(tile.words.toLowerCase(), 30)} on ${pageNames(site.pages)(page)} changes once one more was made`,
        steps: [
          ...look,
          { capture: { [before]: { text, match: phrase } } },
          openList(plan),
          ...making(plan),
          ...look,
          { expect: { text: { target: text, contains: `\${${before}}`, not: true } } },
          ...(removal(plan) ?? []),
        ],
        fixtures: fixturesOf(plan.entries),
        rank: 20,
      };
    });
};

export const laterTallies = defineOracle({
  id: "later-tallies",
  summary:
    "A number on one page that counts all of what another page lists is another one once an item has been made.",
  applies: (site) =>
    site.records.flatMap((record) => {
      const plan = record.local || !isLookedFor(record) ? null : planOf(site, record);
      return plan ? drafts(site, plan) : [];
    }),
});
