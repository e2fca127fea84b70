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
  isToBeKept,
  MOVE_KEPT,
  MOVES_ROW,
  PASSES,
  UP,
} from "#core/explore/items/moved-rows.ts";
import { fold, rowsOf, isPermuted, isSame } from "#core/explore/lists/lists.ts";
import { freshParts } from "#core/explore/login/password-words.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";

const MOST = 2;
/** What it takes to move a row there and back. */
const LEAST_ACTIONS = 6;
const LEAST_LEFT_MS = 20_000;

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

/** Such a button says less than it is called: "Up". */
const UP_OR_DOWN = /(?<!\p{L})(?:up|down|nach oben|nach unten)(?!\p{L})|[↑↓▲▼⬆⬇]\uFE0F?/giu;

/** What the rows say, but for the place that they have and their buttons, of which the first one's may be others. */
const orderOf = ({ items }: SurveyCollection): string[] =>
  items.map(({ text, buttons }) => {
    const words = buttons.reduce((rest, name) => rest.replace(name, " "), fold(text));
    return fold(words.replaceAll(UP_OR_DOWN, " ")).replace(/^#?\d{1,3}[.):]? /, "");
  });

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

/** Whatever came of it: the row is put back; whether all are in their places then. */
const putBack = async (walk: Walk, path: string, first: Movable): Promise<boolean> => {
  const { order, list, up } = first;
  const later = await open(walk, path);
  const key = JSON.stringify(list);
  const now = later.ok
    ? later.survey.collections.find(({ target }) => JSON.stringify(target) === key)
    : undefined;
  const there = now ? orderOf(now) : [];
  if (isSame(there, order)) return true;
  if (there[1] !== order[0]) return false;
  await move(walk, first, 1, up);
  const last = await open(walk, path);
  const back = last.ok ? movableOn(last.survey)?.order : undefined;
  return back !== undefined && isSame(back, order);
};

const tryPage = async (walk: Walk, { id: pageId, path }: SitePage): Promise<SiteOrder | null> => {
  const opened = await open(walk, path);
  const movable = opened.ok ? movableOn(opened.survey) : null;
  if (!movable) return null;
  const { list, rows, down, up, order } = movable;
  walk.progress(`moving the first row of a list on ${path}`);
  const moved = await move(walk, movable, 0, down);
  const isBack = await putBack(walk, path, movable);
  const isSound = isBack && moved !== null && isPermuted(order, moved.order);
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
    const isEnough = walk.timeLeft() > LEAST_LEFT_MS && walk.limits.actions - walk.actions >= LEAST_ACTIONS;
    if (!isThorough(walk) || walk.over() || !isEnough || patterns.size >= MOST) break;
    const { path, pattern, survey } = page;
    if (!isByAddress(page) || known.has(path) || patterns.has(pattern) || !movableOn(survey)) continue;
    patterns.add(pattern);
    const order = await tryPage(walk, page);
    if (order) found.push(order);
  }
  return found;
};
