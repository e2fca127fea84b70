import type { PageSurvey, SurveyControl, SurveyField, SurveyForm } from "./survey.ts";
import type { Target } from "./target.ts";
import type { SiteFacets, SiteRange } from "./site-choices.ts";
import type {
  SiteSearch,
  SiteSort,
  SiteFilter,
  SiteFilterCombo,
  SiteFilterPair,
  SitePaging,
  SiteInsertion,
  SiteStepper,
} from "./site-lists.ts";
import type { SiteJoin } from "./site-joins.ts";
import type { SiteKeptText } from "./site-kept-texts.ts";
import type { SiteCancel } from "./site-cancels.ts";
import type { SitePageSize } from "./site-page-sizes.ts";
import type { SitePeriods } from "./site-periods.ts";
import type { SiteGuestPage, SiteOpenData } from "./site-guest.ts";
import type { RowControl, SiteRecord } from "./site-records.ts";
import type { SiteDownload } from "./site-download.ts";
import type { SitePassword } from "./site-password.ts";
import type { SiteSelection } from "./site-selection.ts";
import type { SiteTheme } from "./site-theme.ts";
import type { SiteSwitch, SiteView } from "./site-switches.ts";
import type { SiteLanguage } from "./site-language.ts";
import type { SiteMouseOnly } from "./site-mouse-only.ts";
import type { SiteWizard } from "./wizard.ts";

/**
 * `stays`: the item's page is still open once the item is in the cart. `empty`: takes everything out of the cart, and what
 * says that it is meant; null where there is none, or it is not known what comes of it.
 */
export type SiteCart = {
  stays: boolean;
  empty: { name: string; target: Target; confirm: Target | null } | null;
  /** The cart with that item, whatever else was in it before, and where it was put in; null where it was not looked at, or how many are put in had to be chosen. */
  filled: { path: string; survey: PageSurvey; from: string; add: Target } | null;
  /**
   * The page of an item refused to put one more than `most` of it in, which the cart's own field had been set to; null where
   * that was not so. `setup` puts one in, `update` takes over a new number.
   */
  limit: {
    path: string;
    setup: SiteAction[];
    field: Target;
    update: Target | null;
    most: number;
  } | null;
};

/** What exploring a live app found. Addresses are relative to `origin` (`/products?page=2`) unless they say otherwise. */
export type SiteModel = {
  startUrl: string;
  origin: string;
  title: string;
  pages: SitePage[];
  /** Further examples of these pages, each as it was seen: of use only where one is not well. */
  samples: SitePage[];
  /** Controls that put aside what greets whoever comes first, such as a consent banner; in their order. */
  greetings: Target[];
  login: SiteLogin | null;
  logout: SiteLogout | null;
  searches: SiteSearch[];
  sorts: SiteSort[];
  facets: SiteFacets[];
  ranges: SiteRange[];
  /** What was found when an item was put into the cart; null where there is no cart. */
  cart: SiteCart | null;
  guestPages: SiteGuestPage[];
  openData: SiteOpenData[];
  pagings: SitePaging[];
  pageSizes: SitePageSize[];
  periods: SitePeriods[];
  steppers: SiteStepper[];
  insertions: SiteInsertion[];
  filters: SiteFilter[];
  filterPairs: SiteFilterPair[];
  filterCombos: SiteFilterCombo[];
  switches: SiteSwitch[];
  views: SiteView[];
  selections: SiteSelection[];
  records: SiteRecord[];
  posts: SitePost[];
  toggles: SiteToggle[];
  shelves: SiteShelf[];
  joins: SiteJoin[];
  cancels: SiteCancel[];
  /** Null where no control changes between light and dark and says which is on. */
  theme: SiteTheme | null;
  wizards: SiteWizard[];
  lines: SiteLines[];
  numberedLines: SiteNumberedLines[];
  keptTexts: SiteKeptText[];
  /** Null where there is no form for it, or nothing can be told of it. */
  password: SitePassword | null;
  downloads: SiteDownload[];
  languages: SiteLanguage[];
  mouseOnly: SiteMouseOnly[];
  deadLinks: DeadLink[];
  /** Addresses of pages that were answered late, each time, while most others were not. */
  late: string[];
  /** Addresses of items that do not exist, answered as if they did by a page that says they do not. */
  unknown: string[];
  bounds: SiteBounds;
};

/** A form to which lines of the same fields are added, as it was tried: one was added, and the first removed. */
export type SiteLines = {
  pageId: string;
  path: string;
  add: { name: string; target: Target };
  /** Of the first line, which the second has as well. */
  field: SurveyField;
  /** The name of what removes a line. */
  remove: string;
  /** Fields of a line for numbers, and the words beside an amount that grew with a second line; null where none did. */
  sum: { fields: SurveyField[]; words: string } | null;
};

/** Lines of a form whose fields are called by their number: "Ingredient 1", "Ingredient 2"; `remove` is for the first. */
export type SiteNumberedLines = {
  pageId: string;
  path: string;
  /** What adds a second line to a form that begins with one; null where it has two from the first. */
  add: Target | null;
  name: string;
  first: Target;
  second: Target;
  remove: { name: string; target: Target };
};

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
  /** Words such as "Loading…" that stood there still after 5 s, in the place of a list. */
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
  /** What was said once one was logged in. */
  message?: string;
};

export type SiteLogout = { pageId: string; path: string; setup: SiteAction[]; target: Target; name: string };

/** A form that adds a text to the page that it is on, such as a comment or a task, as it was tried once. */
export type SitePost = {
  pageId: string;
  path: string;
  /** Brings the form up; null where it is there by itself. */
  opener: Target | null;
  form: SurveyForm;
  /** What the text is typed into. */
  field: SurveyField;
  /** What the text went on with, which is hard to keep; empty where the field has no room for it. */
  tail: string;
  /** It was on the page then. */
  shown: boolean;
  /** It is to be there when the page is opened again. */
  kept: boolean;
  /** Selects the entries of the page, of which there was one more for it; null where there was none. */
  entries: string | null;
  /** It is to be there once: it was, or it stood in two like entries one behind the other. */
  once: boolean;
  /** A script of the page sends it, and the page stays. */
  scripted: boolean;
  /** What the text began with. */
  key: string;
  /** The markup in it had become an element of the page. */
  markup: boolean;
  /** How its entry shows the number that was chosen for it. */
  rating: PostRating | null;
  /** What the page says of all such ratings; null where it says nothing of them that could be reckoned. */
  average: PostAverage | null;
  /** How it is changed and removed by controls of its own; null where there are none. */
  part: PostPart | null;
  /** How it is removed, where just one may be added; null where there may be more. */
  undo: PostPart["remove"];
  /** How that one is changed. */
  edit: PostPart["edit"];
};

/** What holds a text that was added, by a selector, with the controls that change and remove it there. */
export type PostPart = {
  edit: {
    control: RowControl;
    holder: string;
    field: SurveyField;
    submit: Target;
    /** What shows there which of several numbers, such as stars, was chosen for it; null where that is not known. */
    chosen: { target: Target; option: string; isSelect: boolean } | null;
  } | null;
  remove: {
    control: RowControl;
    holder: string;
    confirm: Target | null;
    /** The page stays, and is to show at once what is gone from it. */
    stays: boolean;
  } | null;
};

/** A number of stars or the like, as it was shown and as it has to be. */
export type PostRating = { shown: string; meant: string };

/**
 * "3.5 of 5 (2 reviews)", as a page said it before a rating was added: the average, what stands between it and the count,
 * and the words behind that. `shown`: the average with one more, and `meant` how it may be written then.
 */
export type PostAverage = {
  before: string;
  between: string;
  count: number;
  words: string;
  shown: string;
  meant: string[];
};

/** A mark that one sets and takes back, such as a star, as it was tried once. */
export type SiteToggle = {
  pageId: string;
  path: string;
  name: string;
  /** The control while it is not set, and while it is. */
  on: Target;
  off: Target;
  /** `aria-pressed` at first, where that alone tells its state. */
  pressed: boolean | null;
  /** Says what the mark has changed, and nothing that changes by itself; null where only the control does. */
  shows: Target | null;
  /** It was sent to the app, or was still set when the page was opened again. */
  kept: boolean;
  /** The control tells whether it is set, so that using it again takes it back. */
  flips: boolean;
  /** The link of the navigation that says how many are marked; null where none was seen to. */
  nav: Target | null;
  problems: SiteProblem[];
  /** Two items beside each other that can both bear the mark, and what they bore; null where that was not seen. */
  siblings: {
    set: Target;
    back: Target;
    first: { path: string; isSet: boolean };
    second: { path: string; isSet: boolean };
  } | null;
};

/** A page that lists what one has marked, as it was tried: it had some of the marked items, which were taken off again. */
export type SiteShelf = {
  /** Of the page that lists them. */
  pageId: string;
  path: string;
  /** Of the control that marks an item. */
  name: string;
  /** In the order in which they are marked: where, and what the item is called. */
  marks: { path: string; item: string; on: Target }[];
  /** Null where each item is a column. */
  list: Target | null;
  rowRole: SiteRecord["rowRole"];
  /** Takes one off; null where the page, by its name the one for them, did not list any of them. */
  remove: RowControl | null;
  /** The link of the navigation that says how many are marked; null where none was seen to. */
  nav: Target | null;
  problems: SiteProblem[];
};

export type DeadLink = {
  pageId: string;
  text: string;
  target: Target | null;
  path: string;
  status: number | null;
  /** The heading of what a script shows there, which says itself that there is nothing. */
  says?: string;
  /** What was loaded from there has nothing to use on it: it is not the app. */
  bare?: true;
};

export type SiteBounds = {
  pagesVisited: number;
  actionsTaken: number;
  durationMs: number;
  /** Different same-origin addresses of pages that were met. */
  addressesSeen: number;
  /** Buttons, tabs, menus and the like that were met, and those of them that were used. */
  controlsSeen: number;
  controlsUsed: number;
  /** What scripts asked the app for: `GET /api/items/:id`. */
  routes: string[];
  /** Same-origin addresses that were seen but not opened, because others of their kind were or a limit came first. */
  addressesLeftOut: number;
  /** What the app refused because it was asked too often (429), how often, and how long it was left alone for that. */
  tooOften: { request: string; times: number; waitedMs: number } | null;
  /** Which limits ended the exploration early. */
  reached: ("pages" | "actions" | "time" | "depth")[];
  /** Names of controls and links that were left alone because they could do harm. */
  avoided: string[];
};
