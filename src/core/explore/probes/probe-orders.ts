import type { SiteOrder } from "#model/site-orders.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { click } from "#core/explore/forms/act.ts";
import { wholeText } from "#core/explore/items/make-item.ts";
import {
  DOWN,
  isAbout,
  isPermuted,
  isSame,
  isToBeKept,
  MOVE_KEPT,
  MOVES_ROW,
  PASSES,
  UP,
} from "#core/explore/items/moved-rows.ts";
import { fold, rowsOf } from "#core/explore/lists/lists.ts";
import { freshParts } from "#core/explore/login/password-words.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";

const MOST = 2;

type Item = SurveyCollection["items"][number];

/** What all rows call the button, as far as only one of the row has that in its name; null where none does, or several do. */
const wordIn = ({ buttons, text }: Item, words: RegExp): string | null => {
  const [name, ...others] = buttons.filter(
    (each) => MOVES_ROW.test(fold(each)) && (words.test(fold(each)) || isAbout(each, text, words)),
  );
  if (name === undefined || others.length > 0) return null;
  const word = words.test(fold(name)) ? fold(name) : (fold(name).split(" ").at(-1) ?? "");
  const having = buttons.filter((each) => fold(each).toLowerCase().includes(word.toLowerCase()));
  return having.length === 1 ? word : null;
};

/** What the rows say, but for the place that they have. */
const orderOf = ({ items }: SurveyCollection): string[] =>
  items.map(({ text }) => fold(text).replace(/^#?\d{1,3}[.):]? /, ""));

type Movable = { list: Target; rows: TargetObject; down: string; up: string; order: string[] };

const movableOn = ({ collections }: PageSurvey): Movable | null => {
  for (const each of collections) {
    const [first, second] = each.items;
    const rows = rowsOf(each);
    if (!first || !second || !rows || each.target === null || !isSteadyTarget(each.target) || each.paging)
      continue;
    const [down, up] = [wordIn(first, DOWN), wordIn(second, UP)];
    const order = orderOf(each);
    const areApart = new Set(order).size === order.length && !order.some((text) => PASSES.test(text));
    if (down !== null && up !== null && areApart) return { list: each.target, rows, down, up, order };
  }
  return null;
};

type Moved = { order: string[]; isMeant: boolean };

/** Moves one row; null where that is to be saved first. */
const move = async (walk: Walk, { rows }: Movable, nth: number, name: string): Promise<Moved | null> => {
  const said = await wholeText(walk);
  const mark = beginStep(walk);
  const there = await click(walk, { role: "button", name, within: { ...rows, nth } });
  const fresh = freshParts(said, await wholeText(walk));
  const order = there && !isToBeKept(there, fresh) ? movableOn(there)?.order : undefined;
  return order ? { order, isMeant: isSent(walk, mark) || fresh.some((part) => MOVE_KEPT.test(part)) } : null;
};

const tryPage = async (walk: Walk, { id: pageId, path }: SitePage): Promise<SiteOrder | null> => {
  const opened = await open(walk, path);
  const movable = opened.ok ? movableOn(opened.survey) : null;
  if (!movable) return null;
  const { list, rows, down, up, order } = movable;
  walk.progress(`moving the first row of a list on ${path}`);
  const moved = await move(walk, movable, 0, down);
  const later = await open(walk, path);
  const now = later.ok ? movableOn(later.survey) : null;
  if (!now) return null;
  // Whatever came of it: it is put back.
  if (!isSame(now.order, order) && now.order[1] === order[0]) {
    await move(walk, now, 1, now.up);
    const last = await open(walk, path);
    const back = last.ok ? movableOn(last.survey)?.order : undefined;
    if (!back || !isSame(back, order)) return null;
  }
  const isSound = moved !== null && isPermuted(order, moved.order);
  return isSound ? { pageId, path, list, rows, down, up, kept: moved.isMeant } : null;
};

/** Moves the first row of lists whose rows have a button for that, and moves it back. */
export const probeOrders = async (
  walk: Walk,
  pages: SitePage[],
  records: SiteRecord[],
): Promise<SiteOrder[]> => {
  const known = new Set(records.flatMap(({ reorder, path }) => (reorder ? [path] : [])));
  const found: SiteOrder[] = [];
  const patterns = new Set<string>();
  for (const page of [...pages, ...walk.samples]) {
    if (!isThorough(walk) || walk.over() || patterns.size >= MOST) break;
    const { path, pattern, survey } = page;
    if (!isByAddress(page) || known.has(path) || patterns.has(pattern) || !movableOn(survey)) continue;
    patterns.add(pattern);
    const order = await tryPage(walk, page);
    if (order) found.push(order);
  }
  return found;
};
