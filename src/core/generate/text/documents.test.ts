import { expect, test } from "vitest";
import { linksOf, readDocument } from "./documents.ts";

const texts = (text: string, isHtml = false) =>
  readDocument(text, isHtml).cases.map(({ title, sentences }) => [
    title,
    ...sentences.map((each) => each.text),
  ]);

test("Gherkin: background, outlines with examples, data tables", () => {
  const { name, cases } = readDocument(
    `Feature: Cart
      Background:
        Given I am on the home page
      Scenario Outline: Search <word>
        When I search for "<word>"
        Then I should see "<word>"
        Examples:
          | word |
          | mug  |
          | pan  |
      Scenario: Contact
        When I fill in the form:
          | Name | Ada |`,
    false,
  );
  expect(name).toBe("Cart");
  expect(cases.map(({ title }) => title)).toEqual(["Search mug", "Search pan", "Contact"]);
  expect(cases[1]?.sentences).toEqual([
    { text: "I am on the home page", part: "given", isStep: true },
    { text: 'I search for "pan"', part: "when", isStep: true },
    { text: 'I should see "pan"', part: "then", isStep: true },
  ]);
  expect(cases[2]?.sentences[1]?.rows).toEqual([["Name", "Ada"]]);
});

test("Markdown: headings and announced lists begin cases, what is set off is a name, tables give examples", () => {
  const text = `# Guide
## Log in
1. Open /login
2. Enter **<user>** into Name.

| user |
|---|
| ada |
| bob |

## Orders
To cancel an order:
- Click \`Cancel\`
`;
  expect(texts(text)).toEqual([
    ["Log in (ada)", "Open /login", "Enter “ada” into Name."],
    ["Log in (bob)", "Open /login", "Enter “bob” into Name."],
    ["To cancel an order", "Click “Cancel”"],
  ]);
});

test("user stories: each criterion is a case, Given, When and Then in one line are three sentences", () => {
  const text = `As a shopper I want a cart so that I can buy.

Acceptance criteria:
- Given I am on the home page, when I click "Cart", then I should see "Your cart"
- Clicking "Help" opens /help`;
  expect(texts(text).map((item) => item.slice(1))).toEqual([
    ["Given I am on the home page", 'when I click "Cart"', 'then I should see "Your cart"'],
    ['Clicking "Help" opens /help'],
  ]);
});

test("tables of test cases and of steps", () => {
  const text = `| Test case | Steps | Expected result |
|---|---|---|
| Empty cart | 1. Open /cart 2. Click "Help" | I see "Nothing" |`;
  expect(texts(text)).toEqual([["Empty cart", "Open /cart", 'Click "Help"', 'Then I see "Nothing"']]);
});

test("HTML: what is no content is left out", () => {
  const html = `<title>Docs</title><script>Click "Evil"</script><nav>Click "Menu"</nav><main><h2>Search</h2><ol><li>Enter "mug" into <b>Search</b>.<li>I should see &quot;Mug&quot;</ol></main>`;
  expect(texts(html, true)).toEqual([["Search", 'Enter "mug" into “Search”.', 'I should see "Mug"']]);
  expect(
    linksOf(
      `<a href="b.html#x">b</a><a href="b.html">b</a><a href="mailto:a@b.c">m</a>`,
      "http://docs.example/a/",
    ),
  ).toEqual(["http://docs.example/a/b.html"]);
});

test("hostile documents end", () => {
  for (const text of [
    '"'.repeat(100_000),
    "<script".repeat(20_000),
    "- ".repeat(20_000),
    "<".repeat(100_000),
    "| a ".repeat(5_000),
  ])
    expect(readDocument(text, false)).toHaveProperty("cases");
});
