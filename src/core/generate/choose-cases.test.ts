import { expect, it } from "vitest";
import { form, page, site, survey } from "#test/support/site-model.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { parseSuite } from "#core/suite/parse.ts";
import type { SiteModel } from "#model/site.ts";
import { chooseCases } from "./choose-cases.ts";
import type { Draft } from "./define-oracle.ts";
import { defineOracle } from "./define-oracle.ts";
import { generateSuite } from "./generate.ts";

const generate = (model: SiteModel, mode: "quick" | "exhaustive" = "exhaustive") => {
  const generated = generateSuite({ site: model, mode, baseUrl: model.origin });
  const { diagnostics } = parseSuite(generated.yaml);
  expect(diagnostics).toEqual([]);
  return generated;
};

it("has every kind of case in a quick suite before one more of the same kind", () => {
  const failed = { kind: "page_error" as const, message: "page error: x is not a function" };
  const wrong = Array.from({ length: 30 }, (_, at) => page(`wrong-${at}`, { problems: [failed] }));
  const asked = (name: string) =>
    form([surveyField(`${name} title`, { required: true })], { name, action: `/${name}` });
  const pages = ["jobs", "teams"].map((id) => page(id, { survey: survey({ forms: [asked(id)] }) }));
  const model = site({ pages: [...wrong, ...pages] });
  const { cases } = generate(model, "quick").document;
  const ids = cases.map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith("page-")).length).toBeLessThan(20);
  expect(ids).toEqual(expect.arrayContaining(["page-wrong-0", "jobs-submit", "teams-submit"]));
  // A form that fails hides no other; both pages have the same heading, and each form is filled in as it is.
  expect(cases.filter(({ id }) => id.endsWith("-requires"))).toMatchObject([
    {
      title: `"Welcome" refuses an empty "jobs title"`,
      steps: [{ use: "fill in Welcome" }, {}, {}, {}, {}, {}],
    },
    {
      title: `"Welcome" refuses an empty "teams title"`,
      steps: [{ use: "fill in Welcome (2)" }, {}, {}, {}, {}, {}],
    },
  ]);
  const exhaustive = generate(model).document.cases.map(({ id }) => id);
  expect(exhaustive).toEqual(expect.arrayContaining(["jobs-requires", "teams-requires"]));
});

it("is as long as a person reads, but for what is handed out in parts", () => {
  const pages = Array.from({ length: 40 }, (_, at) => {
    const fields = ["title", "place", "owner"].map((name) =>
      surveyField(`Item ${at} ${name}`, { required: true }),
    );
    return page(`item-${at}`, {
      survey: survey({ forms: [form(fields, { name: `Item ${at}`, action: `/${at}` })] }),
    });
  });
  const model = site({ pages });
  const linesOf = ({ yaml }: { yaml: string }): number => yaml.trimEnd().split("\n").length;
  const short = generate(model);
  expect(linesOf(short)).toBeLessThan(640);
  expect(linesOf(short)).toBeGreaterThan(500);
  expect(linesOf(generate(model, "quick"))).toBeLessThan(330);
  const long = generateSuite({ site: model, mode: "exhaustive", split: true, baseUrl: model.origin });
  expect(long.document.cases).toHaveLength(90);
  expect(linesOf(long)).toBeGreaterThan(linesOf(short));
  // What a suite has no room for is tried all the same.
  expect(short.whole.cases.length).toBeGreaterThan(90);
});

it("removes what it makes, however short it is", () => {
  const oracleOf = (id: string) => defineOracle({ id, summary: "", applies: () => [] });
  const steps = Array.from({ length: 8 }, () => "reload" as const);
  const named = (id: string, rank: number, more: Partial<Draft> = {}): Draft => ({
    id,
    title: id,
    steps,
    rank,
    ...more,
  });
  const things = [
    named("create-thing", 11),
    named("shows-thing", 12, { needs: ["create-thing"] }),
    named("delete-thing", 14, { needs: ["create-thing"], undoes: true }),
  ].map((draft) => ({ draft, oracle: oracleOf("things") }));
  const others = Array.from({ length: 40 }, (_, at) => ({
    draft: named(`other-${at}`, 12),
    oracle: oracleOf(`others-${at}`),
  }));
  const chosen = chooseCases(
    [...things, ...others].map((each, place) => ({ ...each, place })),
    "quick",
  );
  const ids = chosen.cases.filter((each) => !chosen.spare.has(each)).map(({ draft }) => draft.id);
  expect(ids).toHaveLength(24);
  expect(ids).toEqual(expect.arrayContaining(["create-thing", "delete-thing"]));
});

it("uses every form, by the most telling case of each, before more of what it has", () => {
  const proposal = (id: string, rank: number, place: number) => ({
    draft: { id, title: id, steps: Array.from({ length: 8 }, () => "reload" as const), rank },
    oracle: defineOracle({ id, summary: "", applies: () => [] }),
    place,
  });
  const many = Array.from({ length: 100 }, (_, at) => proposal(`other-${at}`, 12, at));
  const late = [proposal("sends-a", 40, 100), proposal("keeps-a", 30, 101), proposal("sends-b", 50, 102)];
  const usedBy = ({ draft }: { draft: Draft }): string[] => /(?<=^\w+s-)[ab]$/.exec(draft.id) ?? [];
  const inSuite = (from: typeof late): string[] => {
    const { cases, spare } = chooseCases(from, "exhaustive", false, usedBy);
    return cases.filter((each) => !spare.has(each)).map(({ draft }) => draft.id);
  };
  const ids = inSuite([...many, ...late]);
  expect(ids).toHaveLength(90);
  expect(ids.filter((id) => !id.startsWith("other"))).toEqual(["keeps-a", "sends-b"]);
  // What the suite has anyway is enough.
  const had = inSuite([proposal("begins-a", 1, 103), ...many, ...late]);
  expect(had.filter((id) => !id.startsWith("other"))).toEqual(["sends-b", "begins-a"]);
});

/** The title of the one case of a quick suite that cases with these titles become. */
const titleOfAll = (titles: string[]): string | undefined => {
  const oracle = defineOracle({ id: "same", summary: "", joins: true, applies: () => [] });
  const drafts = titles.map((title, at) => ({
    id: `case-${at}`,
    title,
    steps: [{ goto: `/${at}` }],
    rank: 9,
  }));
  const proposed = drafts.map((draft, place) => ({ draft, oracle, place }));
  const { cases } = chooseCases(proposed, "quick");
  return cases.length === 1 ? cases[0]?.draft.title : undefined;
};

it("says once what several of the cases that it joins are about", () => {
  const found = (word: string): string => `Searching for "${word}" in upper or lower case finds it`;
  expect(titleOfAll(["towel", "towel", "Copper"].map(found))).toBe(
    `Searching for "towel" and "Copper" in upper or lower case finds it`,
  );
  expect(titleOfAll(["towel", "towel"].map(found))).toBe(found("towel"));
  expect(titleOfAll(["Orders", "Users", "Rooms"].map(found))).toBe(found('Orders", "Users" and "Rooms'));
});

it("opens nearly all kinds of page, however many forms there are", () => {
  const withForms = Array.from({ length: 45 }, (_, at) => {
    const fields = ["title", "place", "owner", "town"].map((name) =>
      surveyField(`Item ${at} ${name}`, { required: true }),
    );
    return page(`item-${at}`, {
      survey: survey({ forms: [form(fields, { name: `Item ${at}`, action: `/${at}` })] }),
    });
  });
  const plain = Array.from({ length: 45 }, (_, at) => page(`plain-${at}`));
  const model = site({ pages: [...withForms, ...plain] });
  const { document, yaml } = generate(model);
  const steps = JSON.stringify([document.cases, document.blocks]);
  const opened = model.pages.filter(({ path }) => steps.includes(`"goto":"${path}"`));
  expect(opened.length).toBeGreaterThanOrEqual(81);
  expect(yaml.trimEnd().split("\n").length).toBeLessThan(640);
});

it("sends in a quick suite what the server broke at, and what the app is there for, however many forms there are", () => {
  const asked = (name: string, more: Partial<ReturnType<typeof form>> = {}) => ({
    ...form([surveyField(`${name} title`, { required: true })], { name, action: `/${name}` }),
    ...more,
  });
  const forms = Array.from({ length: 40 }, (_, at) => asked(`note-${at}`));
  const pages = [...forms, asked("zeal", { broke: true }), asked("checkout")].map((each) =>
    page(each.name, { survey: survey({ forms: [each] }) }),
  );
  const ids = generate(site({ pages }), "quick").document.cases.map(({ id }) => id);
  expect(ids).not.toContain("note-39-submit");
  expect(ids).toEqual(expect.arrayContaining(["zeal-submit", "checkout-submit"]));
});
