import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** In cents. */
type Quote = { nets: number[]; rate: number };
type Tax = (quote: Quote, at: number) => { tax: number; label?: string; more?: string; beside?: number };

const QUOTES: Quote[] = [
  { nets: [1783], rate: 19 },
  { nets: [4990], rate: 7 },
  { nets: [12_345], rate: 19 },
  { nets: [25_000], rate: 19 },
];
const FIRMS = ["Adenta Care", "Bright Homes", "Cedar Foods", "Delta Print"];

const euros = (cents: number): string => `€${(cents / 100).toFixed(2)}`;
const add = (all: number[]): number => all.reduce((sum, each) => sum + each, 0);
const share = ({ nets, rate }: Quote): number => (add(nets) * rate) / 100;

/** Quotes with the tax that is added to their net sum, and a page of each. */
const quotes = (tax: Tax, of: Quote[] = QUOTES): { [path: string]: string } => ({
  "/": `<h1>Quotes</h1><ul aria-label=Quotes>${FIRMS.map((firm, at) => `<li><a href="/quotes/${at + 1}">${firm}</a>`).join("")}</ul>`,
  ...Object.fromEntries(
    of.map((quote, at) => {
      const net = add(quote.nets);
      const { tax: shown, label = `VAT (${quote.rate} %)`, more = "", beside = 0 } = tax(quote, at);
      const rows = quote.nets
        .map((each, row) => `<tr><td>Service ${row + 1}<td>${euros(each)}</tr>`)
        .join("");
      return [
        `/quotes/${at + 1}`,
        `<h1>${FIRMS[at]}</h1>${more}<table><thead><tr><th>What<th>Amount</tr></thead><tbody>${rows}</tbody></table><dl><div><dt>Subtotal</dt><dd>${euros(net)}</dd></div><div><dt>${label}</dt><dd>${euros(shown)}</dd></div>${beside ? `<div><dt>VAT (7 %)</dt><dd>${euros(beside)}</dd></div>` : ""}<div><dt>Total</dt><dd>${euros(net + shown + beside)}</dd></div></dl><p><a href="/">All quotes</a></p>`,
      ];
    }),
  ),
});

const rounded: Tax = (quote) => ({ tax: Math.round(share(quote)) });
const cutOff: Tax = (quote) => ({ tax: Math.floor(share(quote)) });
const rowByRow = ({ nets, rate }: Quote): number =>
  add(nets.map((net) => Math.floor((net * rate) / 100 + 0.5)));

it.each<[string, { [path: string]: string }, string | null]>([
  ["rounded", quotes(rounded), null],
  ["cut off", quotes(cutOff), "€3.39"],
  [
    "another one on the third",
    quotes((quote, at) => ({ tax: at === 2 ? 864 : rounded(quote, at).tax })),
    "€23.46",
  ],
  // Sound: each row has its own, or not all of the sum is taxed.
  [
    "rounded row by row",
    quotes(
      (quote) => ({ tax: rowByRow(quote) }),
      QUOTES.map(({ rate }, at) => ({ nets: [1783, 1783 + at, 1783, 1110], rate })),
    ),
    null,
  ],
  [
    "of less",
    quotes((quote, at) => ({
      tax: at === 2 ? 1000 : rounded(quote, at).tax,
      more: "<p>A discount of 57 % was granted.</p>",
    })),
    null,
  ],
  [
    "one of two",
    quotes((quote, at) => ({
      tax: at === 2 ? 1000 : rounded(quote, at).tax,
      beside: at === 2 ? 496 : 0,
    })),
    null,
  ],
  // £9.99 with 20 % in it is £8.33 and £1.66.
  [
    "taken out of a price",
    quotes(
      ({ nets, rate }) => ({ tax: 999 - add(nets), label: `VAT (${rate} %)` }),
      QUOTES.map(() => ({ nets: [833], rate: 20 })),
    ),
    null,
  ],
  ["worked out otherwise throughout", quotes(({ nets }) => ({ tax: Math.round(add(nets) * 0.1) })), null],
  [
    "contained",
    quotes((quote) => ({ tax: Math.floor(share(quote)), label: `VAT contained (${quote.rate} %)` })),
    null,
  ],
])("a tax that is %s", { timeout: 240_000 }, async (_, pages, expected) => {
  const { failing, yaml } = await tryPages(browser, pages, {
    only: /^sums-/,
    pages: 8,
    actions: 40,
    depth: 3,
  });
  expect(failing).toHaveLength(expected === null ? 0 : 1);
  expect(yaml).toContain(expected === null ? "steps:" : `contains: ${expected}`);
});
