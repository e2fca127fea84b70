import { expect, it } from "vitest";
import type { SiteLogin } from "#model/site-login.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyLink } from "#model/survey.ts";
import { page, site, survey } from "#test/support/site-model.ts";
import { guards } from "./guards.ts";

const login: SiteLogin = {
  path: "/login",
  setup: [],
  username: "User name",
  password: "Password",
  submit: "Log in",
  wall: false,
  used: true,
};

const names = ["Start", "Reports", "Tasks", "Orders", "Team"];
const links = (folder: string): SurveyLink[] =>
  names.map((text) => ({
    text,
    href: `https://app.example/${folder}${text.toLowerCase()}`,
    same_origin: true,
    chrome: true,
    download: false,
    new_tab: false,
    target: text,
  }));

const list: SurveyCollection = {
  kind: "table",
  name: "",
  target: { role: "table" },
  rows: 2,
  columns: [],
  items: ["a", "b"].map((text) => ({
    text,
    cells: [text, "1"],
    links: [],
    buttons: [],
    images: [],
    fields: [],
  })),
  footers: [],
  paging: null,
  code: false,
};

/** An app whose pages ask to log in, but for the given. */
const app = (open: Record<string, Partial<SitePage>>, folder = ""): string[] => {
  const pages = names.map((name) =>
    page(name.toLowerCase(), {
      path: `/${folder}${name.toLowerCase()}`,
      behindLogin: true,
      guard: "asks",
      survey: survey({ headings: [{ level: 1, text: name }], links: links(folder), collections: [list] }),
      ...open[name],
    }),
  );
  return guards.applies(site({ pages, login }), null).map(({ id }) => id);
};

it("claims that a list is kept from strangers where all others beside it are", () => {
  expect(app({})).toEqual(["guarded"]);
  expect(app({ Reports: { guard: "shows_all" } })).toEqual(["guarded", "guarded-reports"]);
  expect(app({ Reports: { guard: "shows_rows" } })).toEqual(["guarded", "guarded-reports"]);
  // Strangers are led to it, may see the start, or see other lists as well.
  expect(app({ Reports: { guard: "shows_all", offered: true } })).toEqual(["guarded"]);
  expect(app({ Reports: { guard: "shows_all" }, Start: { guard: "differs" } })).toEqual(["guarded"]);
  expect(app({ Reports: { guard: "shows_all" }, Team: { guard: "shows_all" } })).toEqual(["guarded"]);
});

it("leaves to everybody what tells of the app", () => {
  const shown = { guard: "shows_all" } as const;
  const heading = (text: string) =>
    survey({ headings: [{ level: 1, text }], links: links(""), collections: [list] });
  expect(app({ Reports: { ...shown, survey: heading("Help") } })).toEqual(["guarded"]);
  expect(app({ Reports: { guard: "shows_all", survey: heading("About Reports") } })).toEqual(["guarded"]);
  expect(app({ Reports: { guard: "shows_all", survey: heading("Support") } })).toEqual([
    "guarded",
    "guarded-reports",
  ]);
});

it("claims that a page of a part of the app is kept from strangers where the others of that part are", () => {
  const start = { guard: "shows_all", path: "/" } as const;
  const reports = { guard: "shows_all" } as const;
  expect(app({ Start: start, Reports: reports }, "office/")).toEqual(["guarded", "guarded-reports"]);
  expect(app({ Start: start, Reports: reports, Team: reports }, "office/")).toEqual(["guarded"]);
  expect(app({ Start: start, Reports: { ...reports, offered: true } }, "office/")).toEqual(["guarded"]);
});

it("claims that a list of what is somebody's has no rows for strangers", () => {
  expect(app({ Orders: { guard: "shows_rows", offered: true }, Start: { guard: "shows_all" } })).toEqual([
    "guarded",
    "guarded-orders",
  ]);
  expect(app({ Tasks: { guard: "shows_rows" }, Start: { guard: "shows_all" } })).toEqual(["guarded"]);
});

it("claims that an item is kept from strangers where its list and the start are", () => {
  const row = { text: "Ada 1", cells: ["Ada", "1"], buttons: [], images: [], fields: [] };
  const led = {
    ...list,
    items: ["1", "2"].map((id) => ({
      ...row,
      links: [{ text: "Ada", href: `https://app.example/people/${id}` }],
    })),
  };
  const ask = (guard: SitePage["guard"], people: SitePage["guard"] = "asks", offered = false): string[] => {
    const heading = (text: string) => ({ headings: [{ level: 1, text }] });
    const pages = [
      page("start", { path: "/", behindLogin: true, guard: "asks", survey: survey(heading("Start")) }),
      page("people", {
        path: "/people",
        behindLogin: true,
        guard: people,
        survey: survey({ ...heading("People"), collections: [led] }),
      }),
      page("person", {
        path: "/people/1",
        behindLogin: true,
        guard,
        offered,
        survey: survey(heading("Ada")),
      }),
    ];
    return guards.applies(site({ pages, login }), null).map(({ id }) => id);
  };
  expect(ask("shows_all")).toEqual(["guarded", "guarded-person"]);
  expect(ask("shows_text")).toEqual(["guarded", "guarded-person"]);
  expect(ask("differs")).toEqual(["guarded"]);
  expect(ask("shows_all", "asks", true)).toEqual(["guarded"]);
  expect(ask("shows_all", "differs")).toEqual(["guarded"]);
});
