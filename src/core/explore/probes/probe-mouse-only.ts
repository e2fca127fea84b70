import type { SiteMouseOnly } from "#model/site-mouse-only.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { act } from "#core/explore/forms/act.ts";
import { normalise, pathOf, withoutQuery } from "#core/explore/pages/address.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { appeared } from "#core/explore/controls/controls.ts";
import { isMark } from "#core/explore/posts/marks.ts";
import { countIn } from "#core/explore/lists/nav-counts.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, here, isThorough } from "#core/explore/pages/walk.ts";
import { CLOSES, decides, isDangerous, isLanguage, namedOn } from "#core/explore/words.ts";

const MOST = 6;
const MOST_TRIED = 12;
const WAIT = { timeoutMs: 1_000 };

type Unfocusable = PageSurvey["unfocusable"][number];

/** Without the number that another visit may not show ("Posts (12)"); null for what may be called otherwise then. */
const steadily = (element: Unfocusable): Unfocusable | null => {
  if (isSteadyTarget(element.target)) return element;
  const name = countIn(element.name)?.name;
  return name === undefined ? null : { name, target: { text: name } };
};

const isThere = ({ unfocusable }: PageSurvey, { name }: Unfocusable): boolean =>
  unfocusable.some((each) => steadily(each)?.name === name);

/** What a page is like at one moment, as a suite can tell: what is to be read on it, and its address. */
type Moment = { survey: PageSurvey; text: string; path: string };

/** Null where the page cannot be read, another app is open, or something was sent that the app may keep. */
const momentOf = async (walk: Walk, survey: PageSurvey | null): Promise<Moment | null> => {
  const read = await walk.session.page.read({ css: "body" }, "text", WAIT);
  const path = here(walk);
  return survey && read.ok && path !== null && !isSent(walk, walk.step)
    ? { survey, text: read.value, path }
    : null;
};

const isSame = (a: Moment, b: Moment): boolean => a.text === b.text && a.path === b.path;

const use = async (
  walk: Walk,
  { target }: Unfocusable,
  action: Parameters<typeof act>[2],
): Promise<Moment | null> =>
  (await act(walk, target, action)) ? momentOf(walk, await lookAnswered(walk)) : null;

/** Opens the page, and rests the mouse on the element; null where that alone, or nothing at all, changes what is there. */
const reach = async (walk: Walk, page: SitePage, element: Unfocusable): Promise<Moment | null> => {
  const opened = await open(walk, page.path);
  if (!opened.ok || !isThere(opened.survey, element)) return null;
  beginStep(walk);
  const first = await momentOf(walk, opened.survey);
  const now = first && (await use(walk, element, { kind: "hover" }));
  return now && isSame(first, now) ? now : null;
};

const words = (text: string): string[] => text.split(/\s+/);

/** All that came of it is that something is gone: it was put aside. */
const isPutAside = (before: Moment, after: Moment, element: Unfocusable): boolean => {
  const known = new Set(words(before.text));
  return !isThere(after.survey, element) && words(after.text).every((word) => known.has(word));
};

/** A link leads there as well, or a control that was tried shows the same. */
const isHadOtherwise = (walk: Walk, page: SitePage, before: Moment, after: Moment, name: string): boolean => {
  const leads = before.survey.links.some(({ href }) => {
    const url = normalise(href, walk.origin);
    return url !== null && url.origin === walk.origin && pathOf(url) === after.path;
  });
  const shown = new Set(
    appeared(before.survey, after.survey).targets.map((target) => JSON.stringify(target)),
  );
  return (
    (leads && after.path !== before.path) ||
    page.reveals.some(
      (reveal) =>
        reveal.control.name !== name &&
        (reveal.path === null
          ? reveal.appeared.some((target) => shown.has(JSON.stringify(target)))
          : reveal.path === after.path),
    )
  );
};

/** What the page itself gives the focus to, to be read from there, takes no keys. */
const TAKES_KEYS = ":focus:not([tabindex='-1'])";
const FIELD = ":is(input, textarea, select, [role=combobox], [contenteditable]):focus";

const isAny = async ({ session }: Walk, css: string): Promise<boolean> => {
  const read = await session.page.read({ css }, "count", WAIT);
  return !read.ok || Number(read.value) > 0;
};

/** All that the click does may be to bring one to a field, as Tab does. */
const leadsToField = async (walk: Walk, before: Moment, after: Moment): Promise<boolean> =>
  appeared(before.survey, after.survey).forms.length === 0 && (await isAny(walk, FIELD));

/** An address that its own does not have in it. */
const ledTo = ({ path }: SitePage, after: Moment): string | null => {
  const led = withoutQuery(after.path);
  return path.includes(led) ? null : led;
};

/** Clicks it, and then once more where Enter has changed nothing: what changes by itself is no answer to either. */
const probe = async (walk: Walk, page: SitePage, element: Unfocusable): Promise<SiteMouseOnly | null> => {
  const before = await reach(walk, page, element);
  const after = before && (await use(walk, element, { kind: "click" }));
  if (!after || isSame(before, after) || isPutAside(before, after, element)) return null;
  if (isHadOtherwise(walk, page, before, after, element.name) || (await leadsToField(walk, before, after)))
    return null;
  const again = await reach(walk, page, element);
  // Another element would get the key in its place.
  if (!again || !isSame(again, before) || (await isAny(walk, TAKES_KEYS))) return null;
  const pressed = await use(walk, element, { kind: "press", key: "Enter" });
  const clicked = pressed && isSame(pressed, again) ? await use(walk, element, { kind: "click" }) : null;
  const led = ledTo(page, after);
  if (!clicked || !isSame(clicked, after) || (led === null && after.text === before.text)) return null;
  return { pageId: page.id, path: page.path, name: element.name, target: element.target, led };
};

const mayBeUsed = ({ name }: Unfocusable, beside: readonly { name: string }[]): boolean =>
  !isDangerous(name) &&
  !decides(name, beside) &&
  !isMark(name) &&
  !isLanguage(name) &&
  !CLOSES.test(name.trim());

/** Tries what looks as if it could be clicked and can have no focus: with the mouse, and with the keyboard. */
export const probeMouseOnly = async (walk: Walk, pages: readonly SitePage[]): Promise<SiteMouseOnly[]> => {
  const found: SiteMouseOnly[] = [];
  const tried = new Set<string>();
  if (!isThorough(walk)) return found;
  for (const page of pages.filter(isByAddress)) {
    const elements = page.survey.unfocusable.flatMap((each) => steadily(each) ?? []);
    const beside = namedOn(page.survey);
    for (const element of elements.filter((each) => mayBeUsed(each, beside))) {
      if (walk.over() || found.length >= MOST || tried.size >= MOST_TRIED) return found;
      if (tried.has(element.name)) continue;
      tried.add(element.name);
      walk.progress(`using "${element.name}" on ${page.path} without a mouse`);
      const only = await probe(walk, page, element);
      if (only) found.push(only);
    }
  }
  return found;
};
