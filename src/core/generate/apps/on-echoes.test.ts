import { json } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Expense = { id: number; what: string; amount: number };

/**
 * Asks anew whenever a page is shown; keeps what the overview said at first; or asks anew, and says besides what is another
 * thing with every load.
 */
type Way = "asks" | "keeps" | "chats";

const PAGE = `<!doctype html><html lang=en><meta charset=utf-8><title>Purse</title><link rel=icon href="data:,">
<nav><a href="#/">Overview</a> <a href="#/expenses">Expenses</a></nav><main></main><script>
const main = document.querySelector("main"), came = Math.random().toString(36).replace(/[^a-z]/g, "");
let kept = null;
const ask = async () => (await fetch("/api/expenses")).json();
const send = (method, path, body) => fetch("/api/expenses" + path, { method, body: body && JSON.stringify(body) });
const row = ({ what, amount }) => { const made = document.createElement("tr"); made.insertCell().textContent = what; made.insertCell().textContent = "€" + amount.toFixed(2); return made; };
const pages = {
  "#/": async () => {
    const all = WAY === "keeps" && kept ? kept : await ask();
    kept = all;
    main.innerHTML = "<h1>Overview</h1><p>Spent in all: <strong></strong></p><h2>Latest</h2><table aria-label=Latest><thead><tr><th>What<th>Amount</tr></thead><tbody></tbody></table>" + (WAY === "chats" ? "<p>Your visit " + came + "</p>" : "");
    main.querySelector("strong").textContent = "€" + all.reduce((sum, { amount }) => sum + amount, 0).toFixed(2);
    main.querySelector("tbody").replaceChildren(...all.slice(0, 3).map(row));
  },
  "#/expenses": async () => {
    const all = await ask();
    main.innerHTML = "<h1>Expenses</h1><form><label>What <input name=what required></label> <label>Amount <input name=amount type=number min=1 required></label> <button>Add expense</button></form><table aria-label=Expenses><thead><tr><th>What<th>Amount<th></tr></thead><tbody></tbody></table>";
    main.querySelector("tbody").replaceChildren(...all.map((each) => {
      const made = row(each), remove = document.createElement("button");
      remove.textContent = "Delete";
      remove.onclick = async () => { await send("DELETE", "/" + each.id); show(); };
      made.insertCell().append(remove);
      return made;
    }));
    main.querySelector("form").onsubmit = async (event) => {
      event.preventDefault();
      const { what, amount } = event.target;
      await send("POST", "", { what: what.value, amount: Number(amount.value) });
      show();
    };
  },
};
const show = () => (pages[location.hash || "#/"] ?? pages["#/"])();
onhashchange = show;
show();</script>`;

const purse = (way: Way): RequestListener => {
  let last = 9;
  let all: Expense[] = ["Bread", "Milk", "Bus ticket", "Cinema"].map((what, id) => ({
    id,
    what,
    amount: 3 + id,
  }));
  return (request, response) => {
    const { method, url = "/" } = request;
    const answer = async (): Promise<void> => {
      if (method === "POST") all = [{ ...((await json(request)) as Expense), id: (last += 1) }, ...all];
      if (method === "DELETE") all = all.filter(({ id }) => !url.endsWith(`/${id}`));
      const isApi = url.startsWith("/api/");
      response.writeHead(isApi || url === "/" ? 200 : 404, {
        "content-type": isApi ? "application/json" : "text/html; charset=utf-8",
      });
      response.end(isApi ? JSON.stringify(all) : PAGE.replace("<script>", `<script>const WAY = "${way}";`));
    };
    void answer();
  };
};

it.each<[Way, string[]]>([
  ["asks", []],
  ["keeps", ["create-expense-told"]],
  ["chats", []],
])("an overview that %s tells of a new expense", { timeout: 240_000 }, async (way, told) => {
  const { failing, yaml } = await tryPages(browser, purse(way), { only: /expense/, pages: 6, actions: 300 });
  expect(failing).toEqual(told);
  expect(yaml).toContain("id: create-expense-told\n");
});
