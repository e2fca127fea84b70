import { withoutQuery } from "#core/explore/pages/address.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteToggle } from "#model/site-toggles.ts";
import type { PageSurvey, SurveyCollection, SurveyControl } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { fold, itemName, rowsOf, sameList } from "#core/explore/lists/lists.ts";
import { isUnanswered, looksOf } from "#core/explore/controls/deaf-marks.ts";
import { canGoBack, isDoneMark } from "#core/explore/lists/done-marks.ts";
import { bareMark, isMark, tellsSomebody } from "#core/explore/posts/marks.ts";
import { linkThatCounts } from "#core/explore/lists/nav-counts.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { listsMarked } from "./probe-shelves.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { siblingsOf } from "#core/explore/posts/sibling-marks.ts";
import { withoutCount } from "#core/explore/lists/without-count.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { isDangerous } from "#core/explore/words.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { lookSteadily, open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, beginStep, spend } from "#core/explore/pages/walk.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** Texts that are different by the time that one looks again. */
const PASSING = /\bago\b|just now|\d{1,2}:\d{2}|\bvor \d+|\bsec(?:ond)?s?\b/i;

/** More words than this that come up at a click are a message, which goes again. */
const MOST_WORDS = 4;

const OF_MESSAGE =
  /^(?:close|dismiss|undo|ok|okay|got it|schlie[ßs]en|r[üu]ckg[äa]ngig|fermer|cerrar|chiudi|[×✕✖x])$/i;

/** Where a mark is set, as a survey of the page shows it at that moment. */
type Sight = {
  name: string;
  target: TargetObject;
  pressed: boolean | null;
  text: string;
  shows: TargetObject | null;
};
type Place = (survey: PageSurvey) => Sight | null;

/** In the place of a mark that is there no more stands what does something else with the row. */
const isAnother = (name: string): boolean => !isMark(withoutCount(name)) && isDangerous(name);

/** In a row of a list: what the row says is what there is to see. */
const inRow = (list: SurveyCollection): Place | null => {
  // It may be called after its item as well.
  const marks = list.items.slice(0, 3).map((item) => {
    return item.buttons.findIndex((name) => isMark(name) || isMark(bareMark(name, itemName(item))));
  });
  const row = marks.findIndex((mark, each) => mark >= 0 && !PASSING.test(list.items[each]?.text ?? ""));
  const at = marks[row];
  if (at === undefined) return null;
  return (survey) => {
    const now = sameList(survey, list);
    const rows = now ? rowsOf(now) : null;
    const item = now?.items[row];
    const whole = item?.buttons[at];
    // The item may be another one by then.
    const name = whole !== undefined && item ? bareMark(whole, itemName(item)) : "";
    if (!rows || !item || withoutCount(name) === "" || isAnother(name)) return null;
    const shows = { ...rows, nth: row };
    const target = {
      role: "button",
      name: withoutCount(name),
      ...(withoutCount(name) === whole && { exact: true }),
      within: shows,
    };
    const alike = item.buttons.filter((each) =>
      each.toLowerCase().includes(withoutCount(name).toLowerCase()),
    );
    const pressed = survey.buttons.find((each) => each.name === whole)?.pressed ?? null;
    return alike.length === 1 ? { name, target, pressed, text: fold(item.text), shows } : null;
  };
};

/** The one button that is none of the others: what a message brings along is closed, or taken back. */
const besides = (buttons: SurveyControl[], others: readonly string[]): SurveyControl | null => {
  const rest = [...others];
  const left = buttons.filter(({ name }) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at < 0 && !OF_MESSAGE.test(name);
  });
  return left.length === 1 ? (left[0] ?? null) : null;
};

/** The first of each kind of mark that is in no row. */
const onPage = (survey: PageSurvey): Place[] => {
  const inRows = new Set(survey.collections.flatMap(({ items }) => items.flatMap(({ buttons }) => buttons)));
  const own = ({ buttons }: PageSurvey): SurveyControl[] =>
    buttons.filter(({ role, chrome }) => role === "button" && !chrome);
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? "";
  const called = (name: string): string => withoutCount(bareMark(name, heading));
  const marks = own(survey)
    .map((control, at) => ({ ...control, at }))
    .filter(
      ({ name, disabled }) =>
        (isMark(called(name)) || isDoneMark(called(name))) && !disabled && !inRows.has(name),
    );
  const main = survey.landmarks.some((landmark) => landmark === "main") ? { role: "main" } : { css: "body" };
  const all = own(survey).map(({ name }) => name);
  const first = marks.filter(
    ({ name }, each) => marks.findIndex((other) => called(other.name) === called(name)) === each,
  );
  return first.map(({ at }) => (now) => {
    const others = all.toSpliced(at, 1);
    const control = besides(own(now), others);
    if (!control || !isSteadyTarget(control.target ?? "")) return null;
    const name = called(control.name);
    const target = { role: "button", name, ...(name === control.name && { exact: true }) };
    return { name, target, pressed: control.pressed ?? null, text: now.text, shows: main };
  });
};

const words = (text: string): string[] => text.split(/\s+/);

/** The same but for numbers. */
const isAlike = (a: string, b: string): boolean => {
  const [first, second] = [words(a), words(b)];
  return first.length === second.length && first.every((word, at) => word === second[at] || /\d/.test(word));
};

/** True where a message came up, or the page tells the time. */
const isRestless = (before: string, after: string): boolean => {
  const known = new Set(words(before));
  return PASSING.test(after) || words(after).filter((word) => !known.has(word)).length > MOST_WORDS;
};

const click = async (walk: Walk, { target }: Sight): Promise<PageSurvey | null> => {
  if (!spend(walk)) return null;
  const acted = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  return acted.ok ? lookSteadily(walk) : null;
};

const isAt = (a: Sight, b: Sight): boolean =>
  withoutCount(a.name) === withoutCount(b.name) && a.pressed === b.pressed;

/** A click has changed nothing at all: neither what the page says, now and when it is opened again, nor the mark's own looks. */
const isSame = async (
  walk: Walk,
  page: SitePage,
  place: Place,
  before: Sight,
  looks: string,
): Promise<boolean> => {
  const now = await looksOf(walk, before.target, before.name);
  const again = now === looks ? await open(walk, page.path) : null;
  const later = again?.ok ? place(again.survey) : null;
  if (!later || !isAt(later, before) || later.text !== before.text) return false;
  return (await looksOf(walk, before.target, before.name)) === looks;
};

/** What of the navigation counted one more while the mark was set, and does no longer. */
const countOf = async (
  walk: Walk,
  page: SitePage,
  before: PageSurvey,
  set: PageSurvey,
): Promise<Target | null> => {
  const seen = [
    { survey: before, things: 0 },
    { survey: set, things: 1 },
  ];
  if (linkThatCounts(walk.origin, seen) === null) return null;
  const last = await open(walk, page.path);
  return last.ok ? linkThatCounts(walk.origin, [...seen, { survey: last.survey, things: 0 }]) : null;
};

/** Sets a mark, looks whether it is there when the page is opened again, and takes it back. */
const probe = async (walk: Walk, page: SitePage, place: Place): Promise<SiteToggle | null> => {
  const first = await open(walk, page.path);
  const second = first.ok ? await open(walk, page.path) : first;
  if (!first.ok || !second.ok) return null;
  const before = place(second.survey);
  // What differs from visit to visit tells nothing.
  if (!before || place(first.survey)?.text !== before.text) return null;
  // What was done elsewhere may have taken the mark away, and another control has its place.
  if (!isMark(withoutCount(before.name)) && !isDoneMark(before.name)) return null;
  const looks = await looksOf(walk, before.target, before.name);
  const mark = beginStep(walk);
  const shown = await click(walk, before);
  const after = shown ? place(shown) : null;
  const sent = isSent(walk, mark);
  const problems = problemsSince(walk.session.evidence, mark, walk.origin);
  const flips = after !== null && !isAt(before, after);
  if (!after || (!flips && after.text === before.text)) {
    if (
      after &&
      looks !== null &&
      isUnanswered(walk, mark) &&
      (await isSame(walk, page, place, before, looks))
    ) {
      const { name, target, shows } = before;
      const nothing = {
        pressed: null,
        shows,
        kept: false,
        flips: false,
        nav: null,
        problems,
        siblings: null,
      };
      return {
        pageId: page.id,
        path: page.path,
        name: withoutCount(name),
        on: target,
        off: target,
        ...nothing,
      };
    }
    // Only its looks have changed, perhaps.
    if (after) await click(walk, after);
    return null;
  }
  const again = await open(walk, page.path);
  const later = again.ok ? place(again.survey) : null;
  const stays = later !== null && isAt(later, after);
  // What cannot be taken back is an end rather than a mark.
  if (isDoneMark(before.name) && !flips) return null;
  const undone = stays && flips ? await click(walk, later) : null;
  const back = undone ? place(undone) : null;
  const set = back && again.ok ? again.survey : null;
  const isSilent = before.text === after.text || isRestless(before.text, after.text);
  const shows = isSilent ? null : after.shows;
  // What other words tell besides the mark, such as those while the mouse is over it, is nothing to rely on.
  const isPlain = later?.text === before.text || (later !== null && isAlike(later.text, after.text));
  const goesBack = back === null || shows === null || isAlike(back.text, before.text);
  if (shows === null ? !flips : !isPlain) return null;
  return {
    pageId: page.id,
    path: page.path,
    name: withoutCount(before.name),
    on: before.target,
    off: after.target,
    pressed:
      before.pressed === null || withoutCount(before.name) !== withoutCount(after.name)
        ? null
        : before.pressed,
    shows,
    kept: sent || stays,
    flips: flips && goesBack,
    nav: set && goesBack ? await countOf(walk, page, second.survey, set) : null,
    problems,
    siblings: null,
  };
};

const MOST = 3;

/** Tries what marks things, such as a star: once a kind, and only what is taken back by a second click. */
export const probeToggles = async (walk: Walk, pages: SitePage[]): Promise<SiteToggle[]> => {
  const toggles: SiteToggle[] = [];
  const probed = new Set<string>();
  // The first of the items need not have what others have.
  for (const page of [...pages, ...walk.samples]) {
    // What is taken off there is gone.
    if (!isByAddress(page) || listsMarked(page)) continue;
    const lists = page.survey.collections.filter(({ target }) => target !== null);
    const places = [...lists.map((list) => inRow(list)), ...onPage(page.survey)];
    for (const place of places) {
      const seen = place?.(page.survey);
      if (seen && (tellsSomebody(seen.name, page.pattern) || !canGoBack(walk, page, seen.name))) continue;
      if (!place || !seen || walk.over() || toggles.length >= MOST) continue;
      // One that is set is the same as one that is not.
      const named = isDoneMark(seen.name) ? "done" : withoutCount(seen.name);
      const kind = `${withoutQuery(page.pattern)} ${named} ${seen.target.within === undefined}`;
      if (probed.has(kind)) continue;
      probed.add(kind);
      walk.progress(`using "${seen.name}" on ${page.path} twice`);
      const found = await probe(walk, page, place);
      if (found) toggles.push({ ...found, siblings: await siblingsOf(walk, page, found) });
    }
  }
  return toggles;
};
