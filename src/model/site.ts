import type { PageSurvey, SurveyCollection, SurveyControl, SurveyField, SurveyForm } from "./survey.ts";
import type { SiteDownload } from "./site-download.ts";
import type { SiteLanguage } from "./site-language.ts";
import type { Target, TargetObject } from "./target.ts";
import type { SiteWizard } from "./wizard.ts";

/** What exploring a live app found. Addresses are relative to `origin` (`/products?page=2`) unless they say otherwise. */
export type SiteModel = {
  startUrl: string;
  origin: string;
  title: string;
  pages: SitePage[];
  /** Controls that put aside what greets whoever comes first, such as a consent banner; in their order. */
  greetings: Target[];
  login: SiteLogin | null;
  logout: SiteLogout | null;
  searches: SiteSearch[];
  sorts: SiteSort[];
  pagings: SitePaging[];
  filters: SiteFilter[];
  records: SiteRecord[];
  posts: SitePost[];
  toggles: SiteToggle[];
  wizards: SiteWizard[];
  lines: SiteLines[];
  downloads: SiteDownload[];
  languages: SiteLanguage[];
  deadLinks: DeadLink[];
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
  /** What it is to who is not logged in: it asks to log in, shows all the same, or something else. Null: not tried. */
  guard: "asks" | "shows_all" | "differs" | null;
  /** Pages that are shown to who is not logged in lead to it. */
  offered: boolean;
  /** Where it asks to log in, the address of the form says that it was this page that was asked for. */
  remembered: boolean;
};

export type SiteAction = { kind: "goto"; path: string } | { kind: "click"; target: Target };

export type SiteProblem = {
  kind: "page_error" | "console_error" | "request" | "broken_image";
  message: string;
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
};

export type SiteLogout = { pageId: string; path: string; setup: SiteAction[]; target: Target; name: string };

/** A field that filters a list, with what was seen when a word was looked for. */
export type SiteSearch = {
  pageId: string;
  path: string;
  field: SurveyField;
  /** How the search starts. */
  trigger: "typing" | "enter" | { submit: Target };
  term: string;
  /** A name of an item that the term was taken from, as the list shows it. */
  item: string;
  /** While one types, the page asks for what is found with this parameter of an address. */
  asks: string | null;
  /** Results are offered below the field while one types. */
  suggests: boolean;
  /** The list of results, as a target that fits it alone; null when only the whole page can be looked at. */
  results: Target | null;
  /** Fits every row of the results. */
  rowTarget: TargetObject | null;
  /** Every row is expected to show the term: none was a match for a reason that the list does not show. */
  plain: boolean;
  /** The item was among the results. */
  found: boolean;
  /** How many rows the list had before, with the term, and with a word that nothing contains. */
  rows: { before: number; term: number; nonsense: number };
  /** The list was on the page before the search: clearing it must bring the rows back. */
  inPlace: boolean;
};

export type SiteSort = {
  pageId: string;
  path: string;
  /** A select with options, or a header to click. */
  control:
    | { kind: "select"; field: Target; name: string; apply: Target | null }
    /**
     * `twice`: a second click turns the order round. `first`: the order after one click, where the header says
     * so, or each of two was seen to bring one of its own.
     */
    | {
        kind: "header";
        target: Target;
        name: string;
        twice: boolean;
        first?: "ascending" | "descending";
      };
  /** For a header one, in either order: which comes first is the app's choice. */
  orders: SortOrder[];
};

export type SortOrder = {
  /** The option to choose, or the header's name. */
  label: string;
  by: "text" | "number" | "date" | "money";
  order: "ascending" | "descending" | "either";
  /** The values in question: fits one element a row. */
  values: TargetObject;
};

/** A select, or tabs, that choose which of a list's items are shown. */
export type SiteFilter = {
  pageId: string;
  path: string;
  kind: "select" | "tabs";
  name: string;
  /** The select. */
  field: Target | null;
  /** The option that was chosen at first. */
  all: string | null;
  /** What has to be clicked for a choice to count. */
  apply: Target | null;
  list: SurveyCollection;
  /** Names of the items at first. */
  before: string[];
  options: FilterOption[];
};

export type FilterOption = {
  label: string;
  /** The tab. */
  target: Target | null;
  /** Names of the items that were shown. */
  names: string[];
  /** Fits their rows, where a list was shown. */
  rows: Target | null;
  /** Leads to more of them. */
  next: Target | null;
  /** Every row showed the label; some did. */
  carried: boolean;
  partly: boolean;
  /** Texts of the rows' cells, where a table was shown. */
  cells: string[][];
  /** The address that it led to, where it changed. */
  address: string | null;
  problems: SiteProblem[];
};

export type SitePaging = {
  pageId: string;
  path: string;
  list: Target;
  next: Target;
  previous: Target | null;
  /** `more` adds to what is shown. */
  kind: "replace" | "more";
  /** Fits what names a row, one element a row: its link or its first cell. */
  names: TargetObject;
  rows: number;
};

/**
 * How items of a list are made, changed and removed, as it was tried once with an item of the explorer's own, which it
 * removed again where the app lets it.
 */
export type SiteRecord = {
  pageId: string;
  path: string;
  /** Brings up the form, once `path` is open; null where it stands there anyway. */
  opener: { name: string; target: Target } | null;
  form: SurveyForm;
  /** The field whose text the list shows. */
  nameField: SurveyField;
  /** What it was given after the name proper: letters, signs and markup that are hard to keep; empty where the app refused them. */
  nameTail: string;
  /** What came after the name when the server answered with an error of its own, before it was given less; else empty. */
  breaksAt: string;
  /** It was given other choices than those that the form offers at first. */
  varied: boolean;
  list: Target;
  /** The list is there again once the form was sent, without being opened. */
  returns: boolean;
  /** Null for cards, which have no role in common. */
  rowRole: "row" | "listitem" | null;
  /** Names of a table's columns, in their order. */
  columns: string[];
  /** Places of the columns that showed the item's name. */
  nameColumns: number[];
  /** By name of a field for a day: the place of the column that showed what was typed there, or the day before or after. */
  dayColumns: Record<string, number>;
  /** The list shows only a part of its items at a time. */
  paged: boolean;
  /** How the item was found in the list: it was there, or had to be searched for; never means that it was not. */
  listed: "in_sight" | "by_search" | "never";
  search: SiteSearch | null;
  /** The app was asked for nothing when the item was made: it is kept in the browser, if at all. */
  local: boolean;
  /** Each row has a box to tick. */
  ticked: boolean;
  /** Once it is made, one is led to a page of the kind that its name in the list leads to. */
  lands: boolean;
  /** What is set on that page by a select and a button of its own. */
  choices: SiteItemChoice[];
  /** Which of the controls are not in the row but on the item's page, which its name leads to. */
  detail: { edit: boolean; remove: boolean } | null;
  /** `overList`: its form is a dialog above the list; `cancel` gives up what was typed. */
  edit: (RowControl & { form: SiteEditForm | null; overList: boolean; cancel: Target | null }) | null;
  remove: (RowControl & { confirm: Target | null }) | null;
  /** The part of the page that a control of the item moves it to: "In progress"; null where there is none. */
  moves: { control: RowControl; to: string } | null;
  /** Names of fields without which an item was made as well. */
  optional: string[];
  /** What the app said in the place of a value once the item was made, such as `undefined`; else empty. */
  nonsense: string;
  /** For an item that the list shows under a name of the app's own. `detail` is of both then. */
  ownPage: SiteOwnPage | null;
};

/** The page of its own that one comes to once an item is made, and which shows what was typed. */
export type SiteOwnPage = {
  /** Names of the fields of which it shows what was typed or chosen. */
  shown: string[];
  /** By name of a field for a day, how the page writes that day, or the one before or after that. */
  days: Record<string, string>;
  /** Words beside amounts of money that the form shows as well, before it is sent. */
  amounts: string[];
  /** Leads back to the list. */
  back: Target | null;
};

/** A select of an item's page that is sent by itself, such as its status. */
export type SiteItemChoice = {
  field: SurveyField;
  submit: Target;
  /** What was chosen when the item was made. */
  first: string;
  /** Other options: those that were kept or went wrong when they were tried, else one that has to be kept. */
  options: string[];
  /** The page stays, or comes again, when it is sent. */
  stays: boolean;
};

/** The form that changes an item, as it came up for one that had just been made. */
export type SiteEditForm = {
  form: SurveyForm;
  /** The field that showed the item's name. */
  nameField: SurveyField | null;
  /** Fields that showed what was typed, and those that had lost it, or some of it. */
  kept: string[];
  lost: string[];
};

/** A form that adds a text to the page that it is on, such as a comment or a task, as it was tried once. */
export type SitePost = {
  pageId: string;
  path: string;
  form: SurveyForm;
  /** What the text is typed into. */
  field: SurveyField;
  /** What the text went on with, which is hard to keep; empty where the field has no room for it. */
  tail: string;
  /** It was on the page then. */
  shown: boolean;
  /** It is to be there when the page is opened again. */
  kept: boolean;
  /** It is to be there once: it was, or it stood in two like entries one behind the other. */
  once: boolean;
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
  problems: SiteProblem[];
};

/** `part`: the control is named after its row as well, and this is the part that all have in common. */
export type RowControl = { role: "button" | "link"; name: string; part?: boolean };

export type DeadLink = {
  pageId: string;
  text: string;
  target: Target | null;
  path: string;
  status: number | null;
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
