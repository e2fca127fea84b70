import { readOverflow } from "#model/overflow.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SitePhone } from "#model/site-phone.ts";
import { PHONE_VIEWPORT, USUAL_VIEWPORT } from "#model/viewport.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import { isAnswered, isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";

const MOST = 20;
/** So many fields stand beside each other in part. */
const MANY_FIELDS = 4;
const WAIT = { timeoutMs: 3_000 };

/** Tables stick out the most, forms of many fields next. */
const widthOf = ({ survey }: SitePage): number => {
  if (mainList(survey)?.kind === "table") return 2;
  return Number(survey.forms.some(({ fields }) => fields.length >= MANY_FIELDS));
};

/** Null where another page than that is shown. */
const lookAt = async (walk: Walk, { id, path }: SitePage): Promise<SitePhone | null> => {
  const opened = await open(walk, path);
  if (!opened.ok || !isAnswered(opened) || opened.survey.login !== null || pathOf(opened.url) !== path)
    return null;
  const read = await walk.session.page.read(null, "overflow", WAIT);
  return read.ok ? { pageId: id, path, ...readOverflow(read.value) } : null;
};

/**
 * Opens pages, one of each kind and first those about tables and those with large forms, as wide as a phone, and tells which can be scrolled sideways
 * then. Only where all that is there is wanted. An app may remember how narrow it was: nothing else is looked at in this session after it.
 */
export const probePhone = async (walk: Walk, pages: readonly SitePage[]): Promise<SitePhone[]> => {
  const { page: tab } = walk.session;
  const usable = pages
    .filter((page) => isByAddress(page) && !page.path.includes("?") && page.survey.login === null)
    // One page of each kind before another one of the same.
    .map((page, at, all) => ({
      page,
      isAgain: all.findIndex(({ pattern }) => pattern === page.pattern) < at,
    }))
    .toSorted((a, b) => Number(a.isAgain) - Number(b.isAgain) || widthOf(b.page) - widthOf(a.page))
    .map(({ page }) => page)
    .slice(0, MOST);
  if (!isThorough(walk) || usable.length === 0 || walk.over()) return [];
  walk.progress("looking at pages as wide as a phone");
  const seen: SitePhone[] = [];
  try {
    if (!(await tab.resize(PHONE_VIEWPORT, WAIT)).ok) return [];
    for (const page of usable) {
      if (walk.over()) break;
      const sight = await lookAt(walk, page);
      if (sight) seen.push(sight);
    }
    return seen;
  } finally {
    await tab.resize(USUAL_VIEWPORT, WAIT);
  }
};
