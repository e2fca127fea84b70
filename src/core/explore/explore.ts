import { counted } from "#model/counted.ts";
import type { Session } from "#ports/browser.ts";
import type { SiteLogin } from "#model/site-login.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import { anchorLeads } from "#core/explore/pages/anchors.ts";
import { fillCart } from "#core/explore/probes/cart.ts";
import { createCommonControls } from "#core/explore/controls/common-controls.ts";
import { crawl, take, takeLate } from "#core/explore/pages/crawl.ts";
import { checkLeads } from "#core/explore/pages/dead-links.ts";
import { dismissGreetings } from "#core/explore/pages/greeting.ts";
import { bringUpByWays } from "#core/explore/controls/own-way.ts";
import { createFrontier } from "#core/explore/pages/frontier.ts";
import type { Lead } from "#core/explore/pages/frontier.ts";
import type { Credentials } from "#core/explore/login/login.ts";
import { visitKinds } from "#core/explore/items/item-kinds.ts";
import { findLogout } from "#core/explore/login/find-logout.ts";
import { lookAtFurther } from "#core/explore/items/further-items.ts";
import { navigationOf, sidebarsOf, withoutNavigation } from "#core/explore/pages/navigation.ts";
import { learnDrawn } from "#core/explore/controls/learn-drawn.ts";
import { findLoginForm, logIn } from "#core/explore/login/login.ts";
import { stateOf } from "#core/explore/pages/state-of.ts";
import type { Visited } from "#core/explore/pages/open-page.ts";
import { askAfter, mostAsked } from "#core/explore/pages/unopened.ts";
import type { Limits, Walk } from "#core/explore/pages/walk.ts";
import { isBlank, open } from "#core/explore/pages/open-page.ts";
import { probeSite } from "#core/explore/probes/probe-site.ts";
import { createWalk, here, noteRoutes } from "#core/explore/pages/walk.ts";

/** Items that say what no person would write, and are opened for that. */
const MOST_ODD = 4;

export type ExploreOptions = {
  /** A fresh session whose baseUrl is the start address. */
  session: Session;
  startUrl: string;
  login?: Credentials;
  /** Another fresh session, in which nobody is logged in: to see what the log-in is for. */
  anonymous?: () => Promise<Session>;
  limits: Limits;
  signal: AbortSignal;
  /** Told what is going on, in a sentence without a full stop. */
  progress(message: string): void;
  /** Milliseconds, of any clock that goes forward. */
  now(): number;
};

/**
 * Why there is no model. unreachable: no answer (`message`: the network error). timeout: never answered. server_error:
 * 5xx at the start and at the root. not_found: the start answers 4xx.
 * empty: the start shows nothing, without an error. elsewhere: the start leads to another origin.
 */
export type ExplorationFailure =
  | "unreachable"
  | "timeout"
  | "server_error"
  | "not_found"
  | "empty"
  | "elsewhere"
  | "login_form_not_found"
  | "login_failed"
  | "cancelled"
  | "browser_lost";

export type Exploration =
  | { ok: true; site: SiteModel }
  | { ok: false; reason: ExplorationFailure; message: string };

/**
 * Walks a live app and tells what it offers. Polite: one page at a time in each session, nothing that could harm is used (see words.ts).
 * Ends within the limits, or within about 30 s when the app cannot be reached; never throws.
 */
export const explore = async (options: ExploreOptions): Promise<Exploration> => {
  const started = options.now();
  const start = new URL(options.startUrl);
  const walk = createWalk({ ...options, origin: start.origin });
  options.progress(`opening ${start.href}`);
  const first = await openStart(walk, start);
  // What a guest is refused may be there for whoever logs in.
  if ("reason" in first && !(options.login && (first.reason === "not_found" || first.reason === "empty")))
    return first;

  let login: SiteLogin | null = null;
  let home = first;
  if (options.login) {
    options.progress("logging in");
    const refused = "reason" in first ? `${first.message}; ` : "";
    const outcome = await logIn(walk, options.login, pathOf("reason" in first ? start : first.url));
    if (!outcome.ok) return { ...outcome, message: refused + outcome.message };
    const landing = here(walk);
    login = {
      ...outcome.login,
      ...(options.login.username.includes("@") && { byEmail: true }),
      ...(landing !== null && { landing }),
    };
    home = await openInside(walk, start, here(walk));
  }
  if ("reason" in home) return home;

  const greeted = await dismissGreetings(walk, home.survey);
  home = { ...home, survey: greeted.survey };

  const frontier = createFrontier(walk);
  const tried = new Set<string>();
  const behindLogin = login !== null;
  const common = createCommonControls();
  const ctx = { walk, frontier, tried, common, behindLogin, greetings: greeted.greetings };
  await take(ctx, home, { url: start, depth: 0, via: null });
  await crawl(ctx);
  await visitKinds(walk, (visited, lead) => take(ctx, visited, lead));
  // The other half is for what else is not opened.
  const answers = await askAfter(walk, frontier.items(), mostAsked(walk) / 2);
  const look = async (leads: Lead[]): Promise<Lead[]> =>
    lookAtFurther(walk, leads, (visited, lead) => takeLate(ctx, visited, lead));
  const odd = frontier.take(({ url }) => answers.get(pathOf(url))?.odd === true, MOST_ODD);
  const missed = [
    ...(await look([...odd, ...anchorLeads(walk)])),
    ...(await look(frontier.sample())),
    ...(await look(frontier.sample())),
  ];
  const cart = await fillCart(walk, (visited, setup, via) =>
    take(ctx, visited, { url: visited.url, depth: via.depth, via: via.via }, setup),
  );
  const pages = [...walk.pages.values()];
  await bringUpByWays(walk, pages);
  await learnDrawn(walk, pages);
  walk.navigation = navigationOf(walk, pages);
  walk.sidebars = sidebarsOf(walk, pages);
  for (const sample of [...walk.samples, ...(cart?.filled ? [cart.filled] : [])])
    sample.survey = withoutNavigation(walk, sample.survey);
  for (const page of pages) {
    page.survey = withoutNavigation(walk, page.survey);
    if (page.setup.length === 0) walk.steady?.set(page.path, stateOf(page.survey));
  }
  login ??= await noteLogin(walk, pages, home);
  const probed = await probeSite(walk, pages, {
    login,
    behindLogin,
    tag: tagOf(started),
    credentials: options.login,
    anonymous: options.anonymous,
  });
  const deadLinks = await checkLeads(
    walk,
    [...frontier.none(), ...missed, ...frontier.leftOut()],
    pages,
    answers,
  );
  noteRoutes(walk);
  if (options.signal.aborted)
    return { ok: false, reason: "cancelled", message: "the exploration was cancelled" };
  if (walk.lost)
    return { ok: false, reason: "browser_lost", message: "the browser was lost during the exploration" };

  const site: SiteModel = {
    startUrl: start.href,
    origin: walk.origin,
    title: home.survey.title,
    pages,
    samples: walk.samples,
    greetings: greeted.greetings,
    login,
    logout: behindLogin ? findLogout(pages) : null,
    cart,
    ...probed,
    skeletons: [...walk.skeletons],
    ...(walk.typeset && { typeset: true as const }),
    deadLinks,
    bounds: {
      pagesVisited: walk.visited,
      actionsTaken: walk.actions,
      durationMs: Math.round(options.now() - started),
      addressesSeen: frontier.seen() + 1,
      addressesLeftOut: frontier.leftOut().length,
      controlsSeen: new Set([...walk.controls.seen, ...walk.controls.used]).size,
      controlsUsed: walk.controls.used.size,
      routes: [...walk.routes].toSorted(),
      tooOften: walk.tooOften,
      reached: [...walk.reached],
      avoided: [...walk.avoided].slice(0, 50),
    },
  };
  options.progress(
    `seen ${counted(pages.length, "kind of page", "kinds of page")} on ${counted(walk.visited, "visit")}, ${counted(walk.actions, "action")}`,
  );
  return { ok: true, site };
};

/** Tells what this exploration makes from what earlier ones left. */
const tagOf = (moment: number): string =>
  Math.abs(Math.round(moment * 1000) % 46_656_000)
    .toString(36)
    .padStart(5, "0");

/** An app that nobody has used for a while takes its time at first. */
const START_TIMEOUT = 25_000;

type Start = Visited | Extract<Exploration, { ok: false }>;

const openStart = async (walk: Walk, start: URL): Promise<Start> => {
  const visited = await open(walk, pathOf(start), START_TIMEOUT);
  walk.visited += 1;
  if (!visited.ok) {
    const reason =
      visited.failure === "timeout" ? "timeout" : visited.failure === "closed" ? "cancelled" : "unreachable";
    const { message } = visited;
    return {
      ok: false,
      reason,
      message: message.includes(start.href) ? message : `${start.href}: ${message}`,
    };
  }
  if (visited.url.origin !== start.origin) {
    const message = `${start.href} leads to ${visited.url.origin}: give that address instead if it is the app`;
    return { ok: false, reason: "elsewhere", message };
  }
  const status = visited.status ?? 200;
  if (status < 400 && (await showsNothing(walk, visited)))
    return {
      ok: false,
      reason: "empty",
      message: `${start.href} shows nothing: it has no text, picture or control, and says no error`,
    };
  if (status < 400 || visited.survey.login) return visited;
  if (status >= 500 && start.pathname !== "/") {
    const root = await open(walk, "/");
    if (root.ok && (root.status ?? 200) < 500) return visited;
  }
  const message = `${start.href} answers ${status}${visited.survey.title ? ` (${visited.survey.title})` : ""}`;
  return { ok: false, reason: status >= 500 ? "server_error" : "not_found", message };
};

const DRAWN = { css: "canvas, svg, video, audio, object, embed" };

/** An error that is the reason would be a finding. */
const showsNothing = async ({ session }: Walk, { survey, problems }: Visited): Promise<boolean> => {
  if (!isBlank(survey) || problems.length > 0) return false;
  const drawn = await session.page.read(DRAWN, "count", { timeoutMs: 500 });
  return drawn.ok && drawn.value === "0";
};

/** The start page for somebody who has logged in, else the page to which that led: some apps show the log-in to everybody. */
const openInside = async (walk: Walk, start: URL, landed: string | null): Promise<Start> => {
  const again = await openStart(walk, start);
  if ("reason" in again || !again.survey.login) return again;
  const inside = landed === null || landed === pathOf(start) ? null : await open(walk, landed);
  if (inside?.ok && !inside.survey.login && (inside.status ?? 200) < 400) return inside;
  const message = `${pathOf(start)} still asks to log in after the log-in`;
  return { ok: false, reason: "login_failed", message };
};

const noteLogin = async (walk: Walk, pages: SitePage[], home: Visited): Promise<SiteLogin | null> => {
  const withForm = pages.filter(({ survey, setup }) => survey.login && setup.length === 0);
  const page = withForm.toSorted((a, b) => a.path.length - b.path.length)[0];
  const found = page?.survey.login
    ? { path: page.path, setup: [], form: page.survey.login }
    : await findLoginForm(walk, pathOf(home.url), home.survey);
  if (!found) return null;
  const { username, password, submit } = found.form;
  const wall = home.survey.login !== null && pages.every(({ survey }) => survey.login !== null);
  return { path: found.path, setup: found.setup, username, password, submit, wall, used: false };
};
