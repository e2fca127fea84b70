import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SitePhone } from "#model/site-phone.ts";
import { PHONE } from "#core/explore/probes/probe-phone.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { idle, literal } from "#core/generate/steps.ts";

const LEAST_PAGES = 5;
/** Of those that were looked at, so many have to fit: else the app is not made for phones. */
const LEAST_SHARE = 0.75;
/** What sticks out by less may be a shadow, or a word of somebody. */
const LEAST_PX = 24;
const MOST = 3;
const MOST_FITTING = 4;

/** Boxes, whose width is not that of a word in them. */
const BOX = /^(?:img|video|canvas|iframe|svg|input|select|textarea|form|fieldset|nav|ul|ol|dl|section|div)$/;

const columnsOf = ({ survey }: SitePage): number =>
  Math.max(0, ...survey.collections.map(({ kind, columns }) => (kind === "table" ? columns.length : 0)));

/** Most of it fits. */
const isMadeForPhones = ({ phone: seen }: SiteModel): boolean =>
  seen.length >= LEAST_PAGES && seen.filter(({ px }) => px === 0).length >= seen.length * LEAST_SHARE;

/** It sticks out, where what is as wide on other pages does not. */
const sticksOut = ({ phone: seen, pages }: SiteModel, { px, by, columns }: SitePhone): boolean => {
  if (px < LEAST_PX || by !== "table") return px >= LEAST_PX && BOX.test(by);
  const fitting = pages.filter(({ id }) => seen.some((each) => each.pageId === id && each.px === 0));
  return columns > 0 && fitting.some((page) => columnsOf(page) >= columns);
};

const fits = (id: string, title: string, paths: readonly string[]): Draft => ({
  id,
  title,
  steps: [
    { viewport: PHONE },
    ...paths.flatMap((path): Draft["steps"] => [
      { goto: literal(path) },
      idle,
      { expect: "no_horizontal_scroll" },
    ]),
  ],
  rank: 30,
});

export const phone = defineOracle({
  id: "phone",
  summary: "Pages of an app that is made for phones fit their width.",
  looks: true,
  applies(site) {
    const { phone: seen, pages, records } = site;
    if (!isMadeForPhones(site)) return [];
    const nameOf = pageNames(pages);
    const drafts = seen
      .filter((each) => sticksOut(site, each))
      .slice(0, MOST)
      .flatMap(({ pageId, path }) => {
        const page = pages.find(({ id }) => id === pageId);
        return page ? [fits(`phone-${pageId}`, `${nameOf(page)} fits the width of a phone`, [path])] : [];
      });
    // What other cases make may have a long name.
    const steady = seen.filter(
      ({ px, pageId, path }) =>
        px === 0 &&
        !/\d/.test(path) &&
        !records.some((record) => record.pageId === pageId || record.at === path),
    );
    const paths = steady.slice(0, MOST_FITTING).map(({ path }) => path);
    return paths.length === 0
      ? drafts
      : [...drafts, fits("phone-pages", "Pages fit the width of a phone", paths)];
  },
});
