import type { SitePage } from "#model/site-pages.ts";
import type { SitePhone } from "#model/site-phone.ts";
import { USUAL_VIEWPORT } from "#model/viewport.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";

/** Of a usual phone, in CSS pixels. */
export const PHONE = { width: 390, height: 844 };

const MOST = 10;
const WAIT = { timeoutMs: 1_000 };

const hasTable = ({ survey }: SitePage): boolean => mainList(survey)?.kind === "table";

const lookAt = async (walk: Walk, { id, path }: SitePage): Promise<SitePhone | null> => {
  const opened = await open(walk, path);
  const read = opened.ok ? await walk.session.page.read(null, "overflow", WAIT) : null;
  if (!read?.ok) return null;
  const [px, by = "", columns] = read.value.split(" ");
  return { pageId: id, path, px: Number(px), by, columns: Number(columns) };
};

/** Opens pages, first those about tables, as wide as a phone, and tells which can be scrolled sideways then. Only where all that is there is wanted. */
export const probePhone = async (walk: Walk, pages: readonly SitePage[]): Promise<SitePhone[]> => {
  const { page: tab } = walk.session;
  const usable = pages
    .filter((page) => isByAddress(page) && !page.path.includes("?") && page.survey.login === null)
    .toSorted((a, b) => Number(hasTable(b)) - Number(hasTable(a)))
    .slice(0, MOST);
  if (!isThorough(walk) || usable.length === 0 || !(await tab.resize(PHONE, WAIT)).ok) return [];
  walk.progress("looking at pages as wide as a phone");
  const seen: SitePhone[] = [];
  for (const page of usable) {
    if (walk.over()) break;
    const sight = await lookAt(walk, page);
    if (sight) seen.push(sight);
  }
  await tab.resize(USUAL_VIEWPORT, WAIT);
  return seen;
};
