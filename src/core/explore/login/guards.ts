import type { Session } from "#ports/browser.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { SiteGuestPage } from "#model/site-guest.ts";
import {
  isFile,
  normalise,
  pathOf,
  placeOf,
  withoutHash,
  withoutQuery,
} from "#core/explore/pages/address.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import { loadingIn } from "#core/explore/pages/loading.ts";
import { pause } from "#core/explore/pages/pause.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import { isAnswered, isByAddress } from "#core/explore/pages/by-address.ts";
import { LOG_IN, isDangerousAddress, setsLanguage } from "#core/explore/words.ts";

/** Pages that are looked at from outside, in a thorough exploration and in a quick one. */
const MOST = { thorough: 30, quick: 4 };
const WAIT = { timeoutMs: 6_000 };

/** Places that are somebody's own more often than not. */
const PRIVATE =
  /\b(?:orders?|account|profile|settings|admin|billing|invoices?|payments?|messages|inbox|dashboard|wishlist|my[ -]?\w*)\b/i;

const MOST_WORDS = 4;

/** True for a page that by its address and its name is its user's own. */
export const isPrivate = ({ path, title, survey }: SitePage): boolean => {
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? title;
  // A text that is called "What a wet spring did to my tomatoes" is none.
  const isCalledSo = (name: string): boolean =>
    PRIVATE.test(name) && name.split(/[\s_-]+/).length <= MOST_WORDS;
  return withoutQuery(path).split("/").some(isCalledSo) && isCalledSo(heading);
};

/** A form of somebody's own data; settings of an app may be anybody's. */
const isSomebodys = ({ path }: SitePage): boolean =>
  /\b(?:account|profile|billing)\b/i.test(withoutQuery(path));

const headingsOf = ({ headings }: PageSurvey): string[] =>
  headings.filter(({ level }) => level === 1).map(({ text }) => text);

/** An address that goes on with another one, as in `/login?next=/orders`. */
const isIn = (url: URL, path: string): boolean =>
  path !== "/" &&
  !path.includes("#") &&
  [...url.searchParams.values()].some(
    (value) => normalise(value, url.origin)?.href === new URL(path, url.origin).href,
  );

/** The rows of a page's list, of which a few that are alike on two pages are hardly so by chance. */
const rowsOf = (survey: PageSurvey): string => {
  const items = mainList(survey)?.items ?? [];
  return items.length > 1 ? items.map(({ text }) => text).join("\n") : "";
};

/** The same list of things with columns, whoever's rows they are. */
const listsAlike = (a: PageSurvey, b: PageSurvey): boolean => {
  const columns = (survey: PageSurvey): string =>
    mainList(survey)
      ?.columns.map(({ name }) => name)
      .join("|") ?? "";
  return columns(a) !== "" && columns(a) === columns(b) && headingsOf(a)[0] === headingsOf(b)[0];
};

const ROUNDS = 6;
/** As long as a page says that it loads. */
const LOADING_ROUNDS = 30;
const ROUND_MS = 200;

/** What a page shows once its text stays. */
const seenIn = async ({ page }: Session): Promise<PageSurvey | null> => {
  let last: PageSurvey | null = null;
  const loads = (): boolean => last !== null && (last.text === "" || loadingIn(last) !== null);
  for (let round = 0; round < (loads() ? LOADING_ROUNDS : ROUNDS); round += 1) {
    if (round > 0) await pause(page, ROUND_MS);
    const seen = await page.survey(WAIT);
    const isThere = seen.ok && seen.survey.text !== "" && loadingIn(seen.survey) === null;
    if (!seen.ok || (isThere && seen.survey.text === last?.text)) return last;
    last = seen.survey;
  }
  return last;
};

/** Letters that say more than that there is nothing to be seen. */
const LEAST_TEXT = 60;

const guardOf = async (
  walk: Walk,
  session: Session,
  page: SitePage,
  offers: (survey: PageSurvey) => void,
): Promise<SitePage["guard"]> => {
  const at = withoutHash(session.page.url());
  const to = new URL(page.path, walk.origin).href;
  const gone = await session.page.goto(to, WAIT);
  if (!gone.ok) return null;
  // Where the hash alone is another, what was there before stays for a while.
  if (withoutHash(to) === at && !(await session.page.reload(WAIT)).ok) return null;
  await session.page.settle(WAIT);
  const survey = await seenIn(session);
  const url = normalise(session.page.url(), walk.origin);
  if (!survey || !url) return null;
  const elsewhere = withoutQuery(pathOf(url)) !== withoutQuery(page.path);
  const isRefused = gone.status === 401 || gone.status === 403;
  if (survey.login || elsewhere || isRefused) {
    offers(survey);
    page.remembered = survey.login !== null && isIn(url, page.path);
    // A heading that strangers see as well, such as the site's name, tells nothing.
    return headingsOf(survey).some((text) => text === headingsOf(page.survey)[0]) ? "differs" : "asks";
  }
  if (!isAnswered(gone)) return null;
  const filled = page.survey.forms.some(({ fields }) =>
    fields.some(({ type, value }) => type !== "search" && value !== ""),
  );
  const held = page.survey.collections.some(({ rows }) => rows > 0) || (filled && isSomebodys(page));
  const isSame =
    survey.text === page.survey.text ||
    (rowsOf(page.survey) !== "" && rowsOf(survey) === rowsOf(page.survey));
  const isAll = held && isSame;
  // What the page that an app begins with leads everybody to is for everybody.
  if (!isAll || page.depth === 0) offers(survey);
  if (isAll) return "shows_all";
  if (survey.text === page.survey.text && survey.text.length >= LEAST_TEXT) return "shows_text";
  return held && listsAlike(survey, page.survey) ? "shows_rows" : "differs";
};

const MOST_GUEST_PAGES = 3;

/** A page of the app that nobody was led to who was logged in. */
const isForGuests = (walk: Walk, pages: SitePage[], url: URL, text: string): boolean =>
  url.origin === walk.origin &&
  url.pathname !== "/" &&
  !isFile(url) &&
  !LOG_IN.test(text) &&
  !isDangerousAddress(pathOf(url)) &&
  !setsLanguage(text, pathOf(url)) &&
  pages.every(({ path, examples, survey }) =>
    [path, ...examples, ...survey.links.map(({ href }) => href)].every(
      (known) => new URL(known, walk.origin).pathname !== url.pathname,
    ),
  );

/** Where a page asks who is logged in, or goes on with a log-in: a no is the answer for who is not. A 401 says that by itself. */
const ASKS_WHO = /\/(?:auth|sessions?|me|whoami|current[-_]?user|user|account)(?:\/(?:me|current))?\/?$/i;
/** Without a log-in there is nothing to go on with, which some apps call a bad request. */
const GOES_ON = /\/(?:refresh(?:[-_]?tokens?)?|tokens?)\/?$/i;

const isNo = (path: string, status: number | null): boolean =>
  (status === 403 && (ASKS_WHO.test(path) || GOES_ON.test(path))) || (status === 400 && GOES_ON.test(path));

const refusedIn = ({ evidence }: Session, from: number): string[] => [
  ...new Set(
    evidence.requests.slice(from).flatMap(({ url, status, resource_type: type, same_origin }) => {
      const path = URL.canParse(url) ? new URL(url).pathname : "";
      return same_origin && type !== "document" && isNo(path, status) ? [`${path} ${status}`] : [];
    }),
  ),
];

const guestPages = async (walk: Walk, session: Session, urls: URL[]): Promise<SiteGuestPage[]> => {
  const found: SiteGuestPage[] = [];
  for (const url of urls.slice(0, MOST_GUEST_PAGES)) {
    if (walk.over()) return found;
    const from = session.evidence.requests.length;
    const gone = await session.page.goto(url.href, WAIT);
    if (!gone.ok || !isAnswered(gone)) continue;
    await session.page.settle(WAIT);
    const seen = await session.page.survey(WAIT);
    const now = normalise(session.page.url(), walk.origin);
    if (!seen.ok || now?.href !== url.href || seen.survey.login) continue;
    found.push({ path: pathOf(url), survey: seen.survey, refused: refusedIn(session, from) });
  }
  return found;
};

/** Opens pages that were seen logged in once more as somebody who is not, and notes what they show then; gives those
 * that are offered then alone. */
export const probeGuards = async (
  walk: Walk,
  pages: SitePage[],
  anonymous: () => Promise<Session>,
): Promise<SiteGuestPage[]> => {
  const most = isThorough(walk) ? MOST.thorough : MOST.quick;
  const plain = pages.filter(
    ({ setup, status, survey }) => isByAddress({ setup, status }) && survey.login === null,
  );
  const chosen = plain.toSorted((a, b) => Number(isPrivate(b)) - Number(isPrivate(a))).slice(0, most);
  if (chosen.length === 0 || walk.over()) return [];
  walk.progress("looking at pages without being logged in");
  const session = await anonymous();
  const offered = new Set<string>();
  const guests = new Map<string, URL>();
  const offers = ({ links, url: own }: PageSurvey): void => {
    for (const { href, text } of links) {
      const url = normalise(href, own);
      // What leads to a place on the page itself offers no other.
      const to = url && placeOf(url);
      if (to !== null && to !== placeOf(new URL(own))) offered.add(to);
      if (url && isForGuests(walk, pages, url, text)) guests.set(url.pathname, url);
    }
  };
  try {
    for (const page of chosen) {
      if (walk.over()) return [];
      page.guard = await guardOf(walk, session, page, offers);
    }
    for (const page of chosen) page.offered = offered.has(placeOf(new URL(page.path, walk.origin)));
    return await guestPages(walk, session, [...guests.values()]);
  } finally {
    await session.close();
  }
};
