import { randomBytes } from "node:crypto";

/** What the shop remembers of one browser. */
export type Session = {
  /** E-mail address of who is logged in. */
  user: string | null;
  /** Product id to quantity. */
  cart: Map<number, number>;
  /** Numbers of the orders this browser has placed. */
  orders: Set<number>;
  /** A message for the next page. */
  flash: string | null;
  lastSearch: string;
};

export type Sessions = {
  /** The session of a cookie header, or a new one that is kept only once something is in it. */
  open(cookies: string | undefined): { id: string | null; session: Session };
  /** Keeps a session if it holds anything; gives the Set-Cookie value when the browser must be told. */
  keep(id: string | null, session: Session, loggedIn: boolean): string | null;
};

const COOKIE = "shop_session";
const MOST_SESSIONS = 10_000;

function isEmpty({ user, cart, orders, flash, lastSearch }: Session): boolean {
  return !user && cart.size === 0 && orders.size === 0 && !flash && !lastSearch;
}

/** Sessions of one shop, in memory. */
export function createSessions(): Sessions {
  const sessions = new Map<string, Session>();

  return {
    open(cookies) {
      const id = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookies ?? "")?.[1];
      const known = id === undefined ? undefined : sessions.get(id);
      if (id !== undefined && known) return { id, session: known };
      return {
        id: null,
        session: { user: null, cart: new Map(), orders: new Set(), flash: null, lastSearch: "" },
      };
    },
    keep(id, session, loggedIn) {
      // A fresh id at log-in, so that an id known to somebody else beforehand is worth nothing.
      if (id !== null && !loggedIn) return null;
      if (isEmpty(session)) return null;
      if (id !== null) sessions.delete(id);
      const fresh = randomBytes(18).toString("base64url");
      sessions.set(fresh, session);
      if (sessions.size > MOST_SESSIONS) {
        for (const oldest of sessions.keys()) {
          sessions.delete(oldest);
          break;
        }
      }
      return `${COOKIE}=${fresh}; Path=/; HttpOnly; SameSite=Lax`;
    },
  };
}
