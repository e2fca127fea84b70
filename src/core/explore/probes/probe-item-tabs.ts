import type { SiteItemTabs } from "#model/site-item-tabs.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { act, click } from "#core/explore/forms/act.ts";
import { pathOf, withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { addressOf } from "#core/explore/pages/frontier.ts";
import { hasLoaded } from "#core/explore/controls/leads-back.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, here, isThorough } from "#core/explore/pages/walk.ts";

const MOST_LISTS = 2;
const MOST_TABS = 4;
const MOST_TRIES = 3;
const MOST_TEXT = 3_000;
const PANEL: Target = { role: "tabpanel" };
/** Is another text the next time, whatever it is about, or stands there until the data have come. */
const PASSES =
  /\bago\b|just now|\bseconds?\b|\bminutes?\b|\bvor \d+ |gerade eben|il y a|hace \d+|loading|please wait|l[äa]dt|bitte warten|chargement|cargando/i;

type Tab = SiteItemTabs["tabs"][number];
type Item = { path: string; link: Target };
type Found = { list: SitePage; items: Item[]; tabs: Tab[]; back: Target };

/** Tell of what was done with it, to the minute. */
const OF_DEEDS = /activit|history|\blogs?\b|audit|changes|verlauf|protokoll|histori/i;
const COUNT = /\s*\(\d+\)$/;

/** Those that show something on the page, whether or not they put their name into its query. */
const tabsOf = ({ reveals, path: at }: SitePage): Tab[] => {
  const tabs = reveals.flatMap(({ control: { role, name, target }, effect, path }) => {
    const stays =
      effect === "content" ||
      (effect === "navigation" && path !== null && withoutQuery(path) === withoutQuery(at));
    return role === "tab" && target !== null && stays && isSteadyTarget(target) && !OF_DEEDS.test(name)
      ? [{ name: fold(name).replace(COUNT, ""), target }]
      : [];
  });
  return tabs.filter(({ name }, at) => tabs.findIndex((each) => each.name === name) === at);
};

/** The rows of a list by the link that each begins with, where it lasts; none where one leads to no page of the kind. */
const itemsIn = (walk: Walk, { survey }: SitePage, list: SurveyCollection, pattern: string): Item[] => {
  const leads = list.items.map(({ links: [first] }) => {
    const link = survey.links.find(({ href }) => href === first?.href);
    const url = link && !link.new_tab ? addressOf(walk, link) : null;
    return url && walk.patterns.of(url) === pattern
      ? { path: pathOf(url), link: link?.target ?? null }
      : null;
  });
  if (leads.includes(null)) return [];
  // Other cases may have put items of their own before it meanwhile.
  return leads
    .flatMap((lead) =>
      lead?.link && isSteadyTarget(lead.link) ? [{ path: lead.path, link: lead.link }] : [],
    )
    .slice(0, MOST_TRIES + 1);
};

/** Pages of items that have tabs, with a list of such items from which one comes there, and can come back. */
const candidates = (walk: Walk, pages: readonly SitePage[]): Found[] =>
  pages
    .filter((page) => isByAddress(page) && page.pattern.includes(":id"))
    .flatMap((page): Found[] => {
      const tabs = tabsOf(page);
      if (tabs.length === 0) return [];
      for (const list of pages) {
        if (list === page || !isByAddress(list)) continue;
        const items = list.survey.collections
          .map((each) => itemsIn(walk, list, each, page.pattern))
          .find(({ length }) => length > 1);
        const back = page.survey.links.find((link) => {
          const url = addressOf(walk, link);
          const isSame = url !== null && pathOf(url) === list.path && !link.new_tab;
          return isSame && link.target !== null && isSteadyTarget(link.target);
        })?.target;
        if (items && back) return [{ list, items, tabs: tabs.slice(0, MOST_TABS), back }];
      }
      return [];
    });

/** What each of the tabs shows; null where one is not there. Ends with what does for the page as it is. */
const readTabs = async (walk: Walk, tabs: readonly Tab[]): Promise<string[] | null> => {
  const texts: string[] = [];
  for (const { target } of tabs) {
    if (walk.over() || !(await act(walk, target, { kind: "click" })) || !(await look(walk))) return null;
    const read = await walk.session.page.read(PANEL, "text", { timeoutMs: 1_000 });
    if (!read.ok) return null;
    texts.push(fold(read.value));
  }
  return texts;
};

const loaded = async (walk: Walk, path: string, tabs: readonly Tab[]): Promise<string[] | null> =>
  (await open(walk, path)).ok ? readTabs(walk, tabs) : null;

/**
 * The tabs that tell the second item from the first, and show the same each time its page is loaded: those that one who
 * comes from the first sees it, or sees what the first has.
 */
const tellingTabs = async (
  walk: Walk,
  { list, items, tabs, back }: Found,
  second: Item,
): Promise<Tab[] | null> => {
  const [first] = items;
  if (!first || !(await open(walk, list.path)).ok) return null;
  const mark = beginStep(walk);
  if (!(await click(walk, first.link)) || here(walk) !== first.path) return null;
  const before = await readTabs(walk, tabs);
  if (!before || !(await click(walk, back)) || !(await click(walk, second.link))) return null;
  if (here(walk) !== second.path || hasLoaded(walk, mark)) return null;
  const after = await readTabs(walk, tabs);
  const fresh = after && (await loaded(walk, second.path, tabs));
  const again = fresh && (await loaded(walk, second.path, tabs));
  if (!again) return [];
  return tabs.filter((_, at) => {
    const text = fresh[at] ?? "";
    const other = before[at] ?? "";
    const isTold =
      text !== "" &&
      text.length <= MOST_TEXT &&
      other !== "" &&
      text !== other &&
      ![text, other].some((each) => PASSES.test(each));
    return isTold && text === again[at] && [text, other].includes(after[at] ?? "");
  });
};

/** Opens the tabs of one item after those of another, where scripts show both: what is kept of the first is not the second's. */
export const probeItemTabs = async (walk: Walk, pages: readonly SitePage[]): Promise<SiteItemTabs[]> => {
  if (!isThorough(walk)) return [];
  const found: SiteItemTabs[] = [];
  const all = candidates(walk, pages);
  const lists = all.filter(({ list }, at) => all.findIndex((each) => each.list.id === list.id) === at);
  for (const each of lists.slice(0, MOST_LISTS)) {
    const { list, items, back } = each;
    const [first, ...others] = items;
    for (const second of others) {
      if (walk.over() || !first) return found;
      walk.progress(`opening the tabs of ${second.path} after those of ${first.path}`);
      const tabs = await tellingTabs(walk, each, second);
      if (tabs && tabs.length > 0)
        found.push({ pageId: list.id, path: list.path, links: [first.link, second.link], back, tabs });
      if (tabs === null || tabs.length > 0) break;
    }
  }
  return found;
};
