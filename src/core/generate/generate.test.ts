import { describe, expect, it } from "vitest";
import { parseSuite } from "#core/suite/parse.ts";
import type { SiteModel, SitePage } from "#model/site.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { generateSuite } from "./generate.ts";

const survey = (part: Partial<PageSurvey> = {}): PageSurvey => ({
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
  dialogs: [],
  text: "",
  alerts: [],
  login: null,
  frames: [],
  ...part,
});

const page = (id: string, part: Partial<SitePage> = {}): SitePage => ({
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
  ...part,
});

const site = (part: Partial<SiteModel> = {}): SiteModel => ({
  startUrl: "https://app.example/",
  origin: "https://app.example",
  title: "App",
  pages: [page("home")],
  greetings: [],
  login: null,
  logout: null,
  searches: [],
  sorts: [],
  pagings: [],
  filters: [],
  records: [],
  posts: [],
  deadLinks: [],
  bounds: {
    pagesVisited: 1,
    actionsTaken: 0,
    durationMs: 10,
    addressesSeen: 1,
    controlsSeen: 0,
    controlsUsed: 0,
    routes: [],
    addressesLeftOut: 0,
    reached: [],
    avoided: [],
  },
  ...part,
});

const field = (name: string, part: Partial<SurveyField> = {}): SurveyField => ({
  name,
  type: "text",
  required: false,
  read_only: false,
  disabled: false,
  value: "",
  options: [],
  min: null,
  max: null,
  max_length: null,
  pattern: null,
  autocomplete: null,
  target: name,
  ...part,
});

const form = (fields: SurveyField[], part: Partial<SurveyForm> = {}): SurveyForm => ({
  name: "Contact",
  action: "/contact",
  method: "post",
  purpose: "other",
  fields,
  submit: {
    name: "Send",
    role: "button",
    disabled: false,
    expanded: null,
    submit: true,
    chrome: false,
    target: "Send",
  },
  ...part,
});

const generate = (model: SiteModel, mode: "quick" | "exhaustive" = "exhaustive") => {
  const generated = generateSuite({ site: model, mode, baseUrl: model.origin });
  const { diagnostics } = parseSuite(generated.yaml);
  expect(diagnostics).toEqual([]);
  return generated;
};

const caseOf = (model: SiteModel, id: string) =>
  generate(model).document.cases.find((item) => item.id === id);

describe("generateSuite", () => {
  it("is the same for the same model", () => {
    expect(generate(site()).yaml).toBe(generate(site()).yaml);
  });

  it("keeps a quick suite short, and the pages that go wrong in it", () => {
    const many = Array.from({ length: 40 }, (_, index) => page(`page-${index}`));
    const wrong = page("wrong", {
      problems: [{ kind: "page_error", message: "page error: x is not a function" }],
    });
    const { document, notes } = generate(site({ pages: [...many, wrong] }), "quick");
    expect(document.cases.length).toBeLessThanOrEqual(15);
    expect(document.cases.map(({ id }) => id)).toContain("page-wrong");
    expect(notes.join("\n")).toContain("27 further cases were left out");
  });

  it("refuses to write a suite for nothing", () => {
    expect(() => generate(site({ pages: [] }))).toThrow(/nothing to test/);
  });

  it("leaves aside requests that are refused by design, and no others", () => {
    const problems = [
      "GET /api/me 401",
      "GET /api/products/999 404",
      "GET /api/stats 404",
      "POST /api/track 401",
    ];
    const model = site({
      pages: [page("home", { problems: problems.map((message) => ({ kind: "request", message })) })],
    });
    expect(caseOf(model, "page-home")?.steps.at(-1)).toEqual({
      expect: { no_errors: { except: ["/api/me 401", "/api/products/999 404"] } },
    });
  });

  it("takes ${ in what an app shows for text", () => {
    const model = site({
      pages: [page("home", { survey: survey({ headings: [{ level: 1, text: "Costs ${amount}" }] }) })],
    });
    expect(generate(model).yaml).toContain("Costs $${amount}");
  });

  it("puts a greeting aside where it comes up", () => {
    const { document } = generate(site({ greetings: ["Accept all"] }));
    expect(document.cases[0]?.steps[1]).toEqual({ click: "Accept all", when: { visible: "Accept all" } });
  });
});

describe("forms", () => {
  const contact = form([
    field("Your name", { required: true }),
    field("E-mail", { type: "email", required: true }),
    field("Topic", { type: "select", options: ["Please choose", "An order"], value: "" }),
    field("Message", { type: "textarea", required: true }),
    field("I accept the terms", { type: "checkbox", value: "false" }),
  ]);
  const model = site({ pages: [page("contact", { survey: survey({ forms: [contact] }) })] });

  it("are sent with proper data", () => {
    expect(caseOf(model, "contact-submit")?.steps).toEqual([
      { goto: "/contact" },
      { fill: { "Your name": "${person}", "E-mail": "${email}" } },
      { select: { Topic: "An order" } },
      { fill: { Message: "Tracewright wrote this ${tag}" } },
      { check: "I accept the terms" },
      { click: "Send" },
      { wait_for: "idle" },
      { expect: "no_errors" },
    ]);
  });

  it("have to refuse what is missing or no address", () => {
    const ids = generate(model).document.cases.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["contact-requires", "contact-email"]));
  });

  it("are left alone where they ask for a card, a password or a file", () => {
    for (const secret of [
      field("Card number", { autocomplete: "cc-number" }),
      field("New password", { type: "password" }),
      field("Photo", { type: "file", required: true }),
    ]) {
      const pages = [page("pay", { survey: survey({ forms: [form([field("Name"), secret])] }) })];
      const ids = generate(site({ pages })).document.cases.map(({ id }) => id);
      expect(ids).toEqual(["page-pay", "accessible-names"]);
    }
  });

  it("that delete something are left alone", () => {
    const danger = form([field("Reason")], {
      submit: {
        name: "Delete account",
        role: "button",
        disabled: false,
        expanded: null,
        submit: true,
        chrome: false,
        target: "Delete account",
      },
    });
    const { document } = generate(
      site({ pages: [page("account", { survey: survey({ forms: [danger] }) })] }),
    );
    expect(document.cases.map(({ id }) => id)).toEqual(["page-account", "accessible-names"]);
  });
});
