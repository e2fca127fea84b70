import type { SitePage } from "#model/site-pages.ts";
import type { SitePanels } from "#model/site-panels.ts";
import { click } from "#core/explore/forms/act.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { isSteady, isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, beginStep, isThorough } from "#core/explore/pages/walk.ts";
import { DECIDES, isDangerous } from "#core/explore/words.ts";

const MOST_PAGES = 4;
const MOST_TABS = 6;

type Tab = SitePanels["tabs"][number];

const tabsOn = ({ survey }: SitePage): Tab[] =>
  survey.buttons
    .filter(({ role, chrome, disabled }) => role === "tab" && !chrome && !disabled)
    .map(({ name }) => ({ name, target: { role: "tab", name, exact: true } }));

/** Each is called by its own name, as it will be tomorrow, and does no more than show something. */
const areUsable = (tabs: readonly Tab[]): boolean =>
  tabs.length >= 2 &&
  tabs.length <= MOST_TABS &&
  new Set(tabs.map(({ name }) => name)).size === tabs.length &&
  tabs.every(
    ({ name, target }) =>
      isSteady(name) && isSteadyTarget(target) && !isDangerous(name) && !DECIDES.test(name.trim()),
  );

/** The tab of whose name a panel is in sight; null where that is so of none, or of several. */
const shownNow = async (walk: Walk, tabs: readonly Tab[]): Promise<Tab | null> => {
  const shown: Tab[] = [];
  for (const tab of tabs) {
    const panel = { role: "tabpanel", name: tab.name, exact: true };
    const read = await walk.session.page.read(panel, "count", { timeoutMs: ACT_TIMEOUT });
    if (read.ok && Number(read.value) === 1) shown.push(tab);
  }
  return shown.length === 1 ? (shown[0] ?? null) : null;
};

/** Uses the tabs of a page one by one; those that show a panel that is called after one of them. Null where one cannot be used, or sends something. */
const tryTabs = async (walk: Walk, path: string, tabs: readonly Tab[]): Promise<Tab[] | null> => {
  if (!(await open(walk, path)).ok) return null;
  const named: Tab[] = [];
  let own = 0;
  for (const tab of tabs) {
    const step = beginStep(walk);
    if (walk.over() || !(await click(walk, tab.target)) || isSent(walk, step)) return null;
    const shown = await shownNow(walk, tabs);
    if (shown !== null) named.push(tab);
    own += Number(shown === tab);
  }
  // Where most show one of another name, that is how the app calls them.
  return own * 2 > named.length ? named : null;
};

/** Uses the tabs of pages, and keeps those whose panels are called after tabs. */
export const probePanels = async (walk: Walk, pages: readonly SitePage[]): Promise<SitePanels[]> => {
  const found: SitePanels[] = [];
  const seen = new Set<string>();
  for (const page of isThorough(walk) ? pages : []) {
    const tabs = tabsOn(page);
    const kind = withoutQuery(page.pattern).split("#")[0] ?? "";
    if (walk.over() || seen.size >= MOST_PAGES || seen.has(kind)) continue;
    if (!isByAddress(page) || !areUsable(tabs)) continue;
    seen.add(kind);
    const path = page.path.split("#")[0] ?? page.path;
    const named = await tryTabs(walk, path, tabs);
    if (named && named.length >= 2) found.push({ pageId: page.id, path, tabs: named });
  }
  return found;
};
