import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { click } from "#core/explore/forms/act.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import { NO_PART } from "#core/explore/lists/facet-links.ts";
import { addressOf } from "#core/explore/pages/frontier.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { wholeText } from "./make-item.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Made } from "./own-item.ts";
import { rowNamed } from "./own-item.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { spend } from "#core/explore/pages/walk.ts";

const MOST_TABS = 5;
/** Fewer rows are all drawn. */
const LEAST_DRAWN = 8;
const SCROLLING = { timeoutMs: 3_000 };

const says = async (walk: Walk, name: string): Promise<boolean> => fold(await wholeText(walk)).includes(name);

/** A list that draws but what is in view, or grows as it is scrolled, has it further down. */
const isFurtherDown = async (walk: Walk, list: SurveyCollection, name: string): Promise<boolean> => {
  const row = list.rows < LEAST_DRAWN ? null : rowNamed(list, name);
  if (row === null || !spend(walk)) return false;
  return (await walk.session.page.act(row, { kind: "scroll_to" }, SCROLLING)).ok;
};

/** A tab of the page, or a link to the same page otherwise chosen, brings it up. */
const isBelowTab = async (
  walk: Walk,
  { url, buttons, links }: PageSurvey,
  name: string,
): Promise<boolean> => {
  const { pathname, search } = new URL(url);
  const others = links.flatMap((link) => {
    const to = addressOf(walk, link);
    const isOther = to?.pathname === pathname && to.search !== search && !NO_PART.test(to.search);
    return isOther ? [pathOf(to)] : [];
  });
  for (const path of [...new Set(others)].slice(0, MOST_TABS))
    if ((await open(walk, path)).ok && (await says(walk, name))) return true;
  const tabs = buttons.filter(({ role, selected }) => role === "tab" && selected !== true);
  if (tabs.length > 0 && others.length > 0) await open(walk, url);
  for (const { target } of tabs.slice(0, MOST_TABS))
    if (target && (await click(walk, target)) && (await says(walk, name))) return true;
  return false;
};

/**
 * An item that its list does not show is kept all the same: it is said to wait, is below another tab of the list's page, or
 * further down than the list draws.
 */
export const isKeptApart = async (
  walk: Walk,
  path: string,
  list: SurveyCollection,
  { name, waits }: Made,
): Promise<boolean> => {
  if (waits) return true;
  const opened = await open(walk, path);
  if (!opened.ok || walk.over()) return false;
  return (await isFurtherDown(walk, list, name)) || isBelowTab(walk, opened.survey, name);
};
