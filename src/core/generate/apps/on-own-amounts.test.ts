import { text as textOf } from "node:stream/consumers";
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

type Claim = { note: string; amount: number };

/** Claims that are listed by their numbers alone; `keeps`: what is stored of an amount, `shown`: how a claim's page shows it. */
const claims = (keeps: (amount: number) => number, shown: (amount: number) => string): RequestListener => {
  const all = new Map<number, Claim>([
    [2061, { note: "Train to the fair", amount: 48.2 }],
    [2062, { note: "Hotel at the fair", amount: 131.5 }],
  ]);
  let last = 2062;
  const shell = (title: string, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Claims</a></nav><main><h1>${title}</h1>${main}</main>`;
  return (request, response) => {
    const url = request.url ?? "";
    const number = Number(/^\/claims\/(\d+)/.exec(url)?.[1]);
    const claim = all.get(number);
    if (request.method === "POST")
      return void textOf(request).then((body) => {
        const sent = new URLSearchParams(body);
        if (claim) all.delete(number);
        else
          all.set((last += 1), { note: sent.get("note") ?? "", amount: keeps(Number(sent.get("amount"))) });
        response.writeHead(303, { location: claim ? "/" : `/claims/${last}` }).end();
      });
    const main = claim
      ? shell(
          `Claim ${number}`,
          `<dl><dt>Note<dd>${escapeHtml(claim.note)}<dt>Amount<dd>${shown(claim.amount)}</dl><form method=post action="/claims/${number}/delete"><button>Delete claim</button></form>`,
        )
      : url === "/new"
        ? shell(
            "New claim",
            `<form method=post><label>Note <input name=note required></label> <label>Amount (€) <input type=number step=0.01 min=0 name=amount required></label> <button>Save claim</button></form>`,
          )
        : url === "/"
          ? shell(
              "Claims",
              `<p><a href="/new">New claim</a></p><table aria-label=Claims><thead><tr><th>Number<th>State</thead><tbody>${[...all.keys()].map((each) => `<tr><td><a href="/claims/${each}">Claim ${each}</a><td>Draft`).join("")}</table>`,
            )
          : null;
    response.writeHead(main === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(main ?? shell("Not found", ""));
  };
};

const all = (amount: number): number => amount;
const inEuro = (amount: number): string => `€${amount.toFixed(2)}`;

it.each<[string, (amount: number) => number, (amount: number) => string, string[]]>([
  ["with its cents", all, inEuro, []],
  ["in whole euros, as its page shows all of them", all, (amount) => `€${Math.round(amount)}`, []],
  ["rounded to ten cents", (amount) => Math.round(amount * 10) / 10, inEuro, ["create-claim"]],
  ["without its last cent", (amount) => Math.floor(amount * 100) / 100, inEuro, ["create-claim"]],
])("the page of a claim shows an amount %s", { timeout: 240_000 }, async (_, keeps, shown, told) => {
  const limits = { only: /^create-claim$/, pages: 8, actions: 300, depth: 3 };
  const { failing, yaml } = await tryPages(browser, claims(keeps, shown), limits);
  expect(yaml).toContain("id: create-claim\n");
  expect(failing).toEqual(told);
});
