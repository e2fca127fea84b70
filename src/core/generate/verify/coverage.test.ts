import { expect, it } from "vitest";
import { control, form, page, site, survey } from "#test/support/site-model.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { generateSuite } from "#core/generate/generate.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyCollection, SurveyField } from "#model/survey.ts";
import { coverageOf } from "./coverage.ts";

const sentBy = (name: string, fields: SurveyField[]) =>
  form(fields, {
    submit: { ...control, name, target: name },
  });

const coverageIn = (model: SiteModel) => {
  const { document } = generateSuite({ site: model, mode: "exhaustive", baseUrl: model.origin });
  const reached = { paths: new Set<string>(), routes: new Set<string>() };
  return coverageOf({
    site: model,
    document,
    mode: "exhaustive",
    reached,
    durationMs: 9000,
    triedMs: 0,
    leftOut: [],
  });
};

it("forms that no case uses are told by name, and those left alone with the reason", () => {
  const forms = [
    sentBy("Send", [surveyField("Message")]),
    sentBy("Delete account", [surveyField("Reason")]),
    sentBy("Change", [surveyField("New password", { type: "password" })]),
    sentBy("Save", [surveyField("User name", { value: "Ann" })]),
  ];
  const edit = sentBy("Save order", [surveyField("Customer", { value: "Ann" })]);
  const key = surveyField("Key", { value: "plan", disabled: true });
  const words = surveyField("Description", { value: "Which plan" });
  const empty = ["Legal value", "Says"].map((name) => surveyField(name));
  const change = { ...sentBy("Save key", [key, words, ...empty]), name: "Edit key" };
  const order = page("order", {
    pattern: "/orders/:id",
    path: "/orders/7",
    survey: survey({ forms: [edit, change] }),
  });
  const model = site({ pages: [page("account", { survey: survey({ forms }) }), order] });
  const coverage = coverageIn(model);
  expect(coverage.forms).toEqual({ seen: 2, covered: 1 });
  expect(coverage.left_out).toEqual([
    "1 form left alone, as it could do harm: Delete account (Reason) at /account",
    "1 form left alone, as it asks for what cannot be made up (a password): Change (New password) at /account",
    "2 forms left alone, as it changes what others made: Save order (Customer) at /orders/7; Save key (Key, Description, Legal value) at /orders/7",
    "1 form that no case uses: Save (User name) at /account",
  ]);
});

it("a form that a case sends is not left alone where its page has no query, or another", () => {
  const name = surveyField("Full name");
  const order = (id: string, path: string, fields: SurveyField[]) =>
    page(id, { path, pattern: path, survey: survey({ forms: [sentBy("Place order", fields)] }) });
  const pages = [
    order("order-one", "/checkout?product=3", [name, surveyField("Quantity", { type: "number" })]),
  ];
  const cart = {
    ...order("order-all", "/checkout", [name]),
    setup: [{ kind: "click" as const, target: "Add to cart" }],
  };
  expect(coverageIn(site({ pages: [...pages, cart] })).left_out).toEqual([]);
  expect(coverageIn(site({ pages: [...pages, { ...cart, path: "/basket" }] })).left_out).toEqual([
    "1 form left alone, as it could do harm: Place order (Full name) at /basket",
  ]);
});

it("boxes of a list that another form adds to are no form", () => {
  const boxes = ["Draft", "Write tests"].map((name) => surveyField(name, { type: "checkbox" }));
  const forms = [sentBy("Add item", boxes), sentBy("Add item", [surveyField("New item")])];
  const tasks = page("tasks", { survey: survey({ forms }) });
  expect(coverageIn(site({ pages: [tasks] })).forms.seen).toBe(1);
});

it("boxes that mark rows beside buttons of these are no forms", () => {
  const parts: SurveyCollection = {
    kind: "table",
    name: "Parts",
    target: null,
    rows: 1,
    columns: ["Part", "Level"].map((name) => ({ name, sortable: true, target: `Sort by ${name}` })),
    items: [
      {
        text: "Coil 4",
        cells: ["Coil", "4"],
        links: [],
        buttons: ["Edit level of Coil"],
        images: [],
        fields: [{ cell: 0, type: "checkbox", value: "" }],
      },
    ],
    footers: [],
    paging: null,
    code: false,
  };
  const box = surveyField("Mark", { type: "checkbox" });
  const forms = ["Edit level of Coil", "Sort by Level", "Save choice"].map((name) => sentBy(name, [box]));
  const list = page("parts", { survey: survey({ forms, collections: [parts] }) });
  expect(coverageIn(site({ pages: [list] })).forms.seen).toBe(1);
});

it("a form that a case comes to from the list of the items that it makes is used", () => {
  const making = sentBy("Save", [surveyField("Client"), surveyField("Town")]);
  const record = { path: "/clients", form: making, edit: null } as unknown as SiteRecord;
  const model = site({
    pages: [
      page("new", { path: "/clients/new", pattern: "/clients/new", survey: survey({ forms: [making] }) }),
    ],
    records: [record],
  });
  const formsOf = (goto: string) =>
    coverageOf({
      site: model,
      document: {
        suite: "Clients",
        base_url: model.origin,
        cases: [
          {
            id: "create-client",
            title: "A client is kept",
            steps: [
              { goto },
              { click: "New client" },
              { fill: { Client: "Tracewright" } },
              { click: "Save" },
            ],
          },
        ],
      },
      mode: "exhaustive",
      reached: { paths: new Set(), routes: new Set() },
      durationMs: 9000,
      triedMs: 0,
      leftOut: [],
    }).forms;
  expect(formsOf("/clients")).toEqual({ seen: 1, covered: 1 });
  expect(formsOf("/towns")).toEqual({ seen: 1, covered: 0 });
});
