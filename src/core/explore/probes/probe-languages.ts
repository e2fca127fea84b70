import type { Session } from "#ports/browser.ts";
import type { SiteLanguage } from "#model/site-language.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyLink } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { languageControls } from "#core/explore/controls/language-controls.ts";
import { normalise, pathOf, relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { setsLanguage } from "#core/explore/words.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

type Opened = SiteLanguage["pages"][number];

const MOST = 2;
const MOST_PAGES = 4;
const WAIT = { timeoutMs: 6_000 };

/** A link or a button that sets the language. */
type Setter = { name: string; target: Target };

const setting = (walk: Walk, { survey }: SitePage): Setter[] => {
  const links = survey.links.filter(({ text, href, same_origin: own, new_tab }) => {
    const url = own && !new_tab ? normalise(href, walk.origin) : null;
    return url !== null && setsLanguage(text, pathOf(url));
  });
  // The one that is set already sets nothing.
  const buttons = languageControls(survey).filter(({ pressed, selected, disabled }) =>
    [pressed, selected, disabled].every((is) => is !== true),
  );
  const all = [...links.map(({ text, target }) => ({ name: text, target })), ...buttons];
  return all.flatMap(({ name, target }) =>
    target !== null && isSteadyTarget(target) ? [{ name, target }] : [],
  );
};

/** Links that a page has in its frame, by where they lead. */
const frameOf = (walk: Walk, { links }: PageSurvey): Map<string, SurveyLink> =>
  new Map(
    links
      .filter(({ chrome, same_origin: own, target, text }) => chrome && own && target !== null && text !== "")
      .map((link) => [relativeTo(walk.origin, link.href), link]),
  );

/** What stands in the frame of both pages, and is called otherwise than before. */
const wordOf = (walk: Walk, before: PageSurvey, now: PageSurvey, other: PageSurvey): SurveyLink | null => {
  const [was, is, there] = [before, now, other].map((survey) => frameOf(walk, survey));
  for (const [path, link] of is ?? []) {
    const old = was?.get(path)?.text;
    const isEverywhere = old !== undefined && there?.get(path)?.text === old;
    if (isEverywhere && old !== link.text && isSteadyTarget(link.target ?? "")) return link;
  }
  return null;
};

/** The page whose address is furthest from the root, and others that do not lie below it. */
const placesFor = (walk: Walk, pages: SitePage[]): [SitePage, ...SitePage[]] | null => {
  const plain = pages.filter(
    ({ setup, status, survey, guard }) =>
      isByAddress({ setup, status }) && survey.login === null && guard !== "asks",
  );
  const offering = plain.filter((page) => setting(walk, page).length > 0 && !page.pattern.includes(":id"));
  const [first] = offering.toSorted(
    (a, b) => Number(a.path === "/") - Number(b.path === "/") || a.path.length - b.path.length,
  );
  if (!first) return null;
  const below = `${withoutQuery(first.path).replace(/\/$/, "")}/`;
  const others = offering.filter(
    ({ path }) =>
      withoutQuery(path) !== withoutQuery(first.path) && !(first.path !== "/" && path.startsWith(below)),
  );
  return [first, ...others.slice(0, MOST_PAGES - 1)];
};

const probe = async (
  walk: Walk,
  session: Session,
  { name, target }: Setter,
  [first, ...others]: [SitePage, ...SitePage[]],
): Promise<SiteLanguage | null> => {
  let step = 1_000_000;
  const look = async (gone: { ok: boolean }, path: string): Promise<Opened | null> => {
    if (!gone.ok) return null;
    await session.page.settle(WAIT);
    const seen = await session.page.survey(WAIT);
    const problems = problemsSince(session.evidence, step, walk.origin);
    return seen.ok ? { path, survey: seen.survey, problems } : null;
  };
  const open = async ({ path }: SitePage): Promise<Opened | null> => {
    session.beginStep((step += 1));
    return look(await session.page.goto(new URL(path, walk.origin).href, WAIT), path);
  };
  const before = await open(first);
  const other = others[0] ? await open(others[0]) : null;
  if (!before || !other || !(await open(first))) return null;
  session.beginStep((step += 1));
  const now = await look(await session.page.act(target, { kind: "click" }, WAIT), first.path);
  const word = now ? wordOf(walk, before.survey, now.survey, other.survey) : null;
  if (!now || !word?.target) return null;
  const opened: Opened[] = [now];
  for (const page of others) {
    const next = walk.over() ? null : await open(page);
    if (next) opened.push(next);
  }
  return { name, path: first.path, target, word: word.target, pages: opened };
};

/** Uses links and buttons that set the language, each in a session of its own: in that of the exploration all would be called otherwise. */
export const probeLanguages = async (
  walk: Walk,
  pages: SitePage[],
  anonymous: () => Promise<Session>,
): Promise<SiteLanguage[]> => {
  const places = placesFor(walk, pages);
  const found: SiteLanguage[] = [];
  for (const setter of places ? setting(walk, places[0]).slice(0, MOST) : []) {
    if (!places || walk.over()) break;
    walk.progress(`choosing ${setter.name} on ${places[0].path}`);
    const session = await anonymous();
    try {
      const language = await probe(walk, session, setter, places);
      if (language) found.push(language);
    } finally {
      await session.close();
    }
  }
  return found;
};
