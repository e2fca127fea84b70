import { expect, it } from "vitest";
import { form, page, site, survey } from "#test/support/site-model.ts";
import { surveyField } from "#test/support/survey-field.ts";
import { parseSuite } from "#core/suite/parse.ts";
import type { SiteModel } from "#model/site.ts";
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
  expect(cases.find(({ id }) => id === "jobs-requires")).toMatchObject({
    title: `"Welcome" refuses an empty "jobs title" and "teams title"`,
    // Both pages have the same heading; each form is filled in as it is.
    steps: [
      { use: "fill in Welcome" },
      {},
      {},
      {},
      {},
      {},
      { use: "fill in Welcome (2)" },
      {},
      {},
      {},
      {},
      {},
    ],
  });
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
