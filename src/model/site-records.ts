import type { PageSurvey, SharedWords, SurveyField, SurveyForm } from "./survey.ts";
import type { Target } from "./target.ts";
import type { SiteSearch } from "./site-lists.ts";

/**
 * How items of a list are made, changed and removed, as it was tried once with an item of the explorer's own, which it
 * removed again where the app lets it.
 */
/**
 * A page that tells of a new item in one of its parts. `link` of the navigation leads there, `back` to the list. `late`: not
 * at once, but when it is loaded.
 */
export type SiteEcho = {
  pageId: string;
  path: string;
  link: Target;
  back: Target;
  part: Target;
  late: boolean;
};

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
  /** What the server broke at in fields that the form does not ask for, and which stay empty since then. */
  breaksWith: { name: string; taken: NonNullable<SurveyField["taken"]> }[];
  /** It was given other choices than those that the form offers at first. */
  varied: boolean;
  list: Target;
  /** Where the list with the item is, if not at `path`: the address that one was led to, with variables for what was typed. */
  at: string | null;
  /** The list is there again once the form was sent, without being opened. */
  returns: boolean;
  /** Null for cards, which have no role in common. */
  rowRole: "row" | "listitem" | null;
  /** The rows hold lists of their own. */
  nested?: true;
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
  /** Leaves the item alone in its list, which shows it without as well. */
  narrowed?: SiteSearch;
  /** Of one that was never found there: the app keeps it, but waits for somebody, or shows it below another tab or further down. */
  apart?: true;
  /** Numbers of the page that are others once an item was made, each as a pattern with the words beside it. */
  told?: string[];
  /** The app was asked for nothing when the item was made: it is kept in the browser, if at all. */
  local: boolean;
  /** A script of the page sends the form. */
  scripted?: true;
  /** How often a double click on the button has sent the form, and how many items there were of it then. */
  doubled?: { sent: number; made: number };
  /** Other pages that tell of the item, to which scripts lead. */
  echoes?: SiteEcho[];
  /** The form stays with what was typed once the item is made. */
  lingers?: true;
  /** Several links of the row bear the item's name, the first of which leads to it. */
  manyLinks: boolean;
  /** The row's link to its item does not bear its name, but a number or the like: the column that it stands in, or null for the row's only one. */
  linkIn?: { column: string | null };
  /** The row has no link: a click on it leads to its item. */
  rowLeads?: true;
  /** It is more than one row, of which each says something else, such as what is taken from one place and put into another. */
  several?: true;
  /** It came to be the first or the last of its list. */
  atEnd: boolean;
  /** Each row has a box to tick. */
  ticked: boolean;
  /** Each row has a switch, which is `on` or off for a new item, and shows at once what a click makes of it. */
  switched?: { on: boolean };
  /** Once it is made, one is led to a page of the kind that its name in the list leads to. */
  lands: boolean;
  /** Where one was led to once it was made, if that is neither its list nor where one came from, and says nothing of it. */
  strayed?: string;
  /** Names of fields whose texts that page showed as they were typed. */
  onItsPage?: string[];
  /** Words such as "Loading…" that the page still said 10 s after it was opened. */
  endless?: string;
  /** What is set on that page by selects of its own. */
  choices: SiteItemChoice[];
  /** Which of the controls are not in the row but on the item's page, which its name leads to. */
  detail: { edit: boolean; remove: boolean } | null;
  /**
   * `overList`: its form is a dialog above the list; `overItem`: above the item's page, which shows its name; `cancel` gives up
   * what was typed.
   */
  edit:
    | (RowControl & {
        form: SiteEditForm | null;
        overList: boolean;
        overItem?: true;
        cancel: Target | null;
      })
    | null;
  /**
   * `refuse` says no to the question whether it is meant: by what stands in the page, or null for a dialog of the browser;
   * null where one cannot. `elsewhere`: it is a page of its own that asks. `stays`: the item is there still, said to be removed.
   */
  remove:
    | (RowControl & {
        confirm: Target | null;
        refuse: { by: Target | null } | null;
        elsewhere?: boolean;
        stays?: true;
      })
    | null;
  /** What else can be done with an item, one after the other, as it was tried with one of the explorer's own. */
  actions: SiteItemAction[];
  /** Moves an item one place in its list, at once and for good as far as the app says. */
  reorder?: RowControl;
  /** The part of the page that a control of the item moves it to: "In progress"; null where there is none. */
  moves: { control: RowControl; to: string } | null;
  /** Names of fields without which an item was made as well. */
  optional: string[];
  /** Names of fields in which the app refused what another item has, or broke at it, or says that it refuses it. */
  once?: string[];
  /** The form was empty once it had refused what cannot be had twice. */
  emptied: boolean;
  /** Another item on the days of one that is there is refused: its days are such that nothing else is on them. */
  exclusive?: true;
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
  /** Names of the fields for an amount of money that it shows, or in whose place what comes of rounding it. */
  money: string[];
  /** Words beside amounts of money that the form shows as well, before it is sent. */
  amounts: SharedWords[];
  /** What it adds up, and all that it said then. */
  added: Pick<PageSurvey, "sums" | "text">;
  /** Leads back to the list. */
  back: Target | null;
};

/** A select of an item's page that is sent by itself, such as its status; `submit`: null where to choose is enough. */
export type SiteItemChoice = {
  field: SurveyField;
  submit: Target | null;
  /** What was chosen when the item was made. */
  first: string;
  /** Other options: those that were kept or went wrong when they were tried, else one that has to be kept. */
  options: string[];
  /** The page stays, or comes again, when it is sent. */
  stays: boolean;
  /** What the page, loaded again, says elsewhere of one of the options: "assigned to Ana". */
  said: { option: string; text: string } | null;
};

/** A control of an item that does something else with it than to change or remove it: "Archive", "Deactivate". */
export type SiteItemAction = {
  control: RowControl;
  /** It is not in the item's row but on its page. */
  onPage: boolean;
  /** Answers the question whether it is meant. */
  confirm: Target | null;
  /** A word that no person would write, which the app said in between, such as `undefined`; else empty. */
  nonsense: string;
  /** The app broke at it. */
  wrong: boolean;
  /** Nothing at all came of it: nothing was sent, and the page was the same. */
  dead?: true;
  /** What was to be seen of it is so only once the page is loaded again: until then it shows what was before. */
  stale?: true;
  /** What was to be seen of it; null where nothing was. */
  change: SiteItemChange | null;
  /** What is offered still although the app said before that it could not be done. */
  against: RowControl | null;
  /** Another row that has changed in the place of it, by its name, and the column. */
  beside: { row: string; column: number } | null;
};

/** What became of an item, as its list or its page says. */
export type SiteItemChange = {
  /** It left its list. */
  gone: boolean;
  /** What did it is there no more. */
  ends: boolean;
  /** What came in its place: "Activate". */
  offers: RowControl | null;
  /** What a column of the list says of it since then. */
  state: { column: number; text: string } | null;
  /** There are two of it in the list then. */
  copies?: true;
};

/** The form that changes an item, as it came up for one that had just been made. */
export type SiteEditForm = {
  form: SurveyForm;
  /** The field that showed the item's name. */
  nameField: SurveyField | null;
  /** Fields that showed what was typed, and those that had lost it, or some of it. */
  kept: string[];
  lost: string[];
  /** Selects and boxes that nothing was put into when the item was made, and another choice for each, which the app took when it was tried. */
  further: { field: string; option: string }[];
  /** Fields whose choice the app refused to have changed, with what else the item has. */
  fixed: string[];
  /** A text that the item can do without, which was emptied: the field, where it is empty then, or should be. */
  emptied?: string;
};

/**
 * `part`: the control is named after its row as well, and this is the part that all have in common. `itself`: what the
 * item's link leads to is it. `menu`: the button of the row that brings up a menu, of which the control is an entry.
 */
export type RowControl = {
  role: "button" | "link" | "menuitem";
  name: string;
  part?: boolean;
  itself?: true;
  /** It has no name, and is called after its icon: what it is found by. */
  target?: Target;
  menu?: { role: "button"; name: string; part?: boolean };
};
