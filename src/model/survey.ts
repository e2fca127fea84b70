import type { SiteRecord } from "./site-records.ts";
import type { Fixture } from "./suite.ts";
import type { Target, TargetObject } from "./target.ts";

/** What one state of a page offers, as the explorer sees it. Every `target` fits exactly one element of that state. */
export type PageSurvey = {
  url: string;
  title: string;
  lang: string | null;
  /** Hash of the page's structure (roles and tags, not texts; repeated siblings count once): equal for two items of one list. */
  structure: string;
  /** `dialog`: it stands in one. */
  headings: { level: number; text: string; dialog?: true }[];
  landmarks: string[];
  links: SurveyLink[];
  /** Of a page below an open dialog, neither buttons nor forms can be used: they are left out. */
  buttons: SurveyControl[];
  forms: SurveyForm[];
  collections: SurveyCollection[];
  /** What is left of a list that shows one row: no list by itself, but where an item is looked for it has been found. */
  singles?: SurveyCollection[];
  images: { src: string; alt: string; loaded: boolean; same_origin: boolean; target: Target | null }[];
  /** Short visible texts that look like counters or totals, such as "12 items"; `apart`: the words have an element of their own. */
  counters: { text: string; number: number; target: Target | null; apart?: true }[];
  /** Lines of a few words and an amount of money each, below each other; a few of such. */
  sums: SurveySum[];
  dialogs: { name: string; target: Target }[];
  /** Some of what is shown stands for what is still to come: skeletons, or a part that says that it is busy. */
  pending?: true;
  /** Something that is no dialog by its role lies over all of the page. */
  covered?: true;
  /** Visible text of the main part (of all, where none is marked) but for samples of code, white space folded; the first 6,000 characters. */
  text: string;
  /** What elements say of themselves in attributes, where it holds signs that people rarely write; a few. */
  hints: { attribute: "placeholder" | "title" | "aria-label" | "alt"; text: string }[];
  /** Whole texts of elements that show a program's word for no value, such as `NaN km`; no samples of code. */
  unfilled: string[];
  /** What looks as if it could be clicked, by the pointer that is shown there, and can have no focus; a few, by their short texts. */
  unfocusable: { name: string; target: Target }[];
  /** Short texts that lie in one element and have a word before a day with its year, such as "Leaves Sun 3 May 2026"; no samples of code. */
  dated: string[];
  /** Texts of visible elements that alert. */
  alerts: string[];
  login: SurveyLogin | null;
  /** Frames of the same origin, by src. */
  frames: string[];
};

export type SurveySum = {
  target: TargetObject;
  /** Their lines, those without an amount as well; `label` is empty where `text` has the words, too. `css` fits one in the target. */
  lines: { label: string; text: string; css: string }[];
};

export type SurveyLink = {
  text: string;
  href: string;
  same_origin: boolean;
  /** Inside a nav landmark, header, menu or footer: present on many pages. */
  chrome: boolean;
  /** The same for links of one such part of the page. */
  part?: number;
  download: boolean;
  new_tab: boolean;
  /**
   * A script takes the click for itself, and nobody opens the address: it sends what changes something (`data-method`), or
   * fetches what is then shown on the page (`data-remote`).
   */
  scripted?: "sends" | "fetches";
  /** Marked as the page that is open: by `aria-current`, or by a class that says so. */
  current?: "aria" | "class";
  /** Null when no target of ours fits this element alone. */
  target: Target | null;
};

export type SurveyControl = {
  name: string;
  /** In the head of a page, of what has no name: what its icon is called ("delete"). */
  icon?: string;
  /** button, tab, menuitem, summary, switch, … */
  role: string;
  disabled: boolean;
  expanded: boolean | null;
  /** It says that it brings up a menu or a dialog (`aria-haspopup`); that it is pressed or not (`aria-pressed`). */
  popup?: true;
  pressed?: boolean;
  /** Of a tab: it says that it is the one that is open (`aria-selected`). */
  selected?: boolean;
  /** Of one that sends nothing itself: the select of its form whose choice it takes, as nothing but the two stand together. */
  takes?: Target;
  /** Submits a form. */
  submit: boolean;
  chrome: boolean;
  target: Target | null;
};

export type SurveyField = {
  /** What a person calls the field: label, placeholder or name. */
  name: string;
  /** Input type, or textarea, select, combobox, checkbox, radio, switch, slider, editor. */
  type: string;
  required: boolean;
  read_only: boolean;
  disabled: boolean;
  value: string;
  options: string[];
  /** What is sent for the options of a select that say how many are left, which change with that: by what they show. */
  counted?: Record<string, string>;
  min: string | null;
  max: string | null;
  /** How far apart the numbers are that it takes, as the page states it: `any`, `0.01`. */
  step?: string;
  /** `target` is what its label says, which its accessible name writes otherwise: parts of the label are boxes of their own. */
  by_label?: true;
  /** All that it is called, where `target` is a part of what another field of its form is called as well. */
  called?: string;
  /** A field for words that asks for the keys of a number: whole ones, or with decimals. */
  keys?: "numeric" | "decimal";
  max_length: number | null;
  pattern: string | null;
  autocomplete: string | null;
  /** Of a field for files: which ones the page says it takes (`image/*`, `.pdf`). */
  accept?: string;
  target: Target | null;
  /** A number that a script keeps within its bounds: what is beyond is put right as one types. */
  clamped?: true;
  /** Of an input that is a combobox by its role: what it brings up, `listbox` or `dialog`. */
  popup?: string;
  /** A select without a name of its own, which the browser leaves out of what it sends: only a script makes use of it. */
  unsent?: true;
  /** Of a box among three or more that nothing else stands between: what they are called together, such as "Labels". */
  group?: string;
  /** What the page says about it beside its name: its placeholder, and the words below it. */
  hint?: string;
  /** What the page says is wrong with what it holds; empty where it only marks the field. */
  error?: string;
  /** What the browser itself says against what it holds. */
  invalid?: string;
  /** What the app was seen to take there, where that is not what would be made up first; `value` is empty for nothing at all. */
  taken?: { value: string; fixtures: Record<string, Fixture> };
  /** A select of items of another list, of which one is made for the purpose and chosen. */
  refers?: SiteReference;
};

/**
 * `before` and `after`: what an option says around the name of the item that was made for the select. `held`: what a column of
 * the item's row said only since it was chosen, such as "On hire".
 */
export type SiteReference = {
  item: SiteRecord;
  before: string;
  after: string;
  held?: { column: number; text: string };
};

/** Words beside an amount, as a form writes them and as the page does that follows: with a colon or without one. */
export type SharedWords = { form: string; page: string };

export type SurveyForm = {
  name: string;
  action: string | null;
  method: string;
  /** search: one text field that filters; login: has a password; create, edit: other. */
  purpose: "search" | "login" | "other";
  fields: SurveyField[];
  submit: SurveyControl | null;
  /** In the head, the foot or the navigation of the page. */
  chrome?: true;
  /** What came of data that were made up for it: they were taken, refused, taken the first time alone, or taken, and the form is not there any more. Absent: not tried. */
  tried?: "taken" | "refused" | "once" | "gone";
  /** The server broke at data that were made up for it, and took none of them. Absent: it did not, or the form was not tried. */
  broke?: true;
  /** Names of fields that need not be filled in: the app kept another text of the form, and spoke against none of them being emptied. */
  emptied?: string[];
  /** What the app said and showed once it had taken them: words of thanks, what it added up, and words beside amounts that the form had as well. */
  answered?: {
    said: string | null;
    sums: SurveySum[];
    text: string;
    shared: SharedWords[];
    shows: ShownAfter | null;
    /** Of a form that a control brings up: it was put aside then, or stays with what was typed; null where that is not known. */
    left: "gone" | "there" | null;
  };
  /** What came of a text of nothing but spaces in a field that has to be filled in. Absent: not tried, or not to be told. */
  blank?: { field: string; refused: boolean };
  /** What was typed when it was refused, by the names of its fields, and what of it the form had or did not have then. */
  refused?: {
    typed: Record<string, { value: string; fixtures: Record<string, Fixture> }>;
    kept: string[];
    lost: string[];
    marked: boolean;
  };
};

/**
 * What the page that a form leads to shows of what was typed: names of its fields; `stays` where it does so when it is opened
 * again, too, and nothing is sent by that; `rows`: how many its list had then; `twice`: it did so the second time as well, in a
 * row more; `path`: where that is, where it is the same each time.
 */
export type ShownAfter = {
  fields: string[];
  stays: boolean;
  rows: number;
  twice: boolean;
  path: string | null;
};

/** A table, list or grid of like rows. */
export type SurveyCollection = {
  kind: "table" | "list" | "grid";
  name: string;
  target: Target | null;
  rows: number;
  /** Of a list: its rows hold lists of their own, whose rows are none of it. */
  nested?: true;
  /** Of a grid: selects its cards among what stands right beside them; left out where nothing else does. */
  cards?: string;
  /** It stands beside the main part of the page. */
  beside?: true;
  /** It stands below an open dialog, which has to be put aside before it can be used. */
  behind?: true;
  /** Selects what names each row, one element a row, where a link alone does not: `h3 a`, `a h3`. */
  named?: string;
  /** `order`: what the heading itself says the rows are in (`aria-sort`); left out where it says nothing. */
  columns: {
    name: string;
    sortable: boolean;
    target: Target | null;
    order?: "ascending" | "descending";
  }[];
  /** Texts of the first 50 rows, cell by cell for tables. */
  items: SurveyItem[];
  /** Cells below the last row, by the place of the column that they stand in. */
  footers: { label: string; cells: { column: number; text: string; css: string }[] }[];
  /** Of a table whose rows stand in groups, each with a row of its own at its beginning or its end that shows more than a name. */
  groups?: SurveyGroup[];
  /** `numbered`: `next` is the number of the page after this one, which turns to that page alone. */
  paging: { next: Target | null; previous: Target | null; label: string | null; numbered: boolean } | null;
  /** Some of it is code or what a program says, which is no prose. */
  code: boolean;
};

/** `sums`: what the row of the group shows, by column; `css` fits one in the table, that of `rows` the other rows of the group. */
export type SurveyGroup = {
  label: string;
  sums: { column: number; text: string; css: string }[];
  rows: { css: string; cells: string[][] };
};

export type SurveyItem = {
  /** What the collection's `named` selects in it. */
  name?: string;
  text: string;
  cells: string[];
  /** Of a row without cells: what its parts say, each by itself. */
  lines?: string[];
  links: { text: string; href: string }[];
  buttons: string[];
  /** Sources of the row's pictures. */
  images: string[];
  /** Fields in the row, by the place of their cell in a table. */
  fields: { cell: number; type: string; value: string }[];
};

export type SurveyLogin = {
  username: Target;
  password: Target;
  submit: Target | null;
};
