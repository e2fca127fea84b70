import { ROW } from "#model/overflow.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePhone } from "#model/site-phone.ts";
import { PHONE_VIEWPORT } from "#model/viewport.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { idle, literal } from "#core/generate/steps.ts";

const LEAST_PAGES = 5;
/** Of those that were looked at, so many have to fit: else the app is not made for phones. */
const LEAST_SHARE = 0.75;
/** What sticks out by less may be a shadow, or a word of somebody. */
const LEAST_PX = 24;
const LEAST_COLUMNS = 3;
const MOST = 3;

/** Things of a width of their own, which no word in them has given them. */
const OF_ITSELF = /^(?:img|video|canvas|iframe)$/;

const fits = ({ px }: SitePhone): boolean => px === 0;

/** It says so, and most of it fits. */
const isMadeForPhones = ({ phone: seen }: SiteModel): boolean =>
  seen.length >= LEAST_PAGES &&
  seen.every(({ asDevice }) => asDevice) &&
  seen.filter(fits).length >= seen.length * LEAST_SHARE;

/** So much wider is a page by things that stay beside each other, rather than by a long word. */
const LEAST_OF_ROW_PX = 120;
/** So many pages have a table that gives way, where none of those is as wide as the one that does not. */
const LEAST_YIELDING = 2;

/**
 * A table counts where another one, of as many columns, gives way to the width of its page, or several do; things beside each other
 * where every other page fits.
 */
const sticksOut = ({ phone: seen }: SiteModel, { pageId, px, by, columns }: SitePhone): boolean => {
  const others = seen.filter((other) => other.pageId !== pageId);
  if (px < LEAST_PX) return false;
  if (by === ROW) return px >= LEAST_OF_ROW_PX && others.every(fits);
  if (by !== "table") return OF_ITSELF.test(by);
  const yielding = others.filter((other) => fits(other) && other.yields >= LEAST_COLUMNS);
  return (
    columns >= LEAST_COLUMNS &&
    (yielding.length >= LEAST_YIELDING || yielding.some(({ yields }) => yields >= columns))
  );
};

export const phone = defineOracle({
  id: "phone",
  summary: "Pages of an app that is made for phones fit their width.",
  looks: true,
  applies(site) {
    if (!isMadeForPhones(site)) return [];
    const nameOf = pageNames(site.pages);
    return site.phone
      .filter((each) => sticksOut(site, each))
      .slice(0, MOST)
      .flatMap(({ pageId, path }): Draft[] => {
        const page = site.pages.find(({ id }) => id === pageId);
        if (!page) return [];
        return [
          {
            id: `phone-${pageId}`,
            title: `${nameOf(page)} fits the width of a phone`,
            steps: [
              { viewport: PHONE_VIEWPORT },
              { goto: literal(path) },
              idle,
              { expect: "no_horizontal_scroll" },
            ],
            rank: 30,
          },
        ];
      });
  },
});
