import type { SurveyCollection, SurveyField } from "./survey.ts";
import type { Target, TargetObject } from "./target.ts";
import type { SiteProblem } from "./site-pages.ts";

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
  /** The address has the word once it is looked for. */
  addressed?: true;
  /** Back led from there to the address of the page, and nothing was loaded. */
  leadsBack?: true;
  /** The results are on a page without the field: to look for something else begins where it is. */
  away?: true;
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
  /** Words such as "Loading…" that stay where nothing is found. */
  endless?: string;
  /** The list was on the page before the search: clearing it must bring the rows back. */
  inPlace: boolean;
  /** What finds more than a page has room for: what turns to the next, and the words around how many were found. */
  pages?: { term: string; next: Target; total: [before: string, after: string] };
  /** Texts that count something, as they were while all that was found was in sight. */
  said?: string[];
};

/** A field that narrows the questions of its page, or what else unfolds there, by a word of one. */
export type SiteQuestions = {
  pageId: string;
  path: string;
  field: SurveyField;
  /** By Enter, else as one types. */
  enters: boolean;
  term: string;
  question: Target;
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
        /** What stood first of all its pages once it was clicked, though a value that was seen before goes before that. */
        overtaken?: string;
      };
  /** For a header one, in either order: which comes first is the app's choice. */
  orders: SortOrder[];
};

export type SortOrder = {
  /** The option to choose, or the header's name. */
  label: string;
  /** A kind of value, or all ranks that there may be, the lowest first. */
  by: "text" | "number" | "date" | "money" | "duration" | string[];
  order: "ascending" | "descending" | "either";
  /** The values in question: fits one element a row. */
  values: TargetObject;
  /** Finds the value in what that shows; null where all of it is the value, or its only date or amount. */
  match: string | null;
  /** Leads to the next page of the list in this order; null where it was not looked for, or there is none. */
  next: Target | null;
  /** What the first row of all pages shows, of a select, though a row that was seen before goes before that. */
  overtaken?: string;
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
  /** The choice that Back led from to the address of the page; no other has to bring back what was there. */
  backFrom?: FilterOption;
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
  /** What turns the pages of the list can still be used, though too few rows are left to look like a list. */
  turnsStill?: true;
  /** Takes back what was chosen: "Clear filters". Null where nothing was there for that. */
  clear: Target | null;
  /** Every row showed the label; some did. */
  carried: boolean;
  partly: boolean;
  /** Texts of the rows that did not show it, where some did. */
  strays: string[];
  /** Texts of the rows' cells, where a table was shown. */
  cells: string[][];
  /** Texts that count something, as they were then. */
  said: string[];
  /** The address that it led to, where it changed. */
  address: string | null;
  problems: SiteProblem[];
  /** Words such as "Loading…" that stood in the place of the list still after 10 s. */
  endless?: string;
};

/** A list that forgets what was chosen where one comes back to it, though other lists of the app have that in their address. */
export type SiteLostChoice = {
  pageId: string;
  path: string;
  choice: Extract<FilterChoice, { kind: "select" }>;
  /** Leads from a row to a page of its own, without a page being loaded. */
  link: Target;
};

/** A tab, or a link to the same page with another query, whose address shows what the page shows without it once it is loaded. */
export type SiteLostTab = {
  pageId: string;
  path: string;
  name: string;
  target: Target;
  /** An item that is shown before it is used, and when its address is loaded, but not once it is used. */
  gone: string;
};

/** Two choices that a list keeps to at once, with what each of them shows alone. */
export type SiteFilterPair = {
  pageId: string;
  path: string;
  list: Target;
  choices: [FilterChoice, FilterChoice];
  /** Names of items that just the first, and just the second choice shows. */
  hidden: [string, string];
  /** The name of an item that both show; null where there is none. */
  shown: string | null;
};

export type FilterChoice =
  | { kind: "select"; name: string; field: Target; label: string; apply: Target | null }
  | { kind: "search"; search: SiteSearch };

/** Two choices of a table that has a column for each, as they were made at once. */
export type SiteFilterCombo = {
  pageId: string;
  path: string;
  list: SurveyCollection;
  choices: [ColumnChoice, ColumnChoice];
};

/** `column`: the one that says in each row which of the choices it belongs to. */
export type ColumnChoice = { choice: Extract<FilterChoice, { kind: "select" }>; column: number };

/** A choice that a button beside it takes over into a form: `into` has `text` then; null where it went wrong, or nothing came of it. */
export type SiteInsertion = {
  pageId: string;
  path: string;
  select: Target;
  option: string;
  button: Target;
  name: string;
  filled: { into: Target; text: string } | null;
  problems: SiteProblem[];
};

/** A number in the first row of a list, with what adds one to it and takes one away; the app was told of it. */
export type SiteStepper = {
  pageId: string;
  path: string;
  less: Target;
  more: Target;
  /** Shows the number. */
  cell: Target;
};

/** `stays`: the control is still there, and using it changes nothing. */
export type PagingEnd = { clicks: number; how: "gone" | "stays" };

export type SitePaging = {
  pageId: string;
  path: string;
  list: Target;
  next: Target;
  previous: Target | null;
  /** `next` is the number of the second page, and turns to that alone. */
  numbered: boolean;
  /** `more` adds to what is shown. */
  kind: "replace" | "more";
  /** Of `more`: what came of asking until nothing came any more; null where it was not asked so often. */
  end: PagingEnd | null;
  /** Of `more`: fits one link a row, each to another address on the first page; null where rows have none. */
  links: TargetObject | null;
  /** Fits what names a row, one element a row: its link or its first cell. */
  names: TargetObject;
  rows: number;
  /** How many rows are on top of each page, and how many at its end, such as what is pinned and a total. */
  onBoth?: { top: number; end: number };
  /** The words before an amount that is a total of each page alone, and does not say so. */
  total?: string;
  /** Fields, buttons and links of the first page that are on the next as well. */
  kept: Target[];
};
