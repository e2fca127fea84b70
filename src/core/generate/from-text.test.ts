import { describe, expect, test } from "vitest";
import { parseSuite } from "#core/suite/parse.ts";
import { printSuite } from "#core/suite/print.ts";
import { suiteFromText, textOfHtml } from "./from-text.ts";
import { stepOfSentence } from "./sentences.ts";

const baseUrl = "https://shop.example";

describe("a sentence becomes the step it says", () => {
  test.each([
    ['Click the "Add to cart" button.', { click: "Add to cart" }],
    ['When I click on "Checkout"', { click: "Checkout" }],
    ["Go to /cart", { goto: "/cart" }],
    ["Given I am on the home page", { goto: "/" }],
    ['And I fill "E-mail" with "ada@example.com"', { fill: { "E-mail": "ada@example.com" } }],
    ['Enter "2" into the "Quantity" field', { fill: { Quantity: "2" } }],
    ['Select "France" from "Country"', { select: { Country: "France" } }],
    ['Tick "I accept the terms"', { check: "I accept the terms" }],
    ["Press Enter", { press: "Enter" }],
    ['Then I should see "Thank you"', { expect: { text: "Thank you" } }],
    ['Then I should not see "Error"', { expect: { hidden: { text: "Error" } } }],
    ['The page shows the message "Saved".', { expect: { text: "Saved" } }],
    ["Then I should be on /thanks", { expect: { url: "/thanks" } }],
  ])("%s", (sentence, step) => {
    expect(stepOfSentence(sentence)).toEqual(step);
  });

  test.each(["The shop is lovely.", "Make sure that all works well", 'Think of "something"'])(
    "nothing is made of: %s",
    (sentence) => {
      expect(stepOfSentence(sentence)).toBeNull();
    },
  );
});

test("Gherkin: a case a scenario, and what no rule knows is named", () => {
  const { document, notes } = suiteFromText({
    baseUrl,
    text: `Feature: Cart
      Scenario: A guest orders
        Given I am on the home page
        When I click "Mug"
        And the moon is full
        Then I should see "Thank you"
      Scenario: Empty cart
        When I open "/cart"
        Then I should see "Your cart is empty"`,
  });
  expect(document.suite).toBe("Cart");
  expect(document.cases.map(({ id, steps }) => [id, steps.length])).toEqual([
    ["a-guest-orders", 3],
    ["empty-cart", 2],
  ]);
  expect(notes).toEqual(["not turned into a step: And the moon is full"]);
  expect(parseSuite(printSuite(document)).diagnostics).toEqual([]);
});

test("Markdown and HTML: headings begin a case, one without an address starts at the start", () => {
  const html = `<script>Click "Evil"</script><h2>Search</h2><ol><li>Enter "mug" into "Search".</li><li>I should see &quot;Mug&quot;</li></ol>`;
  const { document } = suiteFromText({ baseUrl, text: textOfHtml(html) });
  expect(document.cases).toEqual([
    {
      id: "search",
      title: "Search",
      steps: [{ goto: "/" }, { fill: { Search: "mug" } }, { expect: { text: "Mug" } }],
    },
  ]);
});

test("words that say no step are a generation error that shows how to write", () => {
  expect(() => suiteFromText({ baseUrl, text: "Lorem ipsum." })).toThrow(
    /no sentence could be turned into a step/,
  );
});

test("hostile text ends", () => {
  for (const text of [
    '"'.repeat(300_000),
    "<script".repeat(50_000),
    'click "'.repeat(50_000),
    "<".repeat(300_000),
  ]) {
    expect(() => suiteFromText({ baseUrl, text: textOfHtml(text) })).toThrow(/no sentence/);
  }
});
