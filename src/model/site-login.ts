import type { SiteAction } from "./site-pages.ts";
import type { Target } from "./target.ts";

export type SiteLogin = {
  path: string;
  /** Clicks that bring up the form once `path` is open, for one that lives in a dialog. */
  setup: SiteAction[];
  username: Target;
  password: Target;
  submit: Target | null;
  /** The name is asked for first, on a page of its own; then `submit` sends the password alone. */
  nameStep?: { username: Target; submit: Target | null };
  /** The app shows nothing else to who is not logged in. */
  wall: boolean;
  /** The exploration itself was logged in. */
  used: boolean;
  /** It was logged in by an e-mail address. */
  byEmail?: true;
  /** The page that one was led to then. */
  landing?: string;
  /** What was said once one was logged in. */
  message?: string;
};

export type SiteLogout = { pageId: string; path: string; setup: SiteAction[]; target: Target; name: string };
