import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const money = (pence: number): string => `£${(pence / 100).toFixed(2)}`;

/** An invoice with lines, and below them what they come to without VAT. */
const invoice = (net: number, { name = "Net", more = "", amounts = [8500, 3000] } = {}): string => {
  const rows = [
    `<tr><td>Consultation<td>2<td>£42.50<td>${money(amounts[0] ?? 0)}`,
    `<tr><td>Tablets<td>3<td>£10.00<td>${money(amounts[1] ?? 0)}`,
  ];
  const vat = Math.round(net / 5);
  return `<h1>Invoice INV-7</h1><table aria-label=Lines><thead><tr><th>Description<th>Quantity<th>Unit price<th>Amount</thead><tbody>${rows.join("")}</tbody></table>
    <dl>${more}<dt>${name}</dt><dd>${money(net)}</dd><dt>VAT 20%</dt><dd>${money(vat)}</dd><dt>Total</dt><dd>${money(net + vat)}</dd></dl>`;
};

const OFF = "sums-home";

it.each<[string, string, string[]]>([
  ["come to it", invoice(11_500), []],
  ["are counted once each", invoice(5250), [OFF]],
  ["come to less than the subtotal", invoice(12_500, { name: "Subtotal" }), [OFF]],
  ["are called otherwise below", invoice(5250, { name: "Taxable" }), []],
  ["have a discount", invoice(10_500, { more: "<dt>Discount</dt><dd>£10.00</dd>" }), []],
  ["are no price so many times", invoice(10_500, { amounts: [8000, 2500] }), []],
])("lines of an invoice that %s", { timeout: 240_000 }, async (_, main, expected) => {
  expect((await tryPages(browser, main)).failing).toEqual(expected);
});

/** Invoices that are all the same but for two, of which the net sum leaves out how many there are. */
const invoices = (isFaulty: boolean): { [path: string]: string } => {
  const all = Array.from({ length: 24 }, (_, at) => ({
    id: 101 + at,
    tickets: at === 6 || at === 13 ? 3 : 0,
  }));
  const net = (tickets: number): number => 39 + 5 * (isFaulty ? Math.min(1, tickets) : tickets);
  const row = (name: string, many: number, price: number): string =>
    `<tr><td>${name}<td>${many}<td>${money(100 * price)}<td>${money(100 * many * price)}`;
  const pages = all.map(({ id, tickets }) => [
    `/invoices/${id}`,
    `<h1>Invoice ${id}</h1><table aria-label=Lines><thead><tr><th>Description<th>Quantity<th>Unit price<th>Amount</thead>
      <tbody>${row("Membership", 1, 39)}${tickets > 0 ? row("Guest ticket", tickets, 5) : ""}</tbody></table>
      <dl><dt>Net</dt><dd>${money(100 * net(tickets))}</dd><dt>VAT 20%</dt><dd>${money(20 * net(tickets))}</dd><dt>Total</dt><dd>${money(120 * net(tickets))}</dd></dl>`,
  ]);
  const rows = all.map(
    ({ id, tickets }) =>
      `<tr><td><a href="/invoices/${id}">Invoice ${id}</a><td>${money(120 * net(tickets))}`,
  );
  return {
    "/": `<h1>Invoices</h1><table aria-label=Invoices><thead><tr><th>Invoice<th>Total</thead><tbody>${rows.join("")}</tbody></table>`,
    ...(Object.fromEntries(pages) as { [path: string]: string }),
  };
};

it.each([true, false])(
  "the few invoices that are unlike the others are looked at: %s",
  { timeout: 90_000 },
  async (isFaulty) => {
    const { failing } = await tryPages(browser, invoices(isFaulty), {
      pages: 20,
      actions: 300,
      only: /^sums-/,
    });
    expect(failing).toHaveLength(isFaulty ? 1 : 0);
  },
);
