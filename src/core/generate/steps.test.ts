import { expect, it } from "vitest";
import { page, site, survey } from "#test/support/site-model.ts";
import { generateSuite } from "./generate.ts";
import { listed, short } from "./steps.ts";

it("cuts texts between words, and closes a quote that was opened", () => {
  expect(short("Made to last, made to be used", 30)).toBe("Made to last, made to be used");
  expect(short("Made to last, made to be used", 17)).toBe("Made to last…");
  expect(short("Made to last, made to be used", 20)).toBe("Made to last, made…");
  expect(short('The number above "Products of today"', 30)).toBe('The number above "Products of…"');
  expect(short("/inventory/9a3f0c71-55e0", 12)).toBe("/inventory/9…");
});

it("lists whole names, and how many more there are", () => {
  expect(listed(["Orders", "Users"], 20)).toBe("Orders, Users");
  expect(listed(["Orders", "Users", "Rooms"], 14)).toBe("Orders, Users and 1 more");
  expect(listed(["A name beyond all room", "Users"], 14)).toBe("A name beyond all room and 1 more");
});

it("names whole pages in the title of the case that looks at them together", () => {
  const names = [
    "Made to last, made to be used",
    "Catalogue",
    "Inventory",
    "Orders",
    "Contact",
    "Delivery and returns",
  ];
  const pages = names.map((text, at) =>
    page(`p${at}`, { title: text, survey: survey({ headings: [{ level: 1, text }] }) }),
  );
  const { document } = generateSuite({
    site: site({ pages }),
    mode: "quick",
    baseUrl: "https://app.example",
  });
  expect(document.cases.find(({ id }) => id === "pages")?.title).toBe(
    `Pages load without errors: "Made to last, made to be used", "Catalogue", "Inventory", "Orders", "Contact" and 1 more`,
  );
});
