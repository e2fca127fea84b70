import type { SiteAction } from "#model/site-pages.ts";
import type { Page, Session } from "#ports/browser.ts";
import { pathOf } from "./address.ts";
import { isSteadyTarget } from "./steady.ts";

/** What was done on a page since it was opened, up to what was done at that moment; times in milliseconds since 1970. */
export type Trail = { opened: number; at: number; path: string; actions: SiteAction[] };

const MOST_ACTIONS = 3;
const MOST_KEPT = 500;

type Act = Parameters<Page["act"]>;

const actionOf = ([target, action]: Act): SiteAction | null => {
  if (!isSteadyTarget(target)) return null;
  if (action.kind === "click") return { kind: "click", target };
  const [option, ...others] = action.kind === "select" ? action.options : [];
  return option !== undefined && others.length === 0 ? { kind: "select", target, option } : null;
};

/**
 * A session that notes what is done in it: clicks and choices on a page that was opened by its address, up to three of them.
 * What is typed is not noted, nor what comes after that.
 */
export const withTrail = (session: Session, origin: string): { session: Session; trails: Trail[] } => {
  const trails: Trail[] = [];
  let now: Omit<Trail, "at"> | null = null;
  const noteAct = (...act: Act): void => {
    const action = now === null || now.actions.length >= MOST_ACTIONS ? null : actionOf(act);
    now = now && action && { ...now, actions: [...now.actions, action] };
    if (now) trails.push({ ...now, at: Date.now() });
    if (trails.length > MOST_KEPT) trails.shift();
  };
  /** Opened anew: to another place on the page that is shown leads nowhere. */
  const openedAt = (url: string, shown: string): typeof now => {
    const to = URL.canParse(url, origin) ? new URL(url, origin) : null;
    if (to?.origin !== origin || to.href.split("#")[0] === shown.split("#")[0]) return null;
    return { opened: Date.now(), path: pathOf(to), actions: [] };
  };
  const noting = (page: Page): Page => ({
    ...page,
    goto(url, options) {
      now = url.includes("#") ? openedAt(url, page.url()) : openedAt(url, "");
      return page.goto(url, options);
    },
    reload(options) {
      now = null;
      return page.reload(options);
    },
    back(options) {
      now = null;
      return page.back(options);
    },
    press(key, options) {
      now = null;
      return page.press(key, options);
    },
    async act(target, action, options) {
      const before = now;
      const acted = await page.act(target, action, options);
      // What was not done leaves the page in a state that nobody knows.
      if (acted.ok && before === now) noteAct(target, action, options);
      else now = null;
      return acted;
    },
  });
  let known = session.page;
  let noted = noting(known);
  // Another tab may be shown by then, and evidence goes on.
  const followed = new Proxy(session, {
    get(all, name, receiver) {
      if (name !== "page") return Reflect.get(all, name, receiver) as unknown;
      const { page } = all;
      if (page !== known) [known, noted, now] = [page, noting(page), null];
      return noted;
    },
  });
  return { session: followed, trails };
};
