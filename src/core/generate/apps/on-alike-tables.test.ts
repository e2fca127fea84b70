import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const table = (name: string, [heads = [], ...rows]: string[][]): string =>
  `<table aria-label="${name}"><thead><tr>${heads.map((head) => `<th>${head}`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}`).join("")}</tr>`)
    .join("")}</tbody></table>`;

/** What is in stock, by what it was bought and is sold for: neither is what the other one comes to. */
const stock = `<h1>Stock</h1>${table("Stock", [
  ["Kind", "Units", "Value at cost", "Value at sale price"],
  ["Cables", "40", "€120.00", "€310.50"],
  ["Lamps", "12", "€95.00", "€180.00"],
])}`;

/** Lines of an order, some of which are sold for less. */
const lines = (total: string, less: boolean): string =>
  `<h1>Order</h1>${table("Lines", [
    ["Article", "Unit price", "Quantity", ...(less ? ["Discount"] : []), "Line total"],
    ["Cable", "€10.00", "3", ...(less ? ["5 %"] : []), total],
    ["Lamp", "€15.00", "2", ...(less ? ["–"] : []), "€30.00"],
  ])}`;

/** An invoice whose prices are said to be net: what is added to them is in its total. */
const invoice = (total: string): string =>
  `<h1>Invoice</h1>${table("Lines", [
    ["Article", "Net price", "Amount"],
    ["Cable", "€30.00", "€30.00"],
    ["Lamp", "€15.00", "€15.00"],
  ])}<dl><dt>Subtotal</dt><dd>€45.00</dd><dt>VAT</dt><dd>€9.00</dd><dt>Total</dt><dd>${total}</dd></dl>`;

/** How many calls each of the crew has today, above the crew itself; lists in pages that say otherwise how many there are of one choice. */
const crew = `<h1>Crew</h1><dl><div><dt>Ann Moore</dt><dd>3</dd></div><div><dt>Bob Lee</dt><dd>2</dd></div><div><dt>Cleo Adams</dt><dd>1</dd></div></dl>
  <h2>All of them</h2>${table("Crew", [
    ["Name", "Town"],
    ["Ann Moore", "Bath"],
    ["Bob Lee", "York"],
    ["Cleo Adams", "Hull"],
  ])}`;

const calls = `<h1>Calls</h1><label>State <select><option>All<option>Open<option>Missed</select></label><table aria-label=Calls><thead><tr><th>Call<th>State</tr></thead><tbody></tbody></table>
  <p id=said></p><button id=back>Previous</button> <button id=on>Next</button><script>
  const all = Array.from({ length: 9 }, (_, at) => ["Call " + (at + 1), at % 4 === 0 ? "Missed" : "Open"]); let at = 0;
  const field = document.querySelector("select");
  const draw = () => { const some = all.filter(([, state]) => field.value === "All" || state === field.value);
    document.querySelector("tbody").innerHTML = some.slice(at, at + 4).map(([name, state]) => "<tr><td>" + name + "<td>" + state + "</tr>").join("");
    said.textContent = some.length > 4 ? "Showing " + (at + 1) + "–" + Math.min(at + 4, some.length) + " of " + some.length + " calls" : some.length + " calls";
    back.hidden = on.hidden = some.length <= 4; back.disabled = at === 0; on.disabled = at + 4 >= some.length; };
  field.onchange = () => { at = 0; draw(); }; on.onclick = () => { at += 4; draw(); }; back.onclick = () => { at -= 4; draw(); }; draw();</script>`;

it.each<[what: string, page: string, failing: string[]]>([
  ["two values of the same stock", stock, []],
  ["lines that are sold for less", lines("€28.50", true), []],
  ["lines that come to what is said", lines("€30.00", false), []],
  ["lines that do not", lines("€28.50", false), ["totals-home"]],
  ["an invoice of net prices with its tax", invoice("€54.00"), []],
  ["an invoice of net prices that forgets its tax", invoice("€45.00"), ["sums-home"]],
  ["numbers beside people, and the people", crew, []],
  ["a list that says otherwise how many are on one page", calls, []],
])("a suite for %s", { timeout: 240_000 }, async (_, page, expected) => {
  expect((await tryPages(browser, page)).failing).toEqual(expected);
});
