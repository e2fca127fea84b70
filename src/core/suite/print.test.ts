import { expect, test } from "vitest";
import type { SuiteDocument } from "./grammar.ts";
import { parseSuite } from "./parse.ts";
import { printSuite } from "./print.ts";

const document: SuiteDocument = {
  cases: [
    {
      steps: [
        { goto: "/" },
        { click: "Accept cookies", when: { visible: "Accept cookies" } },
        { fill: { Email: "${email}", Zip: "01234", Note: 'yes: #1 "quoted"\nsecond line' } },
        { click: { role: "button", name: "Add to cart", within: { role: "listitem", name: "Mug" } } },
        { use: "open cart" },
        "reload",
        { capture: { order_id: { text: { testid: "order-number" }, match: "#(\\d+)" } } },
        { expect: { text: "Thank you", url: { matches: "/orders/\\d+$" } } },
        { expect: "no_errors" },
      ],
      title: "A guest orders one item",
      id: "order",
    },
    {
      id: "order-in-history",
      needs: ["order"],
      steps: [{ expect: { visible: { role: "row", name: "${order_id}" } } }],
    },
    {
      id: "navigation",
      steps: [
        { goto: "/catalogue" },
        { expect: { visible: { role: "heading" } } },
        { expect: "no_errors" },
        { goto: "/help" },
        { expect: { visible: { role: "heading" } } },
        { expect: "no_errors" },
        { click: "Catalogue" },
        { expect: { url: { is: "/catalogue" } } },
      ],
    },
  ],
  suite: "Shop: checkout",
  base_url: "http://shop.example",
  tags: ["smoke"],
  auth: { username: "${env.SHOP_USER}", password: "${secret.SHOP_PASSWORD}", login_path: "/login" },
  fixtures: { email: "internet.email", quantity: { int: [1, 9] } },
  blocks: { "open cart": [{ click: "Cart" }, { expect: { url: "/cart" } }] },
};

test("a printed suite is read back as the same document, and printed the same again", () => {
  const yaml = printSuite(document);
  const parsed = parseSuite(yaml);
  expect(parsed.diagnostics).toEqual([]);
  expect(parsed.document).toEqual(document);
  expect(parsed.document && printSuite(parsed.document)).toBe(yaml);
});

test("what is done and then expected stands on a line where it all fits, keys in the order of the reference", () => {
  expect(printSuite(document)).toMatchInlineSnapshot(`
    "suite: "Shop: checkout"
    base_url: http://shop.example
    tags: [smoke]
    auth: {username: "\${env.SHOP_USER}", password: "\${secret.SHOP_PASSWORD}", login_path: /login}
    fixtures:
      email: internet.email
      quantity: {int: [1, 9]}
    blocks:
      open cart: [click: Cart, expect: {url: /cart}]
    cases:
      - id: order
        title: A guest orders one item
        steps: [
          goto: /, {click: Accept cookies, when: {visible: Accept cookies}},
            fill: {Email: "\${email}", Zip: "01234", Note: "yes: #1 \\"quoted\\"\\nsecond line"},
            click: {role: button, name: Add to cart, within: {role: listitem, name: Mug}}, use: open cart,
          reload, capture: {order_id: {text: {testid: order-number}, match: "#(\\\\d+)"}},
            expect: {text: Thank you, url: {matches: /orders/\\d+$}}, expect: no_errors]
      - id: order-in-history
        needs: [order]
        steps: [expect: {visible: {role: row, name: "\${order_id}"}}]
      - id: navigation
        steps: [
          goto: /catalogue, expect: {visible: {role: heading}}, expect: no_errors,
          goto: /help, expect: {visible: {role: heading}}, expect: no_errors,
          click: Catalogue, expect: {url: {is: /catalogue}}]
    "
  `);
});
