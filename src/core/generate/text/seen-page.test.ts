import { describe, expect, test } from "vitest";
import type { Named } from "./intent.ts";
import { chooseElement, readPage } from "./seen-page.ts";

const lines = (text: string) =>
  text.split("\n").map((line) => ({ depth: /^ */.exec(line)?.[0].length ?? 0, text: line.trim() }));
const page = readPage({
  url: "http://shop.example/cart",
  title: "Cart",
  leftOut: 0,
  lines: lines(`navigation "Main"
 [e1] link "Home"
 [e2] link "Cart (2)" [current]
main
 heading "Your cart" [level=1]
 table
  row: Item | Price |
  row: [e3] link "Enamel mug" | [e4] spinbutton "Quantity of Enamel mug" = "3" [e5] button "Update" | [e6] button "Remove"
  row: [e7] link "Bowl" | [e8] spinbutton "Quantity of Bowl" = "1" [e9] button "Update" | [e10] button "Remove"
 [e11] textbox "E-mail address" = "a@b.example" [required]
 [e12] searchbox "Search"
 [e13] button "Search"`),
});

const choose = (name: string, use: "click" | "fill", more: Partial<Named> = {}) => {
  const choice = chooseElement(
    page,
    { name, quoted: false, role: null, within: null, nth: null, ...more },
    use,
  );
  return "element" in choice ? choice.element.ref : choice.reason;
};

describe("the one element that is meant", () => {
  test.each([
    ["the cart link", choose("cart", "click", { role: "link" }), "e2"],
    ["a button in a row", choose("Remove", "click", { within: "Bowl" }), "e10"],
    ["the second of several", choose("Remove", "click", { nth: 1 }), "e10"],
    ["a field by some of its words, in a row", choose("quantity", "fill", { within: "Enamel mug" }), "e4"],
    ["another spelling", choose("email", "fill"), "e11"],
    ["a field, not the button beside it", choose("search", "fill", { role: "field" }), "e12"],
    ["a button, not the field beside it", choose("Search", "click"), "e13"],
  ])("%s", (_, ref, expected) => {
    expect(ref).toBe(expected);
  });

  test("is not guessed", () => {
    expect(choose("Remove", "click")).toMatch(/fits 2 elements/);
    expect(choose("Teleport", "click")).toMatch(/nothing called "Teleport"/);
    expect(choose("Quantity of Plate", "fill")).toMatch(/nothing called|fits/);
  });
});
