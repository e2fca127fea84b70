import type { PageSurvey, SurveyControl, SurveyForm } from "./survey.ts";
import type { Target } from "./target.ts";

/** One kind of page: all addresses that share a pattern and a structure. The survey is of the first that was seen. */
export type SitePage = {
  /** Unique, kebab-case, short; from the pattern or the title. */
  id: string;
  /** Address with what varies replaced: `/products/:id?page=:v`. */
  pattern: string;
  path: string;
  title: string;
  status: number | null;
  /** Clicks from the start page. */
  depth: number;
  /** Where a link to it was found; null for the start and for pages found otherwise. */
  via: { pageId: string; text: string; target: Target | null } | null;
  /** Further addresses of the same kind that were opened. */
  examples: string[];
  survey: PageSurvey;
  /** What went wrong while it loaded, in any of its examples. */
  problems: SiteProblem[];
  reveals: SiteReveal[];
  /** What has to be done first for the page to look so, such as putting something into the cart. */
  setup: SiteAction[];
  /** It was seen logged in. */
  behindLogin: boolean;
  /** What lay over something else there as it was opened, in words. */
  overlap?: string;
  /** Words such as "Loading…" that stood there still after 4 s, in the place of a list. */
  slow?: string;
  /**
   * What it is to who is not logged in: it asks to log in, shows all the same, other rows of the same list, or something
   * else. Null: not tried.
   */
  guard: "asks" | "shows_all" | "shows_rows" | "shows_text" | "differs" | null;
  /** Pages that are shown to who is not logged in lead to it. */
  offered: boolean;
  /** A form for changing its item, which is somebody else's, that its address brings up although the page offers none. */
  edited?: { path: string; submit: Target };
  /** Somebody else's item, which its address shows although this list of one's own does not have it. */
  stranger?: { path: string; heading: string };
  /** Where it asks to log in, the address of the form says that it was this page that was asked for. */
  remembered: boolean;
};

/** `shows`: what came late on a page that scripts draw; null where the page itself did. */
export type LatePage = { path: string; shows: Target | null };

/** What is asked for, by its address, once that was done on a page, and comes late. */
export type LateAnswer = { path: string; actions: SiteAction[]; url: string };

/** What a page asks for by itself once it has loaded, by the path of its address, and never got. */
export type BackgroundRequest = { pageId: string; path: string; url: string; status: number };

export type SiteAction =
  | { kind: "goto"; path: string }
  | { kind: "click"; target: Target }
  | { kind: "select"; target: Target; option: string }
  | { kind: "fill"; target: Target; value: string };

export type SiteProblem = {
  kind: "page_error" | "console_error" | "request" | "broken_image";
  message: string;
  /** Set once it is known which page's case tells of it: by `part`, which is in the message of an expect, the others leave it aside. */
  told?: { by: string; part: string };
};

/** A dialog that was opened, and what keys do with it. */
export type SiteDialog = {
  pageId: string;
  path: string;
  /** What opens it. */
  name: string;
  target: Target;
  /** Its own control that puts it aside, and what has to be gone then. */
  close: Target;
  gone: Target;
  /** Escape puts it aside as well. */
  escapes: boolean;
  /** Once it is closed, what opened it has the focus again. */
  returns: boolean;
};

/** What a button, tab, menu or the like showed when it was used. */
export type SiteReveal = {
  control: SurveyControl;
  /** nothing: its name promises something, and all stays as it was. */
  effect: "dialog" | "content" | "navigation" | "nothing";
  /** Where it led, for `navigation`. */
  path: string | null;
  /** Elements that were not there before: what a person would look for, most telling first. */
  appeared: Target[];
  forms: SurveyForm[];
  problems: SiteProblem[];
  /** What puts a dialog aside again, and what then has to be gone; null where the dialog offers nothing for that. */
  close: { name: string; target: Target; gone: Target; works: boolean } | null;
};
