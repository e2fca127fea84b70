import type { SiteModel, SitePage } from "#model/site.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";

/** What a page offers: nothing, but for the given. */
export const survey = (part: Partial<PageSurvey> = {}): PageSurvey => ({
  url: "https://app.example/",
  title: "App",
  lang: "en",
  structure: "s",
  headings: [{ level: 1, text: "Welcome" }],
  landmarks: [],
  links: [],
  buttons: [],
  forms: [],
  collections: [],
  images: [],
  counters: [],
  sums: [],
  dialogs: [],
  text: "",
  hints: [],
  unfilled: [],
  alerts: [],
  login: null,
  frames: [],
  ...part,
});

/** A kind of page, at an address of its own. */
export const page = (id: string, part: Partial<SitePage> = {}): SitePage => ({
  id,
  pattern: `/${id}`,
  path: `/${id}`,
  title: "App",
  status: 200,
  depth: 1,
  via: null,
  examples: [],
  survey: survey(),
  problems: [],
  reveals: [],
  setup: [],
  behindLogin: false,
  guard: null,
  offered: false,
  remembered: false,
  ...part,
});

/** What an exploration saw: one page, but for the given. */
export const site = (part: Partial<SiteModel> = {}): SiteModel => ({
  startUrl: "https://app.example/",
  origin: "https://app.example",
  title: "App",
  pages: [page("home")],
  samples: [],
  greetings: [],
  login: null,
  logout: null,
  searches: [],
  sorts: [],
  pagings: [],
  periods: [],
  steppers: [],
  facets: [],
  ranges: [],
  guestPages: [],
  cart: null,
  openData: [],
  filters: [],
  filterPairs: [],
  switches: [],
  records: [],
  posts: [],
  toggles: [],
  wizards: [],
  lines: [],
  downloads: [],
  languages: [],
  deadLinks: [],
  late: [],
  unknown: [],
  bounds: {
    pagesVisited: 1,
    actionsTaken: 0,
    durationMs: 10,
    addressesSeen: 1,
    controlsSeen: 0,
    controlsUsed: 0,
    tooOften: null,
    routes: [],
    addressesLeftOut: 0,
    reached: [],
    avoided: [],
  },
  ...part,
});

/** A button that sends a form. */
export const control = {
  name: "Send",
  role: "button",
  disabled: false,
  expanded: null,
  submit: true,
  chrome: false,
  target: "Send",
};

/** A form that is sent. */
export const form = (fields: SurveyField[], part: Partial<SurveyForm> = {}): SurveyForm => ({
  name: "Contact",
  action: "/contact",
  method: "post",
  purpose: "other",
  fields,
  submit: control,
  ...part,
});
