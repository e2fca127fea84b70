import { isByAddress } from "#core/explore/pages/by-address.ts";
import type { SitePage } from "#model/site-pages.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { oneOfEachKind } from "#core/generate/one-of-each-kind.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { idle, openPage } from "#core/generate/steps.ts";

const MOST = 4;

export const overlaps = defineOracle({
  id: "overlaps",
  summary: "No text, field or card of a page lies over another.",
  looks: true,
  applies(site) {
    const nameOf = pageNames(site.pages);
    const isOne = (page: SitePage): boolean => page.overlap !== undefined && isByAddress(page);
    return oneOfEachKind(site, isOne)
      .filter(isOne)
      .slice(0, MOST)
      .map((page) => ({
        id: `overlaps-${page.id}`,
        title: `On ${nameOf(page)} nothing lies over anything else`,
        steps: [...openPage(page), idle, { expect: "no_overlap" }],
        rank: 30,
      }));
  },
});
