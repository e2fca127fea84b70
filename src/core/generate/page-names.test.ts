import { expect, it } from "vitest";
import { page, survey } from "#test/support/site-model.ts";
import { commonHeadings, listName, ownHeading, pageNames } from "./page-names.ts";

const headed = (id: string, texts: string[], title = `${id} - Desk`) =>
  page(id, {
    title,
    survey: survey({ headings: texts.map((text, at) => ({ level: at + 1, text })) }),
  });

const PARTS = ["issues", "roadmap", "wiki", "news", "files"];

it("calls the pages of a part of the site by what each is headed by below the name of the part", () => {
  const pages = [
    ...PARTS.map((part) => headed(`harbour-${part}`, ["Harbour", `All ${part}`])),
    ...PARTS.map((part) => headed(`shed-${part}`, ["Boat shed", `All ${part}`])),
    headed("about", ["About"]),
  ];
  const common = commonHeadings(pages);
  expect(common).toEqual(expect.arrayContaining(["Harbour", "Boat shed"]));
  expect(pages.map((each) => ownHeading(each, common))).toEqual([
    ...PARTS.map((part) => `All ${part}`),
    ...PARTS.map((part) => `All ${part}`),
    "About",
  ]);
});

it("keeps the heading of pages that have the same parts", () => {
  const pages = [
    ...[1, 2, 3, 4, 5].map((at) => headed(`order-${at}`, ["Order", "Items", "Address"])),
    ...PARTS.map((part) => headed(part, [part])),
  ];
  expect(commonHeadings(pages)).not.toContain("Order");
  expect(pageNames(pages)(headed("order-6", ["Order", "Items"], "Desk"))).toBe('"Desk"');
});

it("calls a list by what does not change with its rows", () => {
  const names = ["Products", "6 reviews", "Comments (3)", "19 threads, showing 1 to 15", ""];
  expect(names.map((name) => listName({ name }))).toEqual(["Products", "reviews", "Comments", "", ""]);
});
