import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Payees by short names, each row of which leads to paying and to a form for a change, but to no page of the payee. */
const payees: RequestListener = (request: IncomingMessage, response: ServerResponse): void => {
  const names = ["Alex Carey", "Gull & Sons", "Maeve O'Brien", "Sam Whitlock", "Seabird Ferries"];
  const { pathname } = new URL(request.url ?? "/", "http://app");
  const at = Number(/^\/payees\/p(\d)\/edit$/.exec(pathname)?.[1] ?? -1);
  const main =
    pathname === "/"
      ? `<h1>Payees</h1><table><thead><tr><th>Name<th>Actions</tr></thead><tbody>${names.map((name, each) => `<tr><td>${name}<td><a href="/pay?payee=p${each}">Pay ${name}</a> <a href="/payees/p${each}/edit">Edit ${name}</a></tr>`).join("")}</tbody></table>`
      : pathname === "/pay"
        ? "<h1>Pay</h1><p>Payments are closed today.</p>"
        : at >= 0
          ? `<h1>Edit ${names[at]}</h1><form method=post><label>Name <input name=name value="${names[at]}"></label> <label>Sort code <input name=code value="20-45-1${at}"></label> <button>Save payee</button></form>`
          : "";
  void textOf(request).then(() => {
    response.writeHead(main === "" ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Bank</title><link rel=icon href="data:,"><nav><a href="/">Payees</a></nav><main>${main}</main>`,
    );
  });
};

it(
  "what changes one of several like items is left alone, also where its link is not the first of the row",
  { timeout: 240_000 },
  async () => {
    const { yaml } = await tryPages(browser, payees, { only: /^page/, pages: 10, actions: 300 });
    expect(yaml).toContain("/edit");
    expect(yaml).not.toContain("click: Save payee");
  },
);
