import type { SitePage } from "#model/site-pages.ts";
import type { SitePanels } from "#model/site-panels.ts";
import { click } from "#core/explore/forms/act.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isSteady } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, isThorough } from "#core/explore/pages/walk.ts";

const MOST_PAGES = 4;
const MOST_TABS = 6;

const tabsOn = ({ survey }: SitePage): SitePanels["tabs"] =>
  survey.buttons
    .filter(({ role, chrome, disabled }) => role === "tab" && !chrome && !disabled)
    .map(({ name }) => ({ name, target: { role: "tab", name, exact: true } }));

/** Uses the tabs of pages, and keeps those pages on which at least one shows a panel of its name: what the app calls its panels. */
export const probePanels = async (walk: Walk, pages: readonly SitePage[]): Promise<SitePanels[]> => {
  const found: SitePanels[] = [];
  const seen = new Set<string>();
  for (const page of isThorough(walk) ? pages : []) {
    const tabs = tabsOn(page);
    const kind = withoutQuery(page.pattern).split("#")[0] ?? "";
    const areSteady =
      tabs.every(({ name }) => isSteady(name)) && new Set(tabs.map(({ name }) => name)).size === tabs.length;
    const isMeant = tabs.length >= 2 && tabs.length <= MOST_TABS && areSteady && isByAddress(page);
    if (walk.over() || seen.size >= MOST_PAGES || !isMeant || seen.has(kind)) continue;
    seen.add(kind);
    const path = page.path.split("#")[0] ?? page.path;
    if (!(await open(walk, path)).ok) continue;
    let named = 0;
    for (const { name, target } of tabs) {
      if (walk.over() || !(await click(walk, target))) break;
      const panel = { role: "tabpanel", name, exact: true };
      const visible = await walk.session.page.read(panel, "count", { timeoutMs: ACT_TIMEOUT });
      named += visible.ok && Number(visible.value) === 1 ? 1 : 0;
    }
    // Where most show one of another name, that is how the app calls them.
    if (named * 2 >= tabs.length) found.push({ pageId: page.id, path, tabs });
  }
  return found;
};
