import type { SiteCancel } from "./site-cancels.ts";
import type { SiteCart } from "./site-cart.ts";
import type { SiteFacets, SiteRange } from "./site-choices.ts";
import type { SiteDownload } from "./site-download.ts";
import type { SiteGuestPage, SiteOpenData } from "./site-guest.ts";
import type { SiteJoin } from "./site-joins.ts";
import type { SiteKeptText } from "./site-kept-texts.ts";
import type { SiteLanguage } from "./site-language.ts";
import type { SiteLines, SiteNumberedLines } from "./site-lines.ts";
import type {
  SiteFilter,
  SiteFilterCombo,
  SiteLostChoice,
  SiteLostTab,
  SiteFilterPair,
  SiteInsertion,
  SitePaging,
  SiteQuestions,
  SiteSearch,
  SiteSort,
  SiteStepper,
} from "./site-lists.ts";
import type { SiteLogin, SiteLogout } from "./site-login.ts";
import type { SiteMouseOnly } from "./site-mouse-only.ts";
import type { SiteItemTabs } from "./site-item-tabs.ts";
import type { SiteNeighbour } from "./site-neighbours.ts";
import type { SitePageSize } from "./site-page-sizes.ts";
import type { BackgroundRequest, LateAnswer, LatePage, SiteDialog, SitePage } from "./site-pages.ts";
import type { SitePassword } from "./site-password.ts";
import type { SitePeriods } from "./site-periods.ts";
import type { SitePhone } from "./site-phone.ts";
import type { SitePost } from "./site-posts.ts";
import type { SiteRecord } from "./site-records.ts";
import type { SiteSelection, SiteSortedSelection } from "./site-selection.ts";
import type { SiteClaim } from "./site-claims.ts";
import type { SitePanels } from "./site-panels.ts";
import type { SiteOrder } from "./site-orders.ts";
import type { SiteSavedChoice, SiteSwitch, SiteView } from "./site-switches.ts";
import type { SiteTheme } from "./site-theme.ts";
import type { SiteShelf, SiteToggle } from "./site-toggles.ts";
import type { Target } from "./target.ts";
import type { SiteWizard } from "./wizard.ts";

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
  dialogs: SiteDialog[];
  insertions: SiteInsertion[];
  filters: SiteFilter[];
  filterPairs: SiteFilterPair[];
  filterCombos: SiteFilterCombo[];
  lostChoices: SiteLostChoice[];
  lostTabs: SiteLostTab[];
  switches: SiteSwitch[];
  views: SiteView[];
  selections: SiteSelection[];
  sortedSelections: SiteSortedSelection[];
  records: SiteRecord[];
  posts: SitePost[];
  toggles: SiteToggle[];
  shelves: SiteShelf[];
  joins: SiteJoin[];
  cancels: SiteCancel[];
  orders: SiteOrder[];
  claims: SiteClaim[];
  panels: SitePanels[];
  questions: SiteQuestions[];
  /** Null where no control changes between light and dark and says which is on. */
  theme: SiteTheme | null;
  /** Pages that were looked at as wide as a phone is. */
  phone: SitePhone[];
  wizards: SiteWizard[];
  lines: SiteLines[];
  numberedLines: SiteNumberedLines[];
  keptTexts: SiteKeptText[];
  /** Null where there is no form for it, or nothing can be told of it. */
  password: SitePassword | null;
  downloads: SiteDownload[];
  languages: SiteLanguage[];
  mouseOnly: SiteMouseOnly[];
  neighbours: SiteNeighbour[];
  itemTabs: SiteItemTabs[];
  deadLinks: DeadLink[];
  savedChoices: SiteSavedChoice[];
  /** Pages that were answered late, or showed late what they have, each time, while most others did not. */
  late: LatePage[];
  background: BackgroundRequest[];
  lateAnswers: LateAnswer[];
  /** Addresses of pages that drew skeletons, or said that they were busy, before what they have. */
  skeletons: string[];
  /** The app shows an apostrophe that is typed as printers set it: ’ in the place of '. */
  typeset?: true;
  unknown: SiteUnknown;
  bounds: SiteBounds;
};

/** Addresses of items that do not exist, where those of other kinds are answered as such. */
export type SiteUnknown = {
  /** Answered as if they did (200) by a page that says they do not. */
  asIfThere: string[];
  /** Whose page goes on saying these words: that it loads. */
  endless: { address: string; says: string }[];
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
