import type { SiteSort, SortOrder } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { BEHIND_INITIALS, haveInitials, withoutInitials } from "#core/explore/lists/initials.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import { isSorted } from "#core/suite/order.ts";
import { areOrderedBehind } from "#core/explore/lists/hidden-orders.ts";
import { isByLastName, LAST_WORD, mayBeByLastName } from "#core/explore/forms/last-names.ts";
import { cellsByPlace, cellsOf, fold, headingOf, isSame, sameList } from "#core/explore/lists/lists.ts";
import { areKinds, areTogether, isByRank, mayBeRanked, RANKS } from "#core/explore/lists/own-orders.ts";
import { areSortedBehind } from "#core/explore/lists/pinned-rows.ts";
import { mayBeAsOffered, ranksOf, selectsOf, wronglyFirst } from "#core/explore/lists/ranks.ts";
import {
  UNSIGNED,
  areCounted,
  areLed,
  areMirroredOnly,
  areTwofold,
  haveUnread,
  isByCount,
  mayBeByLastNumber,
  isBySize,
  textsOf,
  unsigned,
} from "#core/explore/lists/sort-values.ts";
import { overtakenIn } from "#core/explore/lists/overtaken.ts";
import { mayBeUnshown } from "#core/explore/lists/unshown-orders.ts";
import { kindOfColumn } from "#core/explore/forms/values.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { pause } from "#core/explore/pages/pause.ts";
import { ACT_TIMEOUT, here, spend } from "#core/explore/pages/walk.ts";

const MOST_COLUMNS = 6;
const LEAST_TWOFOLD = 4;

/** `turns`: the second click asks for another order than the first: rows, address, arrow or `aria-sort` tell. */
type Clicks = { sort: SiteSort; moved: boolean; turns: boolean };

/** Headers that order a table when clicked, in the one or the other direction first. */
export const probeHeaderSorts = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
): Promise<SiteSort[]> => {
  if (list.kind !== "table") return [];
  const found: Clicks[] = [];
  for (const [index, column] of list.columns.entries()) {
    if (!column.sortable || !column.target || found.length >= MOST_COLUMNS || walk.over()) continue;
    const clicks = await clickHeader(walk, page, list, index);
    if (clicks) found.push(clicks);
  }
  // A header that moves nothing among others that do is worth a case; where none does, they are plain words.
  if (!found.some(({ moved }) => moved)) return [];
  // Some lists know one order of each column alone.
  const turns = found.some((each) => each.turns);
  return found.map(({ sort }) => (turns ? sort : oneWay(sort)));
};

const oneWay = (sort: SiteSort): SiteSort =>
  sort.control.kind === "header" ? { ...sort, control: { ...sort.control, twice: false } } : sort;

type Header = Extract<SiteSort["control"], { kind: "header" }>;

/** What to click: the header's control; by its place where its name tells the order, which changes with each click. */
const headerTarget = async (
  walk: Walk,
  { forms }: PageSurvey,
  list: SurveyCollection,
  index: number,
): Promise<Target | null> => {
  const target = list.columns[index]?.target ?? null;
  if (target === null || list.target === null) return target;
  const { role, name: called, text }: TargetObject = typeof target === "string" ? { text: target } : target;
  const words = called ?? text ?? "";
  const name = withoutArrows(words).trim();
  // The arrow behind the words of a heading comes and goes; while it is there, a field of that name would be meant.
  const isField = forms.some(({ fields }) => fields.some((field) => fold(field.name) === fold(name)));
  const hasArrow = withoutArrows(JSON.stringify(target)) !== JSON.stringify(target);
  if (name !== "" && (hasArrow || isField)) {
    if (role !== undefined) return { role, name, within: list.target };
    // A row may say the same.
    const inHead: TargetObject = { text: name, within: { css: "thead", within: list.target } };
    const found = await walk.session.page.read(inHead, "count", { timeoutMs: ACT_TIMEOUT });
    return found.ok && Number(found.value) === 1 ? inHead : { text: name, within: list.target };
  }
  if (!/ascending|descending|\basc\b|\bdesc\b|aufsteigend|absteigend/i.test(name)) return target;
  return { css: `thead tr > :nth-child(${index + 1}) :is(button, a, [role=button])`, within: list.target };
};

const LATE_ROUNDS = 3;
const LATE_MS = 300;

/** The list once it is no longer as it was before, for a moment: rows that were so already may look like the answer to a click. */
const onceOtherwise = async (
  walk: Walk,
  list: SurveyCollection,
  textsIn: (list: SurveyCollection) => string[],
  before: readonly string[],
): Promise<SurveyCollection | null> => {
  for (let round = 0; ; round += 1) {
    const survey = await look(walk);
    const now = survey ? sameList(survey, list) : null;
    if (!now || round === LATE_ROUNDS || textsIn(now).join("\n") !== before.join("\n")) return now;
    await pause(walk.session.page, LATE_MS);
  }
};

const clickHeader = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
  index: number,
): Promise<Clicks | null> => {
  const led = areLed(list, index);
  let values = led ? cellsByPlace(list, index, "a") : cellsOf(list, index);
  const initials = haveInitials(textsOf(list, index, led).map(fold));
  const textsIn = (each: SurveyCollection): string[] => {
    const texts = textsOf(each, index, led);
    return initials ? texts.map((text) => withoutInitials(fold(text))) : texts;
  };
  const start = textsIn(list);
  const counted = areCounted(start);
  const by = kindOfColumn(start) ?? (counted ? "number" : null);
  if (!list.columns[index]?.target || !values || !by || new Set(start).size < 2) return null;
  const opened = await open(walk, page.path);
  const target = opened.ok ? await headerTarget(walk, opened.survey, list, index) : null;
  if (target === null) return null;
  const seen: string[][] = [];
  const shown: SurveyCollection[] = [];
  const said: SortOrder["order"][] = [];
  const signs: string[] = [];
  const begun = opened.ok ? sameList(opened.survey, list) : null;
  const opening = begun ? textsIn(begun) : start;
  let before = begun ? opening : [];
  for (let click = 0; click < 2; click += 1) {
    if (!spend(walk)) return null;
    const clicked = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
    const now = clicked.ok ? await onceOtherwise(walk, list, textsIn, before) : null;
    if (!now) return null;
    before = textsIn(now);
    seen.push(before);
    shown.push(now);
    // A heading that is written otherwise for each order does not tell its column.
    if (!led && headingOf(now, index) !== headingOf(list, index))
      values = cellsByPlace(list, index) ?? values;
    said.push(now.columns[index]?.order ?? "either");
    signs.push(JSON.stringify([here(walk), now.columns[index]?.name, said.at(-1), seen.at(-1)]));
  }
  if (counted && !seen.every(isByCount)) return null;
  // "2 · €68,883" may go by either: it goes by the first number only where that puts what comes behind it out of order.
  const isEither = by === "text" && areTwofold(start);
  if (
    isEither &&
    (new Set(start.filter((text) => /\d/.test(text))).size < LEAST_TWOFOLD ||
      !seen.every((texts) => isSorted(texts, by, "either")) ||
      seen.every(mayBeByLastNumber))
  )
    return null;
  const rows = shown.map(({ items }) => items);
  if (areSortedBehind(rows, seen, by) || haveUnread(seen, by)) return null;
  const bySize = isBySize(by, seen, said);
  if (!bySize && areMirroredOnly(start, seen, by, shown[0], index)) return null;
  const [first = [], second = []] = bySize ? seen.map(unsigned) : seen;
  const [saidFirst = "either", saidSecond = "either"] = said;
  // Of three states the third is no order at all; 9 before 10 and 1 before 2 is one, though a wrong one.
  const isAsText = by === "number" && isSorted(second, "text", "either");
  const endsUnsorted =
    (saidFirst !== "either" && saidSecond === "either") ||
    (isSorted(first, by, "either") && !isSorted(second, by, "either") && !isSame(first, second) && !isAsText);
  const name = fold(withoutArrows(list.columns[index]?.name ?? ""));
  const moved = !isSame(seen[0] ?? [], start) || !isSame(seen[1] ?? [], start);
  const turns = signs[0] !== signs[1];
  const isBack = isSame(seen[1] ?? [], start);
  const found = (
    control: Pick<Header, "twice" | "first" | "overtaken">,
    order: Pick<SortOrder, "by" | "match">,
  ) => ({
    moved,
    turns,
    sort: {
      pageId: page.id,
      path: page.path,
      control: { kind: "header" as const, target, name, ...control },
      orders: [{ label: name, ...order, order: "either" as const, values, next: null }],
    },
  });
  const selects = selectsOf(walk, page);
  const ranks = by === "text" && moved ? ranksOf(start, isBack ? [first] : [first, second], selects) : null;
  if (ranks) {
    const twice = !isBack && first[0] !== second[0];
    const overtaken = twice && list.paging ? wronglyFirst(ranks, start, [first, second]) : undefined;
    return found({ twice, ...(overtaken !== undefined && { overtaken }) }, { by: ranks, match: null });
  }
  if (by === "text" && moved && areOrderedBehind([first, second])) return null;
  const byLastName = by === "text" && isByLastName(first) && isByLastName(second);
  if (
    by === "text" &&
    !byLastName &&
    moved &&
    [first, second].every((names) => mayBeByLastName(start, names))
  )
    return null;
  if (by === "text" && moved && mayBeAsOffered([first, second], selects)) return null;
  if (by === "text" && moved && !byLastName && mayBeUnshown(opening, [first, second], shown, index))
    return null;
  if (by === "text" && (mayBeRanked(start) || (isByRank(first) && isByRank(second)))) return null;
  // States have an order of their own, by which a part of them may come as by letters.
  const isGrouped =
    (RANKS.test(name) || (areKinds(first) && areKinds(second))) && areTogether(first) && areTogether(second);
  const areBoth = isSorted(first, by, "either") && isSorted(second, by, "either");
  // A few kinds that both times come as by letters, though they are others, have an order of their own as well.
  const areAlike =
    !isSame(first, second) &&
    (["ascending", "descending"] as const).some(
      (order) => isSorted(first, by, order) && isSorted(second, by, order),
    );
  if (by === "text" && isGrouped && (!areBoth || (areAlike && areKinds(first)))) return null;
  const compared = (values: string[]): string[] =>
    byLastName ? values.map((value) => /\S+$/.exec(value.trim())?.[0] ?? value) : values;
  const isOnly = (values: string[], order: "ascending" | "descending"): boolean =>
    isSorted(values, by, order) && !isSorted(values, by, order === "ascending" ? "descending" : "ascending");
  const ways = (["ascending", "descending"] as const).find(
    (order) =>
      isOnly(compared(first), order) &&
      isOnly(compared(second), order === "ascending" ? "descending" : "ascending"),
  );
  const firstOrder = (["ascending", "descending"] as const).find((order) =>
    saidFirst === "either" ? isOnly(first, order) : saidFirst === order,
  );
  const overtaken =
    !bySize && list.paging !== null && firstOrder !== undefined && isOnly(first, firstOrder)
      ? overtakenIn(first, start, by, firstOrder)
      : undefined;
  // What the header says goes before what was seen.
  const says = [saidFirst, saidSecond].includes("either") || saidFirst === saidSecond ? "either" : saidFirst;
  const order = says === "either" ? ways : says;
  return found(
    {
      twice: !endsUnsorted,
      ...(order && { first: order }),
      ...(overtaken !== undefined && { overtaken }),
    },
    { by, match: bySize ? UNSIGNED : byLastName ? LAST_WORD : initials ? BEHIND_INITIALS : null },
  );
};
