import { describe, expect, it } from "vitest";
import { control, form, page, site, survey } from "#test/support/site-model.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { parseSuite } from "#core/suite/parse.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage, SiteReveal } from "#model/site-pages.ts";
import { generateSuite } from "./generate.ts";

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
    const many = Array.from({ length: 300 }, (_, index) => page(`page-${index}`));
    const wrong = page("wrong", {
      problems: [{ kind: "page_error", message: "page error: x is not a function" }],
    });
    const { document, notes } = generate(site({ pages: [...many, wrong] }), "quick");
    expect(document.cases.length).toBeLessThanOrEqual(24);
    expect(document.cases.map(({ id }) => id)).toContain("page-wrong");
    expect(notes.join("\n")).toContain("35 further cases were left out");
  });

  it("types into the fields that a tab brings up, and of a form on several pages once", () => {
    const plain = { submit: null, action: null };
    const palette = form([surveyField("Commands")], plain);
    const control = { ...form([]).submit, name: "Versions", role: "tab", target: "Versions", submit: false };
    const reveal = { control, effect: "content", path: null, appeared: [], problems: [], close: null };
    const tabbed = { ...reveal, forms: [form([surveyField("Filter versions")], plain)] } as SiteReveal;
    const pages = ["a", "b"].map((id) =>
      page(id, { survey: survey({ forms: [palette] }), reveals: [tabbed] }),
    );
    const cases = generate(site({ pages })).document.cases.filter(({ id }) => id.startsWith("fields-"));
    expect(cases.map(({ id }) => id)).toEqual(["fields-a", "fields-a-versions"]);
    expect(JSON.stringify(cases[1]?.steps)).toMatch(/"click":"Versions".*"Filter versions"/);
  });

  it("follows entries of a list that lead to pages of one kind, and no menu", () => {
    const headed = (id: string, text: string) =>
      page(id, { survey: survey({ headings: [{ level: 1, text }], text }) });
    const entry = (text: string, href: string) => {
      return { text, cells: [], links: [{ text, href }], buttons: [], images: [], fields: [] };
    };
    const listing = (id: string, order: 1 | -1) => {
      const entries = [
        entry("Users", "/users"),
        entry("Settings", "/settings"),
        entry("Access list", "/access"),
      ];
      return page(id, {
        survey: survey({
          collections: [
            {
              kind: "list",
              name: "Entries",
              target: { role: "list", name: "Entries" },
              rows: 3,
              columns: [],
              items: order === 1 ? entries : entries.toReversed(),
              footers: [],
              paging: null,
              code: false,
            },
          ],
        }),
      });
    };
    const listed = listing("list", 1);
    const users = headed("users", "Users");
    expect(caseOf(site({ pages: [listed, users] }), "items-list")).toBeDefined();
    const titles = (...pages: SitePage[]): string[] =>
      generate(site({ pages: [...pages, users] })).document.cases.flatMap(({ title = "" }) =>
        title.startsWith("An entry") ? [title] : [],
      );
    expect(titles(listed, listing("team", -1))).toEqual([
      "An entry of the list leads to the page of that very item (at /list)",
      "An entry of the list leads to the page of that very item (at /team)",
    ]);
    // The same beside another page is the same list.
    expect(titles(listed, listing("team", 1))).toHaveLength(1);
    const menu = [listed, users, headed("settings", "Configuration Manager")];
    expect(caseOf(site({ pages: menu }), "items-list")).toBeUndefined();
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

  it("puts a greeting aside in a block that opens a page", () => {
    const greeted = survey({ forms: [form([surveyField("Your name", { required: true })])] });
    const { document } = generate(
      site({ greetings: ["Accept all"], pages: [page("contact", { survey: greeted })] }),
    );
    expect(document.blocks?.["fill in Welcome"]?.slice(0, 2)).toEqual([
      { goto: "/contact" },
      { click: "Accept all", when: { visible: "Accept all" } },
    ]);
    const begun = document.cases.find(({ id }) => id === "contact-submit");
    expect(begun?.steps[0]).toEqual({ use: "fill in Welcome" });
  });
});

describe("forms", () => {
  const contact = form([
    surveyField("Your name", { required: true }),
    surveyField("E-mail", { type: "email", required: true }),
    surveyField("Topic", { type: "select", options: ["Please choose", "An order"], value: "" }),
    surveyField("Message", { type: "textarea", required: true }),
    surveyField("I accept the terms", { type: "checkbox", value: "false" }),
  ]);
  const model = site({ pages: [page("contact", { survey: survey({ forms: [contact] }) })] });

  it("are sent with proper data", () => {
    expect(generate(model).document.blocks?.["fill in Welcome"]).toEqual([
      { goto: "/contact" },
      { fill: { "Your name": "${person}", "E-mail": "${email}" } },
      { select: { Topic: "An order" } },
      { fill: { Message: "Tracewright wrote this ${tag}" } },
      { check: "I accept the terms" },
    ]);
    const sent = (tried: "taken" | "refused" | undefined) => {
      const known = tried === undefined ? contact : { ...contact, tried };
      return caseOf(
        site({ pages: [page("contact", { survey: survey({ forms: [known] }) })] }),
        "contact-submit",
      )?.steps;
    };
    expect(sent("taken")).toEqual([
      { use: "fill in Welcome" },
      { click: "Send" },
      { wait_for: "idle" },
      { expect: "no_errors" },
    ]);
    // Whether it is proper, only the app can say.
    expect(sent(undefined)?.at(-1)).toEqual({
      expect: { no_errors: { except: [" 400", " 409", " 422", "console error:"] } },
    });
    expect(sent("refused")).toBeUndefined();
  });

  it("have to refuse what is missing or no address", () => {
    const ids = generate(model).document.cases.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["contact-requires", "contact-email"]));
  });

  it("are left alone where they ask for a card, a password or a file", () => {
    for (const secret of [
      surveyField("Card number", { autocomplete: "cc-number" }),
      surveyField("New password", { type: "password" }),
      surveyField("Photo", { type: "file", required: true }),
    ]) {
      const pages = [page("pay", { survey: survey({ forms: [form([surveyField("Name"), secret])] }) })];
      const ids = generate(site({ pages })).document.cases.map(({ id }) => id);
      expect(ids).toEqual(["page-pay", "accessible-names", "readable-text-pay"]);
    }
  });

  it("that delete something are left alone", () => {
    const danger = form([surveyField("Reason")], {
      submit: { ...control, name: "Delete account", target: "Delete account" },
    });
    const { document } = generate(
      site({ pages: [page("account", { survey: survey({ forms: [danger] }) })] }),
    );
    expect(document.cases.map(({ id }) => id)).toEqual([
      "page-account",
      "accessible-names",
      "readable-text-account",
    ]);
  });
});
