import { describe, expect, test } from "vitest";
import { readSentence } from "./read-sentence.ts";

const read = (text: string, part: "given" | "when" | "then" | null = null) => {
  const said = readSentence({ text, part, isStep: true }, false);
  return said.ok ? said.intents : said.reason;
};
const named = (name: string, more: object = {}) => expect.objectContaining({ name, ...more }) as object;

describe("a sentence says what it asks to do", () => {
  test.each([
    [
      'Click the "Add to cart" button.',
      [{ kind: "click", target: named("Add to cart", { quoted: true, role: "button" }) }],
    ],
    [
      "When I click on the Checkout button",
      [{ kind: "click", target: named("Checkout", { quoted: false }) }],
    ],
    ["Go to /cart", [{ kind: "open", path: "/cart" }]],
    ["Given I am on the home page", [{ kind: "open", path: "" }]],
    ["Open the Orders page", [{ kind: "visit", target: named("Orders") }]],
    [
      'And I fill "E-mail" with "ada@example.com"',
      [{ kind: "fill", target: named("E-mail"), value: "ada@example.com" }],
    ],
    ["Set Quantity to 3", [{ kind: "fill", target: named("Quantity"), value: "3" }]],
    [
      'Change the quantity of "Mug" to 2',
      [{ kind: "fill", target: named("quantity", { within: "Mug" }), value: "2" }],
    ],
    [
      'Enter "mug" into the search box and press Enter.',
      [
        { kind: "fill", target: named("search"), value: "mug" },
        { kind: "press", key: "Enter", target: null },
      ],
    ],
    ['Select "France" from "Country"', [{ kind: "select", target: named("Country"), option: "France" }]],
    ['Tick "I accept the terms"', [{ kind: "check", target: named("I accept the terms"), on: true }]],
    ['Click the second "Remove" button', [{ kind: "click", target: named("Remove", { nth: 1 }) }]],
    ['Click Remove in the "Mug" row', [{ kind: "click", target: named("Remove", { within: "Mug" }) }]],
    ['Log in as "ada" with password "sesame"', [{ kind: "log_in", username: "ada", password: "sesame" }]],
    ["I am logged in", [{ kind: "log_in", username: null, password: null }]],
    ['Upload "photo.png" to "Picture"', [{ kind: "upload", target: named("Picture"), file: "photo.png" }]],
    ["Wait 2 seconds", [{ kind: "nothing" }]],
    [
      "Posts > Drafts",
      [
        { kind: "visit", target: named("Posts") },
        { kind: "visit", target: named("Drafts") },
      ],
    ],
    [
      "In the menu on the left, choose Orders",
      [{ kind: "click", target: named("Orders", { within: null }) }],
    ],
    [
      'From the list of posts, pick the row titled "Mug"',
      [{ kind: "click", target: named("Mug", { role: "row", within: "posts" }) }],
    ],
    ["Bring up Orders from the menu on the left", [{ kind: "visit", target: named("Orders") }]],
    ["Given the orders are open", [{ kind: "visit", target: named("orders") }]],
    ["Delete it.", [{ kind: "order", verb: "Delete", target: named("Delete"), whole: "Delete" }]],
    ['Sign in as ada using the password "sesame"', [{ kind: "log_in", username: "ada", password: "sesame" }]],
    ['Open the user menu, which bears the name "Ada"', [{ kind: "visit", target: named("Ada") }]],
    ["To see your cart, click the Cart link", [{ kind: "click", target: named("Cart", { role: "link" }) }]],
  ])("%s", (sentence, intents) => {
    expect(read(sentence)).toEqual(intents);
  });
});

describe("or to see", () => {
  const text = (shown: string, more: object = {}) => ({
    kind: "see_text",
    text: shown,
    quoted: true,
    shown: true,
    within: null,
    ...more,
  });
  test.each([
    ['Then I should see "Thank you"', [text("Thank you")]],
    ['I should not see "Error"', [text("Error", { shown: false })]],
    ['"Mug" is no longer in the list', [text("Mug", { shown: false })]],
    ['The page shows the message "Saved".', [text("Saved")]],
    ['The list contains "Mug" and "Plate"', [text("Mug"), text("Plate")]],
    ['Verify that "Mug" is shown and "Pan" is not shown.', [text("Mug"), text("Pan", { shown: false })]],
    ['The total is "24.00"', [text("24.00", { within: "total" })]],
    ['There ought to be a column by the name of "Author"', [text("Author")]],
    ['The "Save" button remains on screen', [{ kind: "see_element", target: named("Save"), shown: true }]],
    ["I should be redirected to /thanks", [{ kind: "see_url", path: "/thanks", whole: false }]],
    ["The cart has 3 rows", [{ kind: "see_count", what: "rows", range: { is: 3 }, within: "cart" }]],
    [
      'The "Checkout" button is disabled',
      [{ kind: "see_state", target: named("Checkout"), state: "disabled" }],
    ],
    ['The "E-mail" field contains "a@b.c"', [{ kind: "see_value", target: named("E-mail"), value: "a@b.c" }]],
    [
      'Clicking "Checkout" opens /checkout',
      [
        { kind: "click", target: named("Checkout") },
        { kind: "see_url", path: "/checkout", whole: false },
      ],
    ],
  ])("%s", (sentence, intents) => {
    expect(read(sentence)).toEqual(intents);
  });
});

test.each([
  "The shop is lovely.",
  "Make sure that all works well",
  'Think of "something"',
  "And the moon is full",
  "Enter your e-mail address",
])("nothing is made of: %s", (sentence) => {
  expect(read(sentence)).toBe("no rule knows what it asks to do or to see");
});

test("hostile sentences end", () => {
  for (const text of [
    '"'.repeat(399),
    'click "'.repeat(55),
    "and ".repeat(99),
    `see ${"a ".repeat(190)}`,
    "⟦0⟧".repeat(120),
  ])
    expect(readSentence({ text, part: "then", isStep: true }, false)).toHaveProperty("ok");
});
