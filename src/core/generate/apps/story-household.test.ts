import { text } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault =
  | "forgets an amount"
  | "has more left than there is"
  | "puts names in the order of their notes"
  | "cannot send again what it refused"
  | "takes less than nothing"
  | "breaks at a short line";

const SPENT: [string, number][] = [
  ["Food", 28_050],
  ["Rent", 112_000],
  ["Power", 9_630],
  ["Fun", 7_525],
  ["Health", 2_375],
  ["School", 6_500],
];
const PAYMENTS: [string, string, number][] = [
  ["Greenmarket", "", 8_415],
  ["Tram pass", "Ann", 5_900],
  ["Tram pass", "", 5_800],
  ["Cinema", "Family ticket", 3_150],
  ["Swimming lessons", "Ten of them", 6_500],
  ["Cinema", "", 1_200],
];

const euros = (cents: number): string => `€${(cents / 100).toFixed(2)}`;

/** What a household may spend and has spent: what is over a budget is told so in words, payments have notes below their names, and some come back. */
const household = (fault: Fault | null): RequestListener => {
  const budget = new Map([
    ["Food", 36_000],
    ["Rent", 115_000],
    ["Power", 11_000],
    ["Fun", 6_000],
    ["Health", 5_000],
    ["School", 8_000],
  ]);
  const payments = [...PAYMENTS];
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
    <nav aria-label=Main><a href="/">Start</a> <a href="/budget">Budget</a> <a href="/payments">Payments</a> <a href="/import">Import</a></nav><main><h1>${title}</h1>${main}</main>`;
  const left = (name: string, rest: number): string => {
    const wrong = fault === "has more left than there is" && name === "Power" ? 100 : 0;
    return rest < 0 ? `${euros(-rest)} over` : `${euros(rest + wrong)} left`;
  };
  const budgetPage = (): string =>
    `<p><a href="/budget/edit">Change budget</a></p><table><caption>Budget</caption><thead><tr><th>Category<th>Budget<th>Spent<th>Remaining</tr></thead><tbody>${SPENT.map(
      ([name, spent]) =>
        `<tr><td>${name}<td>${euros(budget.get(name) ?? 0)}<td>${euros(spent)}<td>${left(name, (budget.get(name) ?? 0) - spent)}</tr>`,
    ).join("")}</tbody></table>`;
  const budgetForm = (typed: URLSearchParams | null): string =>
    `${typed ? "<p role=alert>An amount is a number such as 12.50.</p>" : ""}<form method=post novalidate>${[
      ...budget,
    ]
      .map(
        ([name, cents]) =>
          `<p><label>${name} <input name=${name} inputmode=decimal value="${escapeHtml(typed?.get(name) ?? (cents / 100).toFixed(2))}"></label></p>`,
      )
      .join("")}<button>Save budget</button></form>`;
  const list = (by: string, down: boolean): string => {
    const key = ([name, note]: (typeof payments)[number]): string =>
      fault === "puts names in the order of their notes" ? note : name;
    const rows =
      by === "amount"
        ? payments.toSorted((a, b) => a[2] - b[2])
        : payments.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
    const head = (name: string, called: string): string =>
      `<th><a href="/payments?by=${name}${by === name && !down ? "&down=1" : ""}">${called}</a>`;
    return `<p><a href="/payments/new">Add payment</a></p><table><caption>Payments</caption><thead><tr>${head("name", "Description")}${head("amount", "Amount")}</tr></thead><tbody>${(down
      ? rows.toReversed()
      : rows
    )
      .map(
        ([name, note, cents]) =>
          `<tr><td><a href="/payments/${payments.findIndex((each) => each[0] === name && each[1] === note)}">${escapeHtml(name)}</a>${note ? `<br><small>${escapeHtml(note)}</small>` : ""}<td>${name === "Cinema" ? "+" : "−"}${euros(cents)}</tr>`,
      )
      .join("")}</tbody></table>`;
  };
  const paymentForm = (typed: URLSearchParams | null): string =>
    `${typed ? "<p role=alert>Fill in what is missing.</p>" : ""}<form method=post novalidate>
    <p><label>Description <input name=name required value="${escapeHtml(typed?.get("name") ?? "")}"></label></p>
    <p><label>Amount in EUR <input name=amount inputmode=decimal required aria-describedby=positive value="${escapeHtml(typed?.get("amount") ?? "")}"></label> <small id=positive>Always a positive number, for example 12.50</small></p>
    <button${typed && fault === "cannot send again what it refused" ? " disabled" : ""}>Add payment</button></form>`;
  const importForm = (said: string): string =>
    `<p role=alert>${said}</p><form method=post><label for=lines>CSV text</label> <textarea id=lines name=lines aria-describedby=columns></textarea>
    <small id=columns>First line: description,amount,note. Amounts have a point.</small> <button>Import</button></form>`;
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://home");
    const answer = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(page(title, main));
    };
    const go = (location: string): void => void response.writeHead(303, { location }).end();
    void text(request).then((body) => {
      const typed = request.method === "POST" ? new URLSearchParams(body) : null;
      const path = url.pathname;
      if (path === "/") return answer("Start", "<p>What comes in and what goes out.</p>");
      if (path === "/budget") return answer("Budget", budgetPage());
      if (path === "/budget/edit") {
        const amounts = [...(typed ?? [])];
        if (!typed || amounts.some(([, value]) => !/^\d+(?:\.\d\d?)?$/.test(value)))
          return answer("Change budget", budgetForm(typed));
        for (const [name, value] of amounts)
          if (fault !== "forgets an amount" || name !== "Rent")
            budget.set(name, Math.round(Number(value) * 100));
        return go("/budget");
      }
      if (path === "/payments")
        return answer("Payments", list(url.searchParams.get("by") ?? "", url.searchParams.has("down")));
      if (path === "/payments/new") {
        const [name, amount] = [typed?.get("name") ?? "", typed?.get("amount") ?? ""];
        const taken = fault === "takes less than nothing" ? amount.replace("-", "") : amount;
        if (!typed || name.trim() === "" || !/^\d+(?:\.\d\d?)?$/.test(taken))
          return answer("Add payment", paymentForm(typed));
        payments.push([name, "", Math.round(Number(amount) * 100)]);
        return go("/payments");
      }
      if (path === "/import") {
        const cells = (typed?.get("lines") ?? "")
          .trim()
          .split(/\r?\n/)
          .slice(1)
          .map((line) => line.split(","));
        const isShort = cells.some(({ length }) => length < 3);
        if (isShort && fault === "breaks at a short line") return void response.writeHead(500).end();
        return answer(
          "Import",
          importForm(typed && isShort ? "A line has too few columns." : "Nothing is imported yet."),
        );
      }
      const payment = payments[Number(path.slice("/payments/".length))];
      if (payment && path.startsWith("/payments/"))
        return answer(payment[0], `<p>${euros(payment[2])}</p><p>${escapeHtml(payment[1])}</p>`);
      return answer("Not found", "<p>There is no such page.</p>", 404);
    });
  };
};

const LIMITS = { pages: 14, actions: 300, depth: 3 };

const CASES: [Fault, string][] = [
  ["forgets an amount", "settings-budget-edit"],
  ["has more left than there is", "differences-budget"],
  ["puts names in the order of their notes", "sort-payments-description"],
  ["cannot send again what it refused", "payments-new-requires"],
  ["takes less than nothing", "payments-new-bounds"],
  ["breaks at a short line", "import-import-short"],
];

it("a household that is sound", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, household(null), LIMITS);
  expect(failing).toEqual([]);
  for (const [, id] of CASES) expect(yaml).toMatch(new RegExp(`id: ${id}\n`));
});

it.each(CASES)('a household that "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const only = new RegExp(`^${expected}$`);
  const { failing } = await tryPages(browser, household(fault), { ...LIMITS, only });
  expect(failing).toEqual([expect.stringMatching(only)]);
});
