import { lookAnswered } from "#core/explore/forms/answered.ts";
import { hasLoaded } from "#core/explore/controls/leads-back.ts";
import { act } from "#core/explore/forms/act.ts";
import { isHeld, makeChoice } from "#core/explore/lists/filter-choice.ts";
import { rowsOf, sameList } from "#core/explore/lists/lists.ts";
import { relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT, beginStep, here, isThorough } from "#core/explore/pages/walk.ts";
import { isDangerous, isDangerousAddress } from "#core/explore/words.ts";
import type { FilterOption, SiteFilter, SiteLostChoice, SiteSearch } from "#model/site-lists.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

type Chooser = { path: string; rows: number; isPaged: boolean; isKept: boolean };

const changes = ({ before }: SiteFilter, { names }: FilterOption): boolean =>
  names.join("\n") !== before.join("\n");

const ofFilter = (filter: SiteFilter): Chooser[] => {
  const { path, list, options } = filter;
  const isUsed = options.some((option) => changes(filter, option));
  const isKept = options.some(({ address }) => address !== null);
  return isUsed ? [{ path: withoutQuery(path), rows: list.rows, isPaged: list.paging !== null, isKept }] : [];
};

const ofSearch = ({ path, found, inPlace, rows, addressed, suggests }: SiteSearch): Chooser[] =>
  found && inPlace && !suggests && rows.term < rows.before
    ? [{ path: withoutQuery(path), rows: rows.before, isPaged: false, isKept: addressed === true }]
    : [];

/** Several things can be chosen there, and the address has none of them. */
const LEAST_CHOOSERS = 2;

/**
 * The only page whose address has nothing of what is chosen there, where that is no smaller list than those that do. A short
 * list is often chosen from in the page alone, and nobody misses it.
 */
const oddPage = (choosers: Chooser[]): string | null => {
  const pages = [...Map.groupBy(choosers, ({ path }) => path)];
  const kept = choosers.filter(({ isKept }) => isKept);
  const [odd, ...others] = pages.filter(([, all]) => all.every(({ isKept }) => !isKept));
  if (!odd || others.length > 0 || kept.length === 0 || odd[1].length < LEAST_CHOOSERS) return null;
  const most = Math.max(...kept.map(({ rows }) => rows));
  return odd[1].some(({ rows, isPaged }) => isPaged || rows >= most) ? odd[0] : null;
};

/** The first link of a row to a page of its own, as the first of those that lead below the same address: `a[href*="/orders/"]`. */
const ownLink = (walk: Walk, list: SurveyCollection): Target | null => {
  const page = withoutQuery(here(walk) ?? "");
  const rows = rowsOf(list);
  const link = list.items[0]?.links.find(({ href, text }) => {
    const address = withoutQuery(relativeTo(walk.origin, href));
    const isHarmful = isDangerous(text) || isDangerousAddress(address);
    return address.startsWith("/") && address !== page && !href.endsWith("#") && !isHarmful;
  });
  const address = link ? withoutQuery(relativeTo(walk.origin, link.href)) : "";
  const [, above] = /^(.*\/)[^/]+$/.exec(address) ?? [];
  if (above === undefined || above === "/" || /["\\]/.test(above) || rows === null) return null;
  // A link that does something with the row may lead further down there.
  const last = /[^/]+$/.exec(address)?.[0] ?? "";
  if (!/\d|-/.test(last) && /\d/.test(above)) return null;
  return { css: `a[href*="${above}"]`, within: { ...rows, nth: 0 }, nth: 0 };
};

/**
 * Chooses something, follows a row, and comes back: where nothing of it is left, though another list has such choices in its
 * address, that is a fault. Only where no page is loaded on the way: a browser may keep such a page as it was.
 */
export const probeLostChoices = async (
  walk: Walk,
  filters: readonly SiteFilter[],
  searches: readonly SiteSearch[],
): Promise<SiteLostChoice[]> => {
  const path = oddPage([...filters.flatMap(ofFilter), ...searches.flatMap(ofSearch)]);
  const filter = filters.find(
    (each) => withoutQuery(each.path) === path && each.kind === "select" && each.field !== null,
  );
  const option = filter?.options.find(
    (each) => each.names.length > 0 && each.problems.length === 0 && changes(filter, each),
  );
  if (!filter?.field || !option || !isThorough(walk) || walk.over()) return [];
  const { pageId, name, field, apply, list } = filter;
  const choice: SiteLostChoice["choice"] = { kind: "select", name, field, label: option.label, apply };
  walk.progress(`coming back to what was chosen of "${name}" on ${filter.path}`);
  if (!(await open(walk, filter.path)).ok) return [];
  const mark = beginStep(walk);
  const chosen = (await makeChoice(walk, choice)) ? await lookAnswered(walk) : null;
  const shown = chosen ? sameList(chosen, list) : null;
  const link = shown ? ownLink(walk, shown) : null;
  if (!chosen || !link || !isHeld(chosen, choice)) return [];
  const from = here(walk);
  if (!(await act(walk, link, { kind: "click" }))) return [];
  await lookAnswered(walk);
  const isAway = withoutQuery(here(walk) ?? "") !== withoutQuery(from ?? "");
  if (!isAway || !(await walk.session.page.back({ timeoutMs: ACT_TIMEOUT })).ok) return [];
  const back = await lookAnswered(walk);
  const isThere = here(walk) === from && back !== null && sameList(back, list) !== null;
  if (!isThere || isHeld(back, choice) || hasLoaded(walk, mark)) return [];
  return [{ pageId, path: filter.path, choice, link }];
};
