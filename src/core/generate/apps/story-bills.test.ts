import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import { written } from "#test/support/written-day.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault = "days" | "last" | "removed" | "discount";
type Bill = { id: number; text: string; issued: string; due: string; discount: number; net: number };

const money = (cents: number): string => `€${(cents / 100).toFixed(2)}`;

/** What the lines of the form come to, worked out as one types. */
const script = (removed: boolean): string => `<script>
  const body = document.querySelector("#lines"), total = document.querySelector("#total"), whole = document.querySelector("#net");
  const cents = (line, name) => Number(line.querySelector("[name=" + name + "]").value || 0);
  const sum = () => {
    const net = [...body.children].reduce((all, line) => all + cents(line, "quantity") * cents(line, "price") * 100, 0);
    const off = Number(document.querySelector("[name=discount]").value || 0);
    whole.textContent = "€" + (Math.round(net) / 100).toFixed(2);
    total.textContent = "€" + (Math.round(net * (100 - off) / 100) / 100).toFixed(2);
  };
  const number = () => [...body.children].forEach((line, at) => { line.querySelector("button").ariaLabel = "Remove line " + (at + 1); });
  const wire = (line) => { number(); line.querySelector("button").onclick = () => { line.remove(); number(); ${removed ? "" : "sum();"} }; };
  document.querySelector("#more").onclick = () => {
    const line = body.lastElementChild.cloneNode(true);
    for (const field of line.querySelectorAll("input")) field.value = field.name === "quantity" ? "1" : "";
    body.append(line); wire(line); sum();
  };
  [...body.children].forEach(wire);
  document.querySelector("form").oninput = sum; sum();
</script>`;

/** Bills with lines, a discount and two days, and a list that is bounded by one of these. */
const createBills = (has: (fault: Fault) => boolean): RequestListener => {
  let last = 0;
  const bill = (text: string, issued: string, net: number): Bill => {
    const due = new Date(Date.parse(issued) + 14 * 86_400_000).toISOString().slice(0, 10);
    return { id: (last += 1), text, issued, due, discount: 0, net };
  };
  const bills = ["Roof", "Stairs", "Doors", "Locks", "Paint", "Tiles"].map((text, at) =>
    bill(text, `2026-03-0${at + 1}`, 10_000 + 2_500 * at),
  );
  const form = (said: string, issued: string, due: string): string =>
    `${said}<form method=post action="/bills"><label>Issue date <input type=date name=issued required value="${issued}"></label> <label>Due date <input type=date name=due required value="${due}"></label>
    <label>Discount (%) <input name=discount value=0 inputmode=decimal></label>
    <table><thead><tr><th>Description<th>Quantity<th>Price<th></tr></thead><tbody id=lines><tr><td><input name=text aria-label=Description><td><input name=quantity aria-label=Quantity value=1><td><input name=price aria-label=Price><td><button type=button>Remove</button></tr></tbody></table>
    <button type=button id=more>Add line</button><dl><dt>Subtotal:<dd id=net><dt>Total:<dd id=total></dl> <button>Save bill</button></form>${script(has("removed"))}`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>${escapeHtml(title)}</title><link rel=icon href="data:,"><nav><a href="/">Bills</a> <a href="/new">New bill</a></nav>
        <main><h1>${escapeHtml(title)}</h1>${main}</main>`);
    };
    if (request.method === "POST") {
      const put = new URLSearchParams(await textOf(request));
      const [issued, due] = [put.get("issued") ?? "", put.get("due") ?? ""];
      const text = put.getAll("text").join(", ").trim();
      const prices = put.getAll("price").map(Number);
      const counts = put.getAll("quantity").map(Number);
      const discount = Number(put.get("discount"));
      const isBelow = [...prices, ...counts, discount].some((number) => !(number >= 0));
      if (isBelow)
        return show("New bill", form("<p role=alert>Numbers must not be below zero.</p>", issued, due), 422);
      if (text === "" || (due < issued && !has("days")))
        return show(
          "New bill",
          form("<p role=alert>Due date must not be before the issue date.</p>", issued, due),
          422,
        );
      const net = prices.reduce((sum, price, at) => sum + Math.round(price * 100) * (counts[at] ?? 0), 0);
      const made = { ...bill(text, issued, net), due, discount };
      bills.push(made);
      return void response.writeHead(303, { location: `/bills/${made.id}` }).end();
    }
    if (pathname === "/new") return show("New bill", form("", "2026-11-02", "2026-11-16"));
    const one = bills.find(({ id }) => pathname === `/bills/${id}`);
    if (one) {
      const off = has("discount") ? 0 : one.discount;
      return show(
        `Bill B-${100 + one.id}`,
        `<p>${escapeHtml(one.text)}</p><p>Issued ${written(one.issued)}, due ${written(one.due)}</p><dl><dt>Subtotal<dd>${money(one.net)}<dt>Total<dd>${money(Math.round((one.net * (100 - off)) / 100))}</dl><p><a href="/">All bills</a></p>`,
      );
    }
    if (pathname !== "/") return show("Not found", "", 404);
    const [from, to] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
    const fits = (day: string): boolean =>
      (from === "" || day >= from) && (to === "" || (has("last") ? day < to : day <= to));
    const rows = bills.filter(({ issued }) => fits(issued)).toReversed();
    return show(
      "Bills",
      `<form><label>Issued from <input type=date name=from value="${escapeHtml(from)}"></label> <label>Issued to <input type=date name=to value="${escapeHtml(to)}"></label> <button>Filter</button></form>
      <table aria-label=Bills><thead><tr><th>Number<th>Issued ▼<th>Due</tr></thead><tbody>${rows
        .map(
          ({ id, issued, due }) =>
            `<tr><td><a href="/bills/${id}">B-${100 + id}</a><td>${written(issued)}<td>${written(due)}</tr>`,
        )
        .join("")}</tbody></table>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const cases: Record<Fault, string> = {
  days: "new-bounds",
  last: "bounds-home-issued-from",
  removed: "lines-add-line",
  discount: "create-bill",
};
const limits = { only: /^(?:new-bounds|bounds-|lines-|create-)/, pages: 8, actions: 200 };

it("bills that are well have no case that fails", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(
    browser,
    createBills(() => false),
    limits,
  );
  for (const id of Object.values(cases)) expect(yaml).toContain(`- id: ${id}\n`);
  expect(failing).toEqual([]);
});

it(
  "an end before its beginning, a last day, a line that is gone and a discount are found",
  { timeout: 240_000 },
  async () => {
    const { failing } = await tryPages(
      browser,
      createBills(() => true),
      limits,
    );
    expect(failing.toSorted()).toEqual(Object.values(cases).toSorted());
  },
);
